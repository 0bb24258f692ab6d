// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.page;

/** What a page costs more that is decompressed and compared as soon as it is made. */
public class VerificationBenchmark extends CompressionBenchmark {}
