// SPDX-License-Identifier: Apache-2.0
/** Tests of the Flink package that need no cluster. The agent module's src/it/flink has tests with a cluster. */
package io.github.fastcodec.flink;
