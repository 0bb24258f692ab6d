// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log of installations: one line for each copy of parquet-java, one warning if the codecs are not active, and one
 * warning for each misspelt key. Thread-safe.
 */
public final class InstallationLog {

    /** The logger's name. It is the name of a public class, because users write it in their logging configuration. */
    static final String LOGGER = "io.github.fastcodec.hadoop.FastCodecInstaller";

    private static final Logger LOG = LoggerFactory.getLogger(LOGGER);

    private static final AtomicBoolean WARNED = new AtomicBoolean();

    /**
     * Whether the log line for a {@code CodecFactory} has been written. The values have a JDK type, so they do not keep this
     * project's classes alive.
     */
    private static final ClassValue<AtomicBoolean> SERVED = new ClassValue<>() {
        @Override
        protected AtomicBoolean computeValue(Class<?> codecFactoryClass) {
            return new AtomicBoolean();
        }
    };

    /** The warnings that {@link #warnOnce} has logged. */
    private static final Set<String> WARNINGS = ConcurrentHashMap.newKeySet();

    private InstallationLog() {}

    /** Logs which codecs serve a copy of parquet-java, once for each copy. */
    static void served(Class<?> codecFactoryClass, String line) {
        if (SERVED.get(codecFactoryClass).compareAndSet(false, true)) {
            LOG.info(line);
        }
    }

    /**
     * Logs why parquet-java's codecs are used, once for each JVM.
     *
     * @param reason one or more sentences
     * @param cause the exception to log, or null
     */
    public static void notActive(String reason, @Nullable Throwable cause) {
        if (WARNED.compareAndSet(false, true)) {
            LOG.warn(
                    "parquet-fastcodec is not active; parquet-java's codecs are used. Reason: {} To turn this warning off,"
                            + " set parquet.fastcodec.enabled=false.",
                    reason,
                    cause);
        }
    }

    /** Logs a warning, unless it has been logged before. */
    public static void warnOnce(String warning) {
        if (WARNINGS.add(warning)) {
            LOG.warn(warning);
        }
    }
}
