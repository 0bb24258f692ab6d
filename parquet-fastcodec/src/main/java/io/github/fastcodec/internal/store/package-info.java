/** Blocks that hardly shrink: how they are found, and that they are stored. */
@NullMarked
package io.github.fastcodec.internal.store;

import org.jspecify.annotations.NullMarked;
