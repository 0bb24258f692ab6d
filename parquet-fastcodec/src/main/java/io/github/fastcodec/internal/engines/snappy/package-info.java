/** Engines for SNAPPY. */
@NullMarked
package io.github.fastcodec.internal.engines.snappy;

import org.jspecify.annotations.NullMarked;
