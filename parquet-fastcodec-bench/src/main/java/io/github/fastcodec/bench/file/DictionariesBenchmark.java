// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

/** Whole files without the dictionaries that never pay, against the same files written with the default, which tries them. */
public class DictionariesBenchmark extends FileBenchmark {}
