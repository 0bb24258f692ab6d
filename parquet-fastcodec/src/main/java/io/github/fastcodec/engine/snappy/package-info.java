/** Engines for SNAPPY. */
package io.github.fastcodec.engine.snappy;
