// SPDX-License-Identifier: Apache-2.0
/** The commands of benchmarks.jar beside the suite, one class each: tables, checks and long runs. */
package io.github.fastcodec.bench.tools;
