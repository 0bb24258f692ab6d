// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.flink;

import io.github.fastcodec.hadoop.FastCodecInstaller;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Installs the codecs in parquet-java's static codec map, for code that does not accept a codec factory.
 *
 * <p>If parquet-java is in Flink's lib folder, the map serves all jobs of a task manager. If this project were in one job's
 * jar, the other jobs would use that job's classes, whose loader closes when the job ends. So this project's class loader
 * must be parquet-java's or one of its parents. Otherwise parquet-java's own codecs are used.
 */
final class StaticCodecs {

    private static final Logger LOG = LoggerFactory.getLogger(StaticCodecs.class);

    private static final String CODEC_FACTORY = "org.apache.parquet.hadoop.CodecFactory";

    private static final AtomicBoolean WARNED_OF_READERS = new AtomicBoolean();
    private static final AtomicBoolean WARNED_OF_WRITERS = new AtomicBoolean();

    private StaticCodecs() {}

    /**
     * Installs these codecs in the copy of parquet-java that {@code user} uses. The codecs serve the next file that this
     * thread opens.
     *
     * @param user the class that uses parquet-java; a job may contain one copy and Flink's lib folder another
     * @param written true if the file is written, false if it is read
     * @return whether these codecs serve the file; if not, the settings switch them off, or a log line says why
     */
    static boolean installForFile(Class<?> user, JobSettings settings, boolean written) {
        if (!settings.enabled()) {
            return false;
        }
        Class<?> codecFactory;
        try {
            codecFactory = Class.forName(CODEC_FACTORY, false, user.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            warn(written, "parquet-hadoop is not on the class path of " + user.getName() + ".", e);
            return false;
        }
        if (!outlives(codecFactory.getClassLoader())) {
            warn(
                    written,
                    "parquet-fastcodec is in a job's jar, but parquet-java's class loader outlives jobs. Put"
                            + " parquet-fastcodec and its engines into Flink's lib folder, or parquet-java and flink-parquet"
                            + " into the job and not into lib.",
                    null);
            return false;
        }
        return FastCodecInstaller.installForFile(settings.addTo(new Configuration(false)), codecFactory, written);
    }

    private static boolean outlives(ClassLoader parquetLoader) {
        ClassLoader ownLoader = StaticCodecs.class.getClassLoader();
        for (ClassLoader loader = parquetLoader; loader != null; loader = loader.getParent()) {
            if (loader == ownLoader) {
                return true;
            }
        }
        return ownLoader == null;
    }

    private static void warn(boolean written, String reason, @Nullable Throwable cause) {
        if ((written ? WARNED_OF_WRITERS : WARNED_OF_READERS).compareAndSet(false, true)) {
            LOG.warn(
                    "parquet-fastcodec is not active in Flink's {}; parquet-java's codecs are used. Reason: {}",
                    written ? "writers" : "readers",
                    reason,
                    cause);
        }
    }
}
