/** Internal: work on many threads whose results are taken in order, within a window of memory. */
package io.github.fastcodec.internal.work;
