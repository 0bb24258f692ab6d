/** Blocks that hardly shrink, which are stored as they are, and how stored GZIP blocks are read. */
@NullMarked
package io.github.fastcodec.internal.store;

import org.jspecify.annotations.NullMarked;
