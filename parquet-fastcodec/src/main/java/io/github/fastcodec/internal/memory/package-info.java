/** What pages, contexts and engines share: sizes of arrays, places for threads, and the moment after a garbage collection. */
package io.github.fastcodec.internal.memory;
