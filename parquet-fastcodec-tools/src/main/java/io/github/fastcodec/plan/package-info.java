/**
 * Plans, which give columns their codecs and levels. {@link io.github.fastcodec.advise.Advisor} recommends a plan, and
 * {@link io.github.fastcodec.recompress.Recompressor} carries it out.
 */
@NullMarked
package io.github.fastcodec.plan;

import org.jspecify.annotations.NullMarked;
