/** The plugin: a codec factory for Parquet readers and writers, its options, and its exception for corrupt pages. */
@NullMarked
package io.github.fastcodec;

import org.jspecify.annotations.NullMarked;
