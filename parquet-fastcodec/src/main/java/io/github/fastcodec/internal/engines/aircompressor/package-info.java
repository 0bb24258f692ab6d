/** Engines for SNAPPY, LZ4_RAW, LZ4, LZO and ZSTD in pure Java, by aircompressor. */
@NullMarked
package io.github.fastcodec.internal.engines.aircompressor;

import org.jspecify.annotations.NullMarked;
