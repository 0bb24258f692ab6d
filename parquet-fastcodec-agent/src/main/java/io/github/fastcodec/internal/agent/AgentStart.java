// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.agent;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Starts the agent. It runs before every application, including those that never use Parquet, so it loads as few classes as
 * possible: no lambdas, no logging, no classes of {@code inside}.
 */
public final class AgentStart {

    /** The key that switches the agent off, as a system property or as one of the agent's arguments. */
    static final String ENABLED = "parquet.fastcodec.enabled";

    private static boolean started;

    private AgentStart() {}

    /** Starts the agent on the first call. It never throws, because an exception would end the JVM. */
    public static synchronized void start(@Nullable String arguments, Instrumentation instrumentation) {
        if (started) {
            return;
        }
        started = true;
        try {
            Map<String, String> settings = settings(arguments);
            if (!isEnabled(System.getProperty(ENABLED)) || !isEnabled(settings.get(ENABLED))) {
                return;
            }
            Isolation isolation = new Isolation(settings);
            Hook.use(isolation);
            instrumentation.addTransformer(new PatchTrigger(isolation), true);
            patchLoaded(instrumentation);
        } catch (Throwable e) {
            AgentLog.warn(Isolation.NOT_ACTIVE + "the agent could not start.", e);
        }
    }

    /** Logs a wrong value, which means off, because the key is set only to switch the agent off. */
    private static boolean isEnabled(@Nullable String value) {
        if (value == null || value.trim().equalsIgnoreCase("true")) {
            return true;
        }
        if (!value.trim().equalsIgnoreCase("false")) {
            AgentLog.warn(Isolation.NOT_ACTIVE + ENABLED + " is \"" + value + "\", expected true or false.", null);
        }
        return false;
    }

    private static Map<String, String> settings(@Nullable String arguments) {
        Map<String, String> settings = new LinkedHashMap<>();
        if (arguments == null || arguments.isEmpty()) {
            return settings;
        }
        for (String argument : arguments.split(",")) {
            int equals = argument.indexOf('=');
            if (equals > 0) {
                settings.put(
                        argument.substring(0, equals).trim(),
                        argument.substring(equals + 1).trim());
            } else if (!argument.trim().isEmpty()) {
                AgentLog.warn(
                        "The agent's argument \"" + argument + "\" is ignored, expected key=value pairs separated by"
                                + " commas, as in -javaagent:parquet-fastcodec-agent.jar=parquet.compression.codec.zstd.level=6",
                        null);
            }
        }
        return settings;
    }

    /** Patches the factories that earlier agents have loaded. */
    private static void patchLoaded(Instrumentation instrumentation) {
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            if (PatchTrigger.isFactory(loaded.getName().replace('.', '/'))
                    && instrumentation.isModifiableClass(loaded)) {
                try {
                    instrumentation.retransformClasses(loaded);
                } catch (UnmodifiableClassException | RuntimeException | LinkageError e) {
                    AgentLog.warn(
                            Isolation.NOT_ACTIVE + loaded + " was loaded before the agent and cannot be changed.", e);
                }
            }
        }
    }
}
