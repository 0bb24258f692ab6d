// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: the search for files, on one thread or on many machines, with all that it decides by directories: links, hidden
 * names, targets, leftovers of killed processes, tables with a log, and targets without a source.
 */
@NullMarked
package io.github.fastcodec.internal.search;

import org.jspecify.annotations.NullMarked;
