/** Engines for BROTLI. */
@NullMarked
package io.github.fastcodec.internal.engines.brotli;

import org.jspecify.annotations.NullMarked;
