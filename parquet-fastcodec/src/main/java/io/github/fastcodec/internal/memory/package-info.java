/** What pages, contexts and engines share: arrays and their sizes, places for threads, and the moment after a garbage collection. */
@NullMarked
package io.github.fastcodec.internal.memory;

import org.jspecify.annotations.NullMarked;
