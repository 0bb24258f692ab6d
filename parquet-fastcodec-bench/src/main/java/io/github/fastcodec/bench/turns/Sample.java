// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.turns;

/**
 * The result of one turn of a contender.
 *
 * @param cell the operation and its parameters
 * @param contender who
 * @param nanos the time of one run, in nanoseconds
 * @param allocated what one run allocated on the heap, in bytes; NaN where several threads ran
 * @param bytes what one run wrote, in bytes; 0 if that says nothing
 */
record Sample(String cell, String contender, double nanos, double allocated, long bytes) {}
