// SPDX-License-Identifier: Apache-2.0
/** The ruler: contenders that take turns in one JVM, each in a class loader of its own. All loaders share this package. */
package io.github.fastcodec.bench.turns;
