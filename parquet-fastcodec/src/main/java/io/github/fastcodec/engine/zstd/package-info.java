/** Engines for ZSTD. */
package io.github.fastcodec.engine.zstd;
