/**
 * Which column gets which codec, at which level: what {@link io.github.fastcodec.advise.Advisor} recommends, and what
 * {@link io.github.fastcodec.recompress.Recompressor} carries out.
 */
@NullMarked
package io.github.fastcodec.plan;

import org.jspecify.annotations.NullMarked;
