/**
 * Internal: compresses and decompresses pages. Every size, limit and state is checked here, once for all codecs and
 * engines. The package depends on formats, but not on compression libraries.
 */
@NullMarked
package io.github.fastcodec.internal.page;

import org.jspecify.annotations.NullMarked;
