// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: a Parquet file as regions, raw pages and Thrift structures. A structure is never parsed into objects and written
 * again, because that would drop fields that this version does not know. Instead, it is scanned for the numbers that change with
 * the pages, and those numbers are replaced in its bytes. A {@link io.github.fastcodec.internal.parquet.Footer} describes a file,
 * a {@link io.github.fastcodec.internal.parquet.FileLayout} adds the results of a walk through it, and a
 * {@link io.github.fastcodec.internal.parquet.FooterChange} changes it. Nothing here depends on a codec library.
 */
@NullMarked
package io.github.fastcodec.internal.parquet;

import org.jspecify.annotations.NullMarked;
