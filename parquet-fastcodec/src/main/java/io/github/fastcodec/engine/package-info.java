/**
 * What an engine is, and the registry of engines. An engine compresses and decompresses blocks, ranges of byte arrays; it
 * knows nothing of Parquet pages and holds no policy: sizes, limits and states are checked by its caller.
 */
package io.github.fastcodec.engine;
