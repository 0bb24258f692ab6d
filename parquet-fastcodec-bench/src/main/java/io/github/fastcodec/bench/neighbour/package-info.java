// SPDX-License-Identifier: Apache-2.0
/** Whether the benchmarks measure the same beside a busy neighbour. */
package io.github.fastcodec.bench.neighbour;
