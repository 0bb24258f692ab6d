// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.turns;

/**
 * The result of one turn of a contender.
 *
 * @param cell the operation and its parameters
 * @param contender the name of the contender
 * @param nanos the time of one run, in nanoseconds
 * @param bytes the size of the output of one run, in bytes; 0 if it is not reported
 */
record Sample(String cell, String contender, double nanos, long bytes) {}
