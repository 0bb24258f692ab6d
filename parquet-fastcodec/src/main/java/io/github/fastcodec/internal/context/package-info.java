/** Internal: pools of engine contexts, which a thread leases for one page at a time. Open files do not hold contexts. */
@NullMarked
package io.github.fastcodec.internal.context;

import org.jspecify.annotations.NullMarked;
