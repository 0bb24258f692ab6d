/** Memory, as pages, contexts and engines share it: the sizes of arrays, and the moment after a garbage collection. */
@NullMarked
package io.github.fastcodec.internal.memory;

import org.jspecify.annotations.NullMarked;
