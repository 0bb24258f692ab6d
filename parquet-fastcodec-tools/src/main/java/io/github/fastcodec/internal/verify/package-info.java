/**
 * Internal: the implementation of {@link io.github.fastcodec.verify.Verifier}. Its entry point,
 * {@link io.github.fastcodec.internal.verify.Verification}, checks files in any storage.
 */
@NullMarked
package io.github.fastcodec.internal.verify;

import org.jspecify.annotations.NullMarked;
