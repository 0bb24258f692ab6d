// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.events.jfr;

import io.github.fastcodec.internal.context.ContextPool;
import io.github.fastcodec.internal.context.PoolBudget;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/** What the pool of contexts holds; a new event has it at once. */
@Name("io.github.fastcodec.PoolState")
@Label("Pool State")
@Description("What the process's pool of compression contexts holds")
@Category({"Parquet", "FastCodec"})
@Enabled(false)
@Period("10 s")
@StackTrace(false)
@SuppressWarnings("unused") // JFR reads the fields
final class PoolStateEvent extends Event {

    @Label("Contexts")
    @Description("Number of contexts that the pool keeps, busy or idle")
    private final int contexts;

    @Label("Idle Contexts")
    @Description("Number of those contexts that are idle")
    private final int idle;

    @Label("Memory")
    @Description("Estimated memory of the contexts that the pool keeps, on the heap and outside")
    @DataAmount
    private final long bytes;

    @Label("Created")
    @Description("Number of contexts created so far; in the steady state it does not rise")
    private final long created;

    @Label("Closed")
    @Description("Number of contexts closed so far")
    private final long closed;

    @Label("Context Limit")
    @Description("Largest number of contexts that the pool keeps")
    private final int maxContexts;

    @Label("Memory Limit")
    @Description("Most memory that the contexts may hold together")
    @DataAmount
    private final long maxBytes;

    PoolStateEvent() {
        PoolBudget pool = ContextPool.process();
        contexts = pool.contexts();
        idle = pool.idle();
        bytes = pool.bytes();
        created = pool.created();
        closed = pool.closed();
        maxContexts = pool.maxContexts();
        maxBytes = pool.maxBytes();
    }
}
