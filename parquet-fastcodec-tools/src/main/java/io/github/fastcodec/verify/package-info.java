/**
 * Checks Parquet files: pages, checksums, sizes, footers, indexes and, on request, values.
 *
 * <pre>{@code
 * VerifyResult result = Verifier.defaults().verify(Path.of("events.parquet"));
 * result.findings().forEach(System.out::println);
 * }</pre>
 */
@NullMarked
package io.github.fastcodec.verify;

import org.jspecify.annotations.NullMarked;
