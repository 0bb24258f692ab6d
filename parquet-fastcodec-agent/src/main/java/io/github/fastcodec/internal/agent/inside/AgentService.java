// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.agent.inside;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.internal.settings.Settings;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Supplies patched factories with compressors and decompressors. Thread-safe. */
public final class AgentService implements BiFunction<Object, Object, Object> {

    static final Logger LOG = LoggerFactory.getLogger("parquet-fastcodec agent");

    /**
     * The classes of the factories hold the values. The values refer only to those classes, so that both are unloaded
     * together.
     */
    private static final ClassValue<ServedFactory> FACTORIES = new ClassValue<>() {
        @Override
        protected ServedFactory computeValue(Class<?> type) {
            return new ServedFactory(type);
        }
    };

    private final Map<String, String> arguments;

    /** @param arguments the agent's settings; the map must not change after this call */
    public AgentService(Map<String, String> arguments) {
        this.arguments = arguments;
        Set<String> unknown = new TreeSet<>(arguments.keySet());
        unknown.removeAll(FastCodecOptions.keys());
        unknown.remove(Settings.ENABLED_KEY);
        if (!unknown.isEmpty()) {
            LOG.warn("Ignoring agent arguments that are not keys of parquet-fastcodec: {}", unknown);
        }
    }

    /**
     * Returns a compressor or decompressor.
     *
     * @param lookup the lookup of the patched factory's class
     * @param request the factory, the codec, the class of the result, and the level or null
     * @return null if parquet-java's own codec is to be used
     */
    @Override
    public @Nullable Object apply(Object lookup, Object request) {
        if (!Boolean.parseBoolean(
                System.getProperty(Settings.ENABLED_KEY, "true").trim())) {
            return null;
        }
        MethodHandles.Lookup factory = (MethodHandles.Lookup) lookup;
        Class<?> type = factory.lookupClass();
        Class<?> base = type;
        while (!base.getSimpleName().equals("CodecFactory")) {
            base = base.getSuperclass();
        }
        return FACTORIES.get(type).adapter(FACTORIES.get(base), factory, (Object[]) request, arguments);
    }
}
