/**
 * Internal: what is behind {@link io.github.fastcodec.advise.Advisor}. {@link io.github.fastcodec.internal.advise.TableAdvice} is the
 * way in; it measures pages of files and concludes.
 */
@NullMarked
package io.github.fastcodec.internal.advise;

import org.jspecify.annotations.NullMarked;
