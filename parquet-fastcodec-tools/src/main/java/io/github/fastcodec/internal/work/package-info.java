/** Internal: runs work on many threads and takes the results in order, within a limited amount of memory. */
@NullMarked
package io.github.fastcodec.internal.work;

import org.jspecify.annotations.NullMarked;
