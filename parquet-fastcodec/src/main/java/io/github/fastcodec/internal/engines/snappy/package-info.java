/** Engines for SNAPPY. */
package io.github.fastcodec.internal.engines.snappy;
