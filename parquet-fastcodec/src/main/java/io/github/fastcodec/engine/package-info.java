/**
 * The interfaces of an engine, and the registry of engines. An engine compresses and decompresses blocks, which are ranges of
 * byte arrays. It knows nothing of Parquet pages and contains no policy: its caller checks sizes, limits and states.
 */
package io.github.fastcodec.engine;
