// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.spark;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The plugin in an application with incomplete jars. The tools module's src/it/spark tests the plugin on a cluster. */
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
    void anIcebergThatDoesNotLoadFailsNoApplication(Throwable failure) {
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
}
