/**
 * Memory management that pages, contexts and engines share: the limits of arrays, the sizes of buffers, and actions after a
 * garbage collection.
 */
@NullMarked
package io.github.fastcodec.internal.memory;

import org.jspecify.annotations.NullMarked;
