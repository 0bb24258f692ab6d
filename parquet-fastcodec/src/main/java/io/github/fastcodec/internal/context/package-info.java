/** Internal: pools of engine contexts, which a thread leases for one page at a time. Open files hold none. */
@NullMarked
package io.github.fastcodec.internal.context;

import org.jspecify.annotations.NullMarked;
