/** The plugin: a codec factory for Parquet readers and writers, its options, and its exception for corrupt pages. */
package io.github.fastcodec;
