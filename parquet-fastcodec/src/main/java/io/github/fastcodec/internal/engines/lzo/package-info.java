/** Engines for LZO. */
package io.github.fastcodec.internal.engines.lzo;
