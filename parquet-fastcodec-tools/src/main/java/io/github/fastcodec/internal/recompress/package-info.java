/**
 * Internal: recompresses files of any storage. The entry point is {@link io.github.fastcodec.internal.recompress.Recompression},
 * which takes {@link io.github.fastcodec.internal.recompress.FileJob jobs} and
 * {@link io.github.fastcodec.recompress.RecompressOptions options}. Pages are compressed and decompressed by
 * {@link io.github.fastcodec.FastCodecFactory}.
 */
@NullMarked
package io.github.fastcodec.internal.recompress;

import org.jspecify.annotations.NullMarked;
