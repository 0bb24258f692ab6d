// SPDX-License-Identifier: Apache-2.0
/** The commands of benchmarks.jar beside the suite and the demo, one class each. */
package io.github.fastcodec.bench.tools;
