/** Engines for BROTLI. */
package io.github.fastcodec.engine.brotli;
