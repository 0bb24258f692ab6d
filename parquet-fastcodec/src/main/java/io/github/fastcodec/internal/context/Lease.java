// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.context;

/**
 * The right to use a context of a {@link ContextPool}, from {@link ContextPool#lease} to {@link #close}. For the leasing thread; the
 * context must not be used after it.
 *
 * @param <C> the type of context
 */
public interface Lease<C> extends AutoCloseable {

    /** Returns the context. */
    C context();

    /** Says that the context is as good as new, so that {@link #close} returns it to the pool. */
    void keep();

    /**
     * Returns the context to the pool if it is to be kept and the limits allow it. Otherwise closes it: after a failure it may
     * be in any state.
     *
     * @throws IllegalStateException if the lease has ended already, or closing the context fails
     */
    @Override
    void close();
}
