/** Internal: contexts that belong to threads and not to files. */
@NullMarked
package io.github.fastcodec.internal.context;

import org.jspecify.annotations.NullMarked;
