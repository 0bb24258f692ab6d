/**
 * Internal: what is behind {@link io.github.fastcodec.verify.Verifier}. {@link io.github.fastcodec.internal.verify.Verification} is
 * the way in; it checks files of any storage.
 */
@NullMarked
package io.github.fastcodec.internal.verify;

import org.jspecify.annotations.NullMarked;
