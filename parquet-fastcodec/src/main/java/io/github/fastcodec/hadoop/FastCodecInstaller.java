// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.hadoop;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.CodecFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts Hadoop codecs over our engines where parquet-java's own codec factory looks for codecs, so that jobs use them whose
 * code does not ask for a factory.
 *
 * <p>Safe for use by many threads. The codecs stand in a map of parquet-java's that is as old as its classes: what is
 * installed serves every file that the JVM opens through that copy of parquet-java, until a file comes whose configuration
 * says {@value #ENABLED}{@code =false}, which takes the codecs out again.
 */
public final class FastCodecInstaller {

    /** The key that switches the codecs off. */
    public static final String ENABLED = "parquet.fastcodec.enabled";

    private static final Logger LOG = LoggerFactory.getLogger(FastCodecInstaller.class);

    /** Kept with the class, so that it is not we who keep a loader alive. */
    private static final ClassValue<Installation> INSTALLATIONS = new ClassValue<>() {
        @Override
        protected Installation computeValue(Class<?> codecFactoryClass) {
            return new Installation(codecFactoryClass);
        }
    };

    private static final AtomicBoolean WARNED = new AtomicBoolean();

    private FastCodecInstaller() {}

    /**
     * Installs the codecs in parquet-java's {@link CodecFactory}, and notes the configuration for the compressors and
     * decompressors that the calling thread makes next. Called for each file, it costs some microseconds.
     *
     * @param configuration that of the file that is being opened, or the process's; null for defaults
     * @return whether parquet-java now goes through our codecs. If not, a log line has said why; nothing is thrown, and
     *     parquet-java works as it did before
     */
    public static boolean install(Configuration configuration) {
        try {
            return install(configuration, CodecFactory.class);
        } catch (LinkageError e) {
            warn("parquet-hadoop is not on the class path of parquet-fastcodec", e);
            return false;
        }
    }

    /**
     * Does the same for another copy of parquet-java, whose classes are relocated but whose codecs are Hadoop's.
     *
     * @param codecFactoryClass the copy's {@code CodecFactory}
     */
    public static boolean install(Configuration configuration, Class<?> codecFactoryClass) {
        try {
            Installation installation = INSTALLATIONS.get(codecFactoryClass);
            if (configuration != null && !configuration.getBoolean(ENABLED, true)) {
                installation.remove();
                return false;
            }
            if (configuration != null) {
                FileOptions.note(configuration::get);
            }
            return installation.put(configuration);
        } catch (Exception | LinkageError e) {
            warn(
                    "its codecs cannot be put into " + codecFactoryClass.getName() + ". Does this version support that"
                            + " parquet-java?",
                    e);
            return false;
        }
    }

    /** Says once for each JVM why parquet-java stays as it is. */
    static void warn(String why, Throwable cause) {
        if (WARNED.compareAndSet(false, true)) {
            LOG.warn(
                    "parquet-fastcodec is not in use, parquet-java's own codecs are: {} Set {}=false to leave it off.",
                    why,
                    ENABLED,
                    cause);
        }
    }
}
