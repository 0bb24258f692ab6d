/** Internal: the formats of compressed pages. The package does not depend on pages, contexts or engines. */
@NullMarked
package io.github.fastcodec.internal.format;

import org.jspecify.annotations.NullMarked;
