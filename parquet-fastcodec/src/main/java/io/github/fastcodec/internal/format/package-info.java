/** Internal: what the bytes of pages say. It depends on no page, no context and no engine. */
@NullMarked
package io.github.fastcodec.internal.format;

import org.jspecify.annotations.NullMarked;
