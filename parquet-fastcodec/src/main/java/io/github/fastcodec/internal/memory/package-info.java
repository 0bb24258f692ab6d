/** What pages, contexts and engines share: arrays and their sizes, places for threads, and the moment after a garbage collection. */
package io.github.fastcodec.internal.memory;
