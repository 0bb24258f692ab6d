// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

/** Whole files in memory at the levels of ZSTD. The reported size is the size of the file that each contender writes. */
public class LevelsBenchmark extends FileBenchmark {}
