/**
 * Changes the codec or the level of existing Parquet files, and nothing else: values, encodings, statistics, indexes and all
 * other content stay the same, byte for byte. Pages are decompressed and compressed again, but never decoded.
 *
 * <pre>{@code
 * Plan plan = Plan.to(CompressionCodecName.ZSTD, 3);
 * RecompressResult result = Recompressor.of(plan).recompress(source, target);
 * }</pre>
 */
@NullMarked
package io.github.fastcodec.recompress;

import org.jspecify.annotations.NullMarked;
