// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.hadoop;

import io.github.fastcodec.FastCodecOptions;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.CodecFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts Hadoop codecs over our engines where parquet-java's own codec factory looks for codecs, so that jobs use them whose
 * code does not ask for a factory.
 *
 * <p>Safe for use by many threads. The codecs stand in a map that is as old as parquet-java's classes and serves every file
 * that the JVM opens through that copy of parquet-java. They hold nothing of ours there: when the class loader that we came
 * with is closed or dropped, parquet-java's own codecs serve again.
 */
public final class FastCodecInstaller {

    /** The key that switches the codecs off: for one file in its configuration, else for the process. */
    public static final String ENABLED = "parquet.fastcodec.enabled";

    private static final Logger LOG = LoggerFactory.getLogger(FastCodecInstaller.class);

    /** Held weakly: the values lie in somebody else's classes, which must not keep ours alive. */
    private static final ClassValue<WeakReference<Installation>> INSTALLATIONS = new ClassValue<>() {
        @Override
        protected WeakReference<Installation> computeValue(Class<?> codecFactoryClass) {
            return new WeakReference<>(new Installation(codecFactoryClass));
        }
    };

    /** Whether the log has the line of an installation; of the JDK's types, for the same reason. */
    private static final ClassValue<AtomicBoolean> SAID = new ClassValue<>() {
        @Override
        protected AtomicBoolean computeValue(Class<?> codecFactoryClass) {
            return new AtomicBoolean();
        }
    };

    private static final AtomicBoolean WARNED = new AtomicBoolean();

    private FastCodecInstaller() {}

    /**
     * Installs the codecs in parquet-java's {@link CodecFactory}, for every file that the process opens from now on. Files whose
     * configuration is known ({@link FastCodecCryptoFactory}) have that, all others the one given here.
     *
     * @param configuration the process's; null for defaults. With {@value #ENABLED}{@code =false} the codecs are taken out again
     * @return whether parquet-java now goes through our codecs. If not, a log line has said why; nothing is thrown, and
     *     parquet-java works as it did before
     */
    public static boolean install(Configuration configuration) {
        try {
            return install(configuration, CodecFactory.class);
        } catch (LinkageError e) {
            return noParquet(e);
        }
    }

    /**
     * Does the same for another copy of parquet-java, whose classes are relocated but whose codecs are Hadoop's.
     *
     * @param codecFactoryClass the copy's {@code CodecFactory}
     */
    public static boolean install(Configuration configuration, Class<?> codecFactoryClass) {
        return change(codecFactoryClass, installation -> {
            if (!isEnabled(configuration)) {
                installation.remove();
                return false;
            }
            return installation.putForAll(settings(configuration));
        });
    }

    /**
     * Installs the codecs where they are missing, and has them use a configuration for the one file that the calling thread is
     * opening. Called for each file, it costs some microseconds.
     *
     * @param configuration the file's; null for defaults. With {@value #ENABLED}{@code =false} parquet-java's own codecs serve
     *     this file
     * @param codecFactoryClass the {@code CodecFactory} of the parquet-java that opens the file
     * @param written whether the file is written, else it is read
     * @return whether our codecs serve the file; as for {@link #install(Configuration)}
     */
    public static boolean installForFile(Configuration configuration, Class<?> codecFactoryClass, boolean written) {
        return change(codecFactoryClass, installation -> {
            if (!isEnabled(configuration)) {
                installation.leaveFile(settings(configuration), written);
                return false;
            }
            return installation.putForFile(settings(configuration), written);
        });
    }

    static boolean installForFile(Configuration configuration, boolean written) {
        try {
            return installForFile(configuration, CodecFactory.class, written);
        } catch (LinkageError e) {
            return noParquet(e);
        }
    }

    private interface Change {
        boolean make(Installation installation) throws ReflectiveOperationException;
    }

    private static boolean change(Class<?> codecFactoryClass, Change change) {
        try {
            return change.make(installation(codecFactoryClass));
        } catch (Exception | LinkageError e) {
            warn(
                    "its codecs cannot be put into " + codecFactoryClass.getName() + ". Does this version support that"
                            + " parquet-java?",
                    e);
            return false;
        }
    }

    private static Installation installation(Class<?> codecFactoryClass) {
        while (true) {
            Installation installation = INSTALLATIONS.get(codecFactoryClass).get();
            if (installation != null) {
                return installation;
            }
            INSTALLATIONS.remove(codecFactoryClass); // collected
        }
    }

    private static boolean isEnabled(Configuration configuration) {
        return configuration == null || configuration.getBoolean(ENABLED, true);
    }

    /** Returns what is ours in a configuration, which itself may hold on to classes of the application that made it. */
    private static Map<String, String> settings(Configuration configuration) {
        Map<String, String> settings = new HashMap<>();
        if (configuration != null) {
            for (String key : FastCodecOptions.keys()) {
                String value = configuration.get(key);
                if (value != null) {
                    settings.put(key, value);
                }
            }
        }
        return settings;
    }

    private static boolean noParquet(LinkageError e) {
        warn("parquet-hadoop is not on the class path of parquet-fastcodec", e);
        return false;
    }

    /** Returns whether this is the first installation in a copy of parquet-java, and notes that it was made. */
    static boolean isFirstTimeIn(Class<?> codecFactoryClass) {
        return SAID.get(codecFactoryClass).compareAndSet(false, true);
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
