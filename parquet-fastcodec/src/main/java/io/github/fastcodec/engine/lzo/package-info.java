/** Engines for LZO. */
package io.github.fastcodec.engine.lzo;
