/**
 * The interfaces of engines. An engine compresses and decompresses blocks, which are ranges of byte arrays. It knows nothing
 * about Parquet pages and contains no policy: its caller checks sizes, limits and states.
 */
@NullMarked
package io.github.fastcodec.engine;

import org.jspecify.annotations.NullMarked;
