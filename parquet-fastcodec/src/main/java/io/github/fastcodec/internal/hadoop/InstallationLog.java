// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log of installations: one line for each copy of parquet-java, one warning if the codecs are not active, and one for each
 * misspelt key. Safe for use by many threads.
 */
public final class InstallationLog {

    /** The name of a public class: it stands in the configurations of people's logs. */
    static final String LOGGER = "io.github.fastcodec.hadoop.FastCodecInstaller";

    private static final Logger LOG = LoggerFactory.getLogger(LOGGER);

    private static final AtomicBoolean WARNED = new AtomicBoolean();

    /** Whether the log has the line of a {@code CodecFactory}; values of the JDK's types do not keep our classes alive. */
    private static final ClassValue<AtomicBoolean> SERVED = new ClassValue<>() {
        @Override
        protected AtomicBoolean computeValue(Class<?> codecFactoryClass) {
            return new AtomicBoolean();
        }
    };

    /** The warnings about keys that the log has. */
    private static final Set<String> SAID = ConcurrentHashMap.newKeySet();

    private InstallationLog() {}

    /** Logs who serves a copy of parquet-java; once for each. */
    static void served(Class<?> codecFactoryClass, String line) {
        if (SERVED.get(codecFactoryClass).compareAndSet(false, true)) {
            LOG.info(line);
        }
    }

    /**
     * Logs why parquet-java stays as it is; once for each JVM.
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

    /** Logs a warning, unless the log has it already. */
    public static void warnOnce(String warning) {
        if (SAID.add(warning)) {
            LOG.warn(warning);
        }
    }
}
