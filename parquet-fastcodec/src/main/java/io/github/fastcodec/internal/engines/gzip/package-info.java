/** Engines for GZIP. */
package io.github.fastcodec.internal.engines.gzip;
