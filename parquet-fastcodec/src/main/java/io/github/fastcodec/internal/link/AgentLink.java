// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.link;

import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The Java agent's copy of this project, as other copies in the same JVM see it: an application that brings this project too
 * shares the pool's limits with the agent, and reports the agent's pages with its own. Types of the JDK alone cross the class
 * loaders. Safe for use by many threads.
 */
public final class AgentLink {

    /** A request for the object that the agent's pool keeps its account in; no argument. */
    public static final String POOL = "pool";

    /** A request for {@code long[]}: pages, bytes in, bytes out, nanoseconds, failures; the argument is "CODEC/DIRECTION". */
    public static final String PAGES = "pages";

    /** A request for the number of the agent's idle contexts; no argument. */
    public static final String IDLE = "idle";

    /** A request to keep settings for factories that have none of their own; the argument is a map of strings. */
    public static final String SETTINGS = "settings";

    /** A request for whether this is another copy than the agent's; the argument is the asking class's loader. */
    public static final String OTHER_COPY = "other-copy";

    /** What the names of the agent's compressors and decompressors begin with, in a factory's package. */
    public static final String ADAPTER = "FastCodecAgent";

    private static final String HOOK = "io.github.fastcodec.internal.agent.Hook";

    private static final @Nullable BiFunction<Object, Object, Object> AGENT = find();

    private AgentLink() {}

    @SuppressWarnings("unchecked") // as the class says, or it is not ours
    private static @Nullable BiFunction<Object, Object, Object> find() {
        try {
            BiFunction<Object, Object, Object> hook =
                    (BiFunction<Object, Object, Object>) Class.forName(HOOK, true, ClassLoader.getSystemClassLoader())
                            .asSubclass(BiFunction.class)
                            .getConstructor()
                            .newInstance();
            return Boolean.TRUE.equals(hook.apply(OTHER_COPY, AgentLink.class.getClassLoader())) ? hook : null;
        } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
            return null; // no agent, which is how most JVMs are
        }
    }

    /** Returns whether the agent runs, and this is not its copy. */
    public static boolean isThere() {
        return AGENT != null;
    }

    /** Returns the agent's answer to a request; null if there is no agent. */
    public static @Nullable Object ask(String request, @Nullable Object argument) {
        return AGENT == null ? null : AGENT.apply(request, argument);
    }

    /**
     * Returns the pages that went through the agent's copy: their number, bytes in, bytes out, nanoseconds, and failures.
     *
     * @param page the codec's name, a slash, and {@code COMPRESS} or {@code DECOMPRESS}
     */
    public static long[] pages(String page) {
        long[] pages = (long[]) ask(PAGES, page);
        return pages == null ? new long[5] : pages;
    }

    /** Offers settings to factories that have none of their own. */
    public static void offer(Map<String, String> settings) {
        ask(SETTINGS, Map.copyOf(settings));
    }
}
