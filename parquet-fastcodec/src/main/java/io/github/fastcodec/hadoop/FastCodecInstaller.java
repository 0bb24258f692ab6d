// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.hadoop;

import io.github.fastcodec.internal.hadoop.Installation;
import io.github.fastcodec.internal.hadoop.InstallationLog;
import io.github.fastcodec.internal.settings.MisspeltKeys;
import io.github.fastcodec.internal.settings.Settings;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.CodecFactory;

/**
 * Puts Hadoop codecs that call this project's engines into parquet-java's codec map. Jobs then use them without naming a
 * codec factory.
 *
 * <p>Thread-safe. Each copy of parquet-java has such a map, which lives as long as the copy's classes and serves every
 * file that the JVM opens through that copy. The first copy of this project that installs its codecs serves parquet-java
 * until the JVM ends, even after this first copy's class loader is closed. Any other copy of this project leaves the map
 * unchanged and logs that once. If the Java agent serves parquet-java, nothing is installed, and the log says so.
 */
public final class FastCodecInstaller {

    /**
     * The key that switches the codecs off: for one file if it is in the file's configuration, otherwise for the process. A
     * value other than true or false also switches them off, and each JVM logs that once.
     */
    public static final String ENABLED = Settings.ENABLED_KEY;

    /** Weak, because parquet-java's classes hold the values and must not keep this project's classes alive. */
    private static final ClassValue<WeakReference<Installation>> INSTALLATIONS = new ClassValue<>() {
        @Override
        protected WeakReference<Installation> computeValue(Class<?> codecFactoryClass) {
            return new WeakReference<>(new Installation(codecFactoryClass));
        }
    };

    /** The beginnings of the keys that the codecs of Hadoop and parquet-java read, such as the block size of LZ4. */
    private static final List<String> CODEC_PREFIXES =
            List.of("io.compression.", "io.file.", "zlib.", "compression.", "parquet.compression.");

    private static final AtomicBoolean FIRST_FILE = new AtomicBoolean(true);

    private FastCodecInstaller() {}

    /**
     * Installs the codecs in parquet-java's {@link CodecFactory}, for every file that the process opens from now on. A
     * file whose configuration is known (see {@link FastCodecCryptoFactory}) uses that configuration. All other files use
     * {@code configuration}.
     *
     * @param configuration the configuration of the process; null for defaults. {@value #ENABLED}{@code =false} removes the
     *     codecs that this copy installed
     * @return whether parquet-java now uses this project's codecs: this copy's, another copy's or the agent's. If they
     *     cannot be installed, each JVM logs the reason once; nothing is thrown, and parquet-java works as before
     */
    public static boolean install(Configuration configuration) {
        try {
            return install(configuration, CodecFactory.class);
        } catch (LinkageError e) {
            return noParquet(e);
        }
    }

    /**
     * Installs the codecs, as {@link #install(Configuration)} does, in another copy of parquet-java. The copy's own
     * classes may be relocated, but Hadoop's codec types must not be.
     *
     * @param codecFactoryClass the copy's {@code CodecFactory}
     */
    public static boolean install(Configuration configuration, Class<?> codecFactoryClass) {
        return change(codecFactoryClass, installation -> {
            warnOfMisspeltKeys(configuration);
            if (!isEnabled(configuration)) {
                installation.remove();
                return false;
            }
            return installation.installForAll(settings(configuration));
        });
    }

    /**
     * Installs the codecs if they are missing, and makes them use {@code configuration} for the file that the calling
     * thread is opening. A call takes a few microseconds, so it can be made for every file.
     *
     * @param configuration the configuration of the file; null for defaults. With {@value #ENABLED}{@code =false}
     *     parquet-java's own codecs serve this file
     * @param codecFactoryClass the {@code CodecFactory} of the parquet-java that opens the file
     * @param written true if the file is written, false if it is read
     * @return whether this project's codecs serve the file; failures are handled as in {@link #install(Configuration)}
     */
    public static boolean installForFile(Configuration configuration, Class<?> codecFactoryClass, boolean written) {
        return change(codecFactoryClass, installation -> {
            if (FIRST_FILE.get() && FIRST_FILE.getAndSet(false)) { // listing all keys each time is too slow
                warnOfMisspeltKeys(configuration);
            }
            if (!isEnabled(configuration)) {
                installation.leaveFile(settingsOfHadoop(configuration), written);
                return false;
            }
            return installation.installForFile(settings(configuration), written);
        });
    }

    static boolean installForFile(Configuration configuration, boolean written) {
        try {
            return installForFile(configuration, CodecFactory.class, written);
        } catch (LinkageError e) {
            return noParquet(e);
        }
    }

    private static void warnOfMisspeltKeys(Configuration configuration) {
        if (configuration != null) {
            List<String> keys = new ArrayList<>();
            configuration.forEach(entry -> keys.add(entry.getKey()));
            MisspeltKeys.of(keys).forEach(InstallationLog::warnOnce);
        }
    }

    private interface Change {
        boolean make(Installation installation) throws ReflectiveOperationException;
    }

    private static boolean change(Class<?> codecFactoryClass, Change change) {
        try {
            return change.make(installation(codecFactoryClass));
        } catch (Exception | LinkageError e) {
            InstallationLog.notActive(
                    "its codecs cannot be put into " + codecFactoryClass.getName() + ". Check that this version of"
                            + " parquet-fastcodec supports that parquet-java.",
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
            INSTALLATIONS.remove(codecFactoryClass); // the installation has been garbage-collected
        }
    }

    /** An invalid value means off, because the key is set only to switch the codecs off. */
    private static boolean isEnabled(Configuration configuration) {
        try {
            return configuration == null || Settings.ENABLED.get(configuration::get);
        } catch (IllegalArgumentException e) {
            InstallationLog.notActive(e.getMessage() + ".", null);
            return false;
        }
    }

    /** Copies this project's settings, because a reference to the configuration could keep its application's classes alive. */
    private static Map<String, String> settings(Configuration configuration) {
        return configuration == null ? Map.of() : Settings.configured(Settings.FACTORY_SETTINGS, configuration::get);
    }

    /** Copies this project's settings and those that Hadoop's and parquet-java's own codecs read. */
    private static Map<String, String> settingsOfHadoop(Configuration configuration) {
        Map<String, String> settings = new HashMap<>(settings(configuration));
        for (String prefix : CODEC_PREFIXES) {
            configuration.getPropsWithPrefix(prefix).forEach((rest, value) -> settings.put(prefix + rest, value));
        }
        return settings;
    }

    private static boolean noParquet(LinkageError e) {
        InstallationLog.notActive("parquet-hadoop is not on the class path of parquet-fastcodec.", e);
        return false;
    }
}
