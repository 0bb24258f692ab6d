// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.agent.inside;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.internal.settings.Setting;
import io.github.fastcodec.internal.settings.Settings;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
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

    /** The wrong values of the switch about which a warning has been logged. */
    private static final Set<String> WARNED = ConcurrentHashMap.newKeySet();

    private final Map<String, String> arguments;

    /** @param arguments the agent's settings; the map must not change after this call */
    public AgentService(Map<String, String> arguments) {
        this.arguments = arguments;
        Set<String> unknown = new TreeSet<>(arguments.keySet());
        unknown.removeAll(FastCodecOptions.keys());
        unknown.remove(Settings.ENABLED_KEY);
        for (Setting<?> property : List.of(Settings.JMX, Settings.LIBDEFLATE_PATH)) {
            if (unknown.remove(property.key())) {
                LOG.warn("Ignoring the agent argument {}: set it as a system property (-D)", property.key());
            }
        }
        if (!unknown.isEmpty()) {
            LOG.warn("Ignoring agent arguments that are not keys of parquet-fastcodec: {}", unknown);
        }
    }

    /**
     * Returns a compressor or decompressor.
     *
     * @param lookup the lookup of the patched factory's class
     * @param request the factory, the codec, the class of the result, and the level or null
     * @return null if parquet-java's own codec is to be used; an {@link IllegalArgumentException} if a setting of the file
     *     has a wrong value
     */
    @Override
    public @Nullable Object apply(Object lookup, Object request) {
        if (!isEnabled(System::getProperty)) {
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

    /**
     * Returns whether the settings leave the agent switched on. A wrong value means off, because the key is set only to switch
     * the agent off; this is logged once for each value.
     */
    static boolean isEnabled(UnaryOperator<String> settings) {
        try {
            return Settings.ENABLED.get(settings);
        } catch (IllegalArgumentException e) {
            if (WARNED.add(e.getMessage())) {
                LOG.warn(
                        "parquet-fastcodec is not active; parquet-java's codecs are used. Reason: {}.", e.getMessage());
            }
            return false;
        }
    }
}
