/**
 * Which column gets which codec, at which level: what {@link io.github.fastcodec.advise.Advisor} recommends, and what
 * {@link io.github.fastcodec.recompress.Recompressor} carries out.
 */
package io.github.fastcodec.plan;
