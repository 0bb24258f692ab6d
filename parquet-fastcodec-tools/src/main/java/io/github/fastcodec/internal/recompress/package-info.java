/**
 * Internal: what recompresses files of any storage. {@link io.github.fastcodec.internal.recompress.Recompression} is the way in;
 * it takes {@link io.github.fastcodec.internal.recompress.FileJob files} and
 * {@link io.github.fastcodec.recompress.RecompressOptions options}. Pages go through the factory.
 */
@NullMarked
package io.github.fastcodec.internal.recompress;

import org.jspecify.annotations.NullMarked;
