// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

/** The cost of decompressing and comparing each page while a file is written. */
public class FileVerificationBenchmark extends FileBenchmark {}
