/**
 * Internal: checks whole files. Structure first, by {@link io.github.fastcodec.internal.parquet}, then each page by itself on
 * many threads, then what the pages tell together.
 */
package io.github.fastcodec.internal.verify;
