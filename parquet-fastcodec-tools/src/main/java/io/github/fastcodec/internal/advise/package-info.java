/**
 * Internal: the implementation of {@link io.github.fastcodec.advise.Advisor}. The entry point is
 * {@link io.github.fastcodec.internal.advise.TableAdvice}, which measures pages of files and makes the recommendation.
 */
@NullMarked
package io.github.fastcodec.internal.advise;

import org.jspecify.annotations.NullMarked;
