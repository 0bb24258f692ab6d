// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.agent.inside;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.BiFunction;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/**
 * The compressor and decompressor classes that one copy of parquet-java gets from the agent. They are made from the templates
 * in {@code adapter}, whose names of parquet-java's types are replaced with the copy's. They are defined next to the copy's
 * {@code CodecFactory}, in the same class loader, package and protection domain, so that they are unloaded with that class.
 * Immutable and thread-safe.
 */
final class Adapters {

    /** The prefix of the adapters' names. parquet-fastcodec's {@code Installation} recognizes the agent by it. */
    private static final String ADAPTER = "FastCodecAgent";

    private static final String TEMPLATES = "io/github/fastcodec/internal/agent/adapter/";
    private static final String PARQUET = "org/apache/parquet/";

    private final MethodHandle newCompressor;
    private final MethodHandle newDecompressor;
    private final MethodHandle selfTest;

    /**
     * Defines the classes, except those that an earlier attempt defined before the JVM ran out of memory.
     *
     * @param factory the lookup of the {@code CodecFactory}
     * @param codecName the copy's {@code CompressionCodecName}
     * @throws IOException if a template cannot be read
     * @throws ReflectiveOperationException if the copy differs too much from the versions that the templates fit
     */
    Adapters(MethodHandles.Lookup factory, Class<?> codecName) throws IOException, ReflectiveOperationException {
        Names names = new Names(factory.lookupClass().getPackageName().replace('.', '/') + "/");
        define(factory, names, "PageContent");
        Class<?> compressor = define(factory, names, "Compressor");
        Class<?> decompressor = define(factory, names, "Decompressor");
        Class<?> test = define(factory, names, "SelfTest");
        MethodType any = MethodType.methodType(Object.class, Object.class, BiFunction.class);
        newCompressor = factory.findConstructor(
                        compressor, MethodType.methodType(void.class, codecName, BiFunction.class))
                .asType(any);
        newDecompressor = MethodHandles.dropArguments(
                factory.findConstructor(decompressor, MethodType.methodType(void.class, BiFunction.class))
                        .asType(MethodType.methodType(Object.class, BiFunction.class)),
                0,
                Object.class);
        selfTest = factory.findStatic(test, "run", MethodType.methodType(void.class, codecName))
                .asType(MethodType.methodType(void.class, Object.class));
    }

    /**
     * Runs the self-test of the classes, with a page that no engine sees.
     *
     * @param codec any constant of the copy's {@code CompressionCodecName}
     * @throws Throwable if the copy differs too much from the versions that the templates fit
     */
    void test(Object codec) throws Throwable {
        selfTest.invokeExact(codec);
    }

    private static Class<?> define(MethodHandles.Lookup factory, Names names, String template)
            throws IOException, IllegalAccessException {
        try {
            return factory.findClass(names.map(TEMPLATES + template).replace('/', '.'));
        } catch (ClassNotFoundException e) {
            // the usual case
        }
        ClassWriter writer = new ClassWriter(0);
        try (InputStream in = Adapters.class.getResourceAsStream("/" + TEMPLATES + template + ".class")) {
            new ClassReader(in).accept(new ClassRemapper(writer, names), 0);
        }
        return factory.defineClass(writer.toByteArray());
    }

    Object newCompressor(Object codec, BiFunction<Object, Object, ?> pages) throws Throwable {
        return (Object) newCompressor.invokeExact(codec, (BiFunction<?, ?, ?>) pages);
    }

    Object newDecompressor(Object codec, BiFunction<Object, Object, ?> pages) throws Throwable {
        return (Object) newDecompressor.invokeExact(codec, (BiFunction<?, ?, ?>) pages);
    }

    /**
     * Maps parquet-java's names in the templates to the copy's names, and the templates' own names to names in the
     * factory's package.
     */
    private static final class Names extends Remapper {
        private final String hadoopPackage;
        private final String root;

        /** @param hadoopPackage the package of the {@code CodecFactory}, with a trailing slash */
        private Names(String hadoopPackage) {
            super(Opcodes.ASM9);
            this.hadoopPackage = hadoopPackage;
            this.root = hadoopPackage.substring(0, hadoopPackage.length() - "hadoop/".length());
        }

        @Override
        public String map(String name) {
            if (name.startsWith(TEMPLATES)) {
                return hadoopPackage + ADAPTER + name.substring(TEMPLATES.length());
            }
            return name.startsWith(PARQUET) ? root + name.substring(PARQUET.length()) : name;
        }
    }
}
