/** The plugin: a codec factory for Parquet's readers and writers, its options, and its error for corrupt pages. */
package io.github.fastcodec;
