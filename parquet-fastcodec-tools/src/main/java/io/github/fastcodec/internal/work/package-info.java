/** Internal: work on many threads whose results are taken in order, within a window of memory. */
@NullMarked
package io.github.fastcodec.internal.work;

import org.jspecify.annotations.NullMarked;
