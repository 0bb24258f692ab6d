// SPDX-License-Identifier: Apache-2.0
/** Measures contenders that take turns in one JVM, each in its own class loader. All loaders share this package. */
package io.github.fastcodec.bench.turns;
