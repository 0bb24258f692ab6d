/**
 * Internal: the path of a page. Every size, limit and state is checked here, once for all codecs and engines; formats are
 * known here, libraries are not.
 */
@NullMarked
package io.github.fastcodec.internal.page;

import org.jspecify.annotations.NullMarked;
