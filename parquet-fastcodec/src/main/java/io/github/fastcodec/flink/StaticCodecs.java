// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.flink;

import io.github.fastcodec.hadoop.FastCodecInstaller;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Our codecs in parquet-java's static codec map, for code that takes no codec factory.
 *
 * <p>The map serves all jobs of a task manager if parquet-java is in Flink's lib folder. If this project came with one job,
 * the other jobs would run on that job's classes until it ends. So our class loader must be parquet-java's or one of its
 * parents; otherwise parquet-java's own codecs serve.
 */
final class StaticCodecs {

    private static final Logger LOG = LoggerFactory.getLogger(StaticCodecs.class);

    private static final String CODEC_FACTORY = "org.apache.parquet.hadoop.CodecFactory";

    private static final AtomicBoolean WARNED_OF_READERS = new AtomicBoolean();
    private static final AtomicBoolean WARNED_OF_WRITERS = new AtomicBoolean();

    private StaticCodecs() {}

    /**
     * Makes the parquet-java behind a class use our codecs for the file that this thread opens next.
     *
     * @param user the class whose view of parquet-java counts: there can be one in the job and another in Flink's lib
     * @param written whether the file is written, else it is read
     * @return whether it uses them; if not, the settings switch them off, or a log line says why
     */
    static boolean installForFile(Class<?> user, JobSettings settings, boolean written) {
        if (!settings.enabled()) {
            return false;
        }
        Class<?> codecFactory;
        try {
            codecFactory = Class.forName(CODEC_FACTORY, false, user.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            warn(written, "there is no parquet-hadoop on the class path of " + user.getName() + ".", e);
            return false;
        }
        if (!outlives(codecFactory.getClassLoader())) {
            warn(
                    written,
                    "parquet-fastcodec came with a job, but parquet-java is in a class loader that outlives jobs. Put"
                            + " parquet-fastcodec and its engines into Flink's lib folder, or parquet-java and flink-parquet"
                            + " into the job and not into lib.",
                    null);
            return false;
        }
        return FastCodecInstaller.installForFile(settings.addTo(new Configuration(false)), codecFactory, written);
    }

    private static boolean outlives(ClassLoader theirs) {
        ClassLoader ours = StaticCodecs.class.getClassLoader();
        for (ClassLoader loader = theirs; loader != null; loader = loader.getParent()) {
            if (loader == ours) {
                return true;
            }
        }
        return ours == null;
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
