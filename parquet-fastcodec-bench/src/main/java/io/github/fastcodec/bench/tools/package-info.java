// SPDX-License-Identifier: Apache-2.0
/** The commands of benchmarks.jar other than the suite and the demo. Each command is one class. */
package io.github.fastcodec.bench.tools;
