// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: a Parquet file as regions, raw pages and Thrift structures. A structure is never parsed into objects and written
 * again, which would drop what this version does not know. It is scanned for the numbers that change when pages change, and
 * those numbers are replaced in its bytes. {@link io.github.fastcodec.internal.parquet.Footer} is what a file says of itself,
 * {@link io.github.fastcodec.internal.parquet.FileLayout} what a walk through it adds; changing is in
 * {@link io.github.fastcodec.internal.parquet.FooterChange}. Nothing here knows a codec's library.
 */
@NullMarked
package io.github.fastcodec.internal.parquet;

import org.jspecify.annotations.NullMarked;
