// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.hadoop.FastCodecCryptoFactory;
import io.github.fastcodec.hadoop.FastCodecInstaller;
import io.github.fastcodec.support.ChildJvm;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.crypto.EncryptionPropertiesFactory;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.api.WriteSupport.WriteContext;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JVM that opens its first file when its memory is used up, and its second file when there is memory again. */
class OutOfMemoryTest {

    @TempDir
    Path directory;

    // Would catch: a class whose initializer ran out of memory, and that then fails each later file of the JVM.
    @Test
    void nextFileIsServedAfterAnOutOfMemoryError() throws Exception {
        ChildJvm child = ChildJvm.run(
                directory, "child", 120, List.of(), List.of("-Xmx64m", "-XX:+UseSerialGC", Program.class.getName()));
        StringBuilder expected = new StringBuilder();
        for (int room : Program.ROOMS) {
            expected.append("with " + room + " bytes a file with the key fails, the next is served\n");
            expected.append("with " + room + " bytes a factory fails, the next is served\n");
        }
        assertEquals(expected.toString(), child.output(), child::toString);
    }

    /** For each size that is left of the heap, in bytes, loads this project again and opens two files. */
    static final class Program {

        private static final int[] ROOMS = {30_000, 40_000, 1_000_000};

        public static void main(String[] args) throws Exception {
            Configuration configuration = new Configuration(false);
            serves(configuration); // loads what parquet-java and Hadoop need
            for (int room : ROOMS) {
                try (OwnClasses loader = new OwnClasses()) {
                    Constructor<?> key = loader.loadClass(FastCodecCryptoFactory.class.getName())
                            .getConstructor();
                    Method open = EncryptionPropertiesFactory.class.getMethod(
                            "getFileEncryptionProperties",
                            Configuration.class,
                            org.apache.hadoop.fs.Path.class,
                            WriteContext.class);
                    Object[] file = {configuration, null, null};
                    twice("a file with the key", room, () -> {
                        open.invoke(key.newInstance(), file);
                        return serves(configuration);
                    });
                    Configuration off = new Configuration(false);
                    off.setBoolean(FastCodecInstaller.ENABLED, false);
                    loader.loadClass(FastCodecInstaller.class.getName())
                            .getMethod("install", Configuration.class)
                            .invoke(null, off);
                }
                try (OwnClasses loader = new OwnClasses()) {
                    Constructor<?> factory =
                            loader.loadClass(FastCodecFactory.class.getName()).getConstructor();
                    twice("a factory", room, () -> factory.newInstance() != null);
                }
            }
        }

        private interface Step {
            boolean isServed() throws Exception;
        }

        /** Takes a step with {@code room} bytes of free memory, then again with all memory. */
        private static void twice(String what, int room, Step step) {
            byte[] reserve = new byte[room];
            List<byte[]> hog = new ArrayList<>(1 << 20);
            for (int size = 1 << 20; size > 0; size /= 2) {
                try {
                    while (reserve.length == room) {
                        hog.add(new byte[size]);
                    }
                } catch (OutOfMemoryError e) {
                    // smaller ones
                }
            }
            reserve = null;
            String first = outcome(step);
            hog.clear();
            System.out.println("with " + room + " bytes " + what + " " + first + ", the next " + outcome(step));
        }

        private static String outcome(Step step) {
            try {
                return step.isServed() ? "is served" : "is not served";
            } catch (Throwable e) {
                return "fails";
            }
        }

        /** Returns whether parquet-java's factory compresses a page with codecs of this project. */
        private static boolean serves(Configuration configuration) throws IOException {
            CodecFactory factory = new CodecFactory(configuration, 0);
            factory.getCompressor(CompressionCodecName.GZIP).compress(BytesInput.from(new byte[100]));
            factory.release();
            Object codec = HookedFiles.map().get(CompressionCodecName.GZIP.getHadoopCompressionCodecClassName());
            return codec.getClass().getName().equals(HadoopCodec.class.getName());
        }
    }

    /** Loads this project's classes again, and everything else from the test's loader. */
    private static final class OwnClasses extends URLClassLoader {

        private OwnClasses() {
            super(new URL[] {
                FastCodecFactory.class.getProtectionDomain().getCodeSource().getLocation()
            });
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("io.github.fastcodec.")) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }
    }
}
