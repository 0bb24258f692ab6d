/** Engines for BROTLI. */
package io.github.fastcodec.internal.engines.brotli;
