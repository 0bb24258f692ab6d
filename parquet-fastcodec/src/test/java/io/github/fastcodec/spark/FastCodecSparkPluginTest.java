// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.spark;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.github.fastcodec.Direction;
import io.github.fastcodec.FastCodecStats;
import io.github.fastcodec.PageStats;
import io.github.fastcodec.hadoop.FastCodecInstaller;
import java.io.IOException;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The plugin in an application with incomplete jars, and in one that switches it off. The tools module's src/it/spark tests the
 * plugin on a cluster.
 */
class FastCodecSparkPluginTest {

    static Stream<Throwable> failures() {
        return Stream.of(
                new ClassNotFoundException("of the test"),
                new NoClassDefFoundError("of the test"),
                new UnsupportedClassVersionError("of the test"));
    }

    /** Would catch: an application that fails because of a jar that it may never use. */
    @ParameterizedTest
    @MethodSource("failures")
    void applicationSurvivesAnIcebergThatDoesNotLoad(Throwable failure) {
        ClassLoader loader = new ClassLoader(FastCodecSparkPluginTest.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                if (!name.startsWith("org.apache.iceberg.")) {
                    return super.loadClass(name, resolve);
                }
                if (failure instanceof Error) {
                    throw (Error) failure;
                }
                throw (ClassNotFoundException) failure;
            }
        };
        assertDoesNotThrow(() -> FastCodecSparkPlugin.installInIceberg(new Configuration(false), loader));
    }

    /** Would catch: codecs that an application had switched off, and that its end installs for the JVM's next application. */
    @Test
    void shutdownDoesNotInstallDisabledCodecs() throws IOException {
        boolean installed = FastCodecInstaller.install(off());
        assertFalse(installed);
        FastCodecSparkPlugin.forgetSettings(installed);
        new FastCodecSparkPlugin().driverPlugin().shutdown();
        new FastCodecSparkPlugin().executorPlugin().shutdown();

        PageStats pages = FastCodecStats.of(CompressionCodecName.SNAPPY, Direction.COMPRESS);
        CodecFactory factory = new CodecFactory(new Configuration(false), 0);
        factory.getCompressor(CompressionCodecName.SNAPPY).compress(BytesInput.from(new byte[100]));
        factory.release();
        assertEquals(
                pages.getPages(),
                FastCodecStats.of(CompressionCodecName.SNAPPY, Direction.COMPRESS)
                        .getPages());
    }

    private static Configuration off() {
        Configuration configuration = new Configuration(false);
        configuration.setBoolean("parquet.fastcodec.enabled", false);
        return configuration;
    }
}
