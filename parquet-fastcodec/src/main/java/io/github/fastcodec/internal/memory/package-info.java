/**
 * What the others share: arrays and their sizes, places for threads, the moment after a garbage collection, and what no interrupt
 * may end.
 */
package io.github.fastcodec.internal.memory;
