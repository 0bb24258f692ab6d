// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.page;

/** The cost of decompressing and comparing each page right after it is compressed. */
public class PageVerificationBenchmark extends CompressionBenchmark {}
