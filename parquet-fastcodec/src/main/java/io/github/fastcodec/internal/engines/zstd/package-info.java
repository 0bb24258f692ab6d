/** Engines for ZSTD. */
package io.github.fastcodec.internal.engines.zstd;
