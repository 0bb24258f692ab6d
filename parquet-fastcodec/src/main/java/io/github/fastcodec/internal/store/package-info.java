/** Stores blocks that hardly shrink, and reads stored GZIP blocks. */
@NullMarked
package io.github.fastcodec.internal.store;

import org.jspecify.annotations.NullMarked;
