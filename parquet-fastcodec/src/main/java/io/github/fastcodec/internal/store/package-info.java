/** Blocks that hardly shrink: how they are found, and that they are stored. */
package io.github.fastcodec.internal.store;
