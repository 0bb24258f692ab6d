/** Engines for LZ4_RAW and LZ4. */
@NullMarked
package io.github.fastcodec.internal.engines.lz4;

import org.jspecify.annotations.NullMarked;
