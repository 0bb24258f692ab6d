// SPDX-License-Identifier: Apache-2.0
/** Tests of the Flink package that need no cluster; those with one are in src/it/flink. */
package io.github.fastcodec.flink;
