/**
 * Measures a table's own pages with every codec, and recommends a codec for the file and, where it pays, other codecs for single
 * columns, with reasons. Pages are decompressed and compressed, but never decoded. Files are only read.
 *
 * <pre>{@code
 * Advice advice = Advisor.of(Goal.BALANCED).advise(List.of("/data/orders"));
 * System.out.println(advice.reason());
 * Recompressor.of(advice.plan()).recompress(source, target);
 * }</pre>
 */
@NullMarked
package io.github.fastcodec.advise;

import org.jspecify.annotations.NullMarked;
