/** Engines for GZIP. */
package io.github.fastcodec.engine.gzip;
