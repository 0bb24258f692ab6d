// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

/** What a file costs more whose pages are decompressed and compared while it is written. */
public class VerificationBenchmark extends FileBenchmark {}
