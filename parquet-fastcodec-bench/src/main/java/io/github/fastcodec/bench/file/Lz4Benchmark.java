// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

/** Whole files of LZ4_RAW at a level, which parquet-java cannot write, against parquet-java's files of SNAPPY. */
public class Lz4Benchmark extends FileBenchmark {}
