/** Engines for ZSTD. */
@NullMarked
package io.github.fastcodec.internal.engines.zstd;

import org.jspecify.annotations.NullMarked;
