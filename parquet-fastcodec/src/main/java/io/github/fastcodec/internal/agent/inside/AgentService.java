// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.agent.inside;

import io.github.fastcodec.Direction;
import io.github.fastcodec.FastCodecStats;
import io.github.fastcodec.PageStats;
import io.github.fastcodec.internal.context.ContextPool;
import io.github.fastcodec.internal.link.AgentLink;
import io.github.fastcodec.internal.settings.Setting;
import io.github.fastcodec.internal.settings.Settings;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * What the agent's copy of this project does for patched factories, and for other copies of this project in the JVM. Safe for use
 * by many threads.
 */
public final class AgentService implements BiFunction<Object, Object, Object> {

    /** The values lie in the factories' classes and refer to these alone, so that they end together. */
    private static final ClassValue<ServedFactory> FACTORIES = new ClassValue<>() {
        @Override
        protected ServedFactory computeValue(Class<?> type) {
            return new ServedFactory(type);
        }
    };

    private final Map<String, String> arguments;
    private volatile Map<String, String> offered = Map.of();

    /** @param arguments the agent's settings, not changed afterwards */
    public AgentService(Map<String, String> arguments) {
        this.arguments = arguments;
        Set<String> unknown = new TreeSet<>(arguments.keySet());
        unknown.removeAll(Settings.OF_JOBS.stream().map(Setting::key).collect(Collectors.toSet()));
        if (!unknown.isEmpty()) {
            LoggerFactory.getLogger("parquet-fastcodec agent")
                    .warn(
                            "The agent's arguments have keys that are not parquet-fastcodec's and are ignored: {}",
                            unknown);
        }
    }

    /**
     * Serves a request.
     *
     * @param request the lookup of a patched factory; or one of {@link AgentLink}
     * @param argument for a factory: itself, the codec, the class of the result, and the level or null
     * @return null if parquet-java's own codec serves, or the request is not known
     */
    @Override
    @SuppressWarnings("unchecked") // by AgentLink
    public @Nullable Object apply(Object request, Object argument) {
        if (request instanceof MethodHandles.Lookup) {
            return adapter((MethodHandles.Lookup) request, (Object[]) argument);
        }
        switch ((String) request) {
            case AgentLink.POOL:
                return ContextPool.process().account();
            case AgentLink.IDLE:
                return ContextPool.process().idle();
            case AgentLink.PAGES:
                return pages((String) argument);
            case AgentLink.SETTINGS:
                offered = (Map<String, String>) argument;
                return null;
            default:
                return null; // of another version
        }
    }

    private @Nullable Object adapter(MethodHandles.Lookup lookup, Object[] request) {
        if (!Boolean.parseBoolean(
                System.getProperty(Settings.ENABLED_KEY, "true").trim())) {
            return null;
        }
        Class<?> type = lookup.lookupClass();
        Class<?> base = type;
        while (!base.getSimpleName().equals("CodecFactory")) {
            base = base.getSuperclass();
        }
        return FACTORIES.get(type).adapter(FACTORIES.get(base), lookup, request, this::setting);
    }

    private @Nullable String setting(String key) {
        String setting = offered.get(key);
        return setting == null ? arguments.get(key) : setting;
    }

    private static long[] pages(String codecAndDirection) {
        String[] names = codecAndDirection.split("/");
        PageStats pages = FastCodecStats.of(CompressionCodecName.valueOf(names[0]), Direction.valueOf(names[1]));
        return new long[] {
            pages.getPages(), pages.getBytesIn(), pages.getBytesOut(), pages.getNanos(), pages.getFailures()
        };
    }
}
