/** Engines for LZ4_RAW and LZ4. */
package io.github.fastcodec.internal.engines.lz4;
