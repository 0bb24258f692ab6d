/** Engines for GZIP. */
@NullMarked
package io.github.fastcodec.internal.engines.gzip;

import org.jspecify.annotations.NullMarked;
