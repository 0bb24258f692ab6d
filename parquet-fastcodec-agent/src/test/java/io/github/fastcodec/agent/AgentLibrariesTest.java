// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** The system properties that affect both the libraries in the agent's jar and the application's copies of them. */
class AgentLibrariesTest {

    /** With any of these set, FixedLibrary selects another engine. */
    private static final Set<String> THAT_FIX_A_FILE = Set.of(
            "ZstdNativePath",
            "brotli4j.library.path",
            "jna.boot.library.path",
            "jna.noclasspath",
            "jna.nounpack",
            "org.xerial.snappy.disable.bundled.libs",
            "org.xerial.snappy.lib.path",
            "org.xerial.snappy.use.systemlib");

    /**
     * Properties for the folder of unpacked files, which have unique names, for keeping these files, for the operating system,
     * and for limits.
     */
    private static final Set<String> HARMLESS = Set.of(
            "ZstdMaxDecompressSize",
            "ZstdTempFolder",
            "com.ibm.vm.bitmode",
            "javawebstart.version",
            "jna.boot.library.name",
            "jna.debug_load",
            "jna.debug_load.jna",
            "jna.dump_memory",
            "jna.library.path",
            "jna.nosys",
            "jna.platform.library.path",
            "jna.prefix",
            "jna.profiler.prefix",
            "jna.protected",
            "jna.tmpdir",
            "jnidispatch.preserve",
            "lz4java.jnilib.temp.keep",
            "native.encoding",
            "net.jpountz.lz4.LZ4DecompressorWithLength.maxDecompressedLength",
            "org.xerial.snappy.lib.name",
            "org.xerial.snappy.pool.disable",
            "w32.ascii");

    // Would catch: a new version of a library with another property by which the application can set its native
    // file.
    @Test
    void everyPropertyThatLibrariesReadIsKnown(@TempDir Path directory) throws Exception {
        Set<String> read = new TreeSet<>();
        try (JarFile jar = new JarFile(AgentJar.make(directory).toFile())) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                if (entry.getName().matches("isolated/(?!io/github/fastcodec/|org/objectweb/|org/apache/).*\\.class")) {
                    try (InputStream in = jar.getInputStream(entry)) {
                        find(in.readAllBytes(), read);
                    }
                }
            }
        }
        read.removeIf(name -> name.matches("(java|os|sun|user|file|line)\\..*"));
        Set<String> known = new TreeSet<>(HARMLESS);
        known.addAll(THAT_FIX_A_FILE);
        assertEquals(known, read);
    }

    /** Adds the string constants that precede a class's calls for a property; the first one is the property's name. */
    private static void find(byte[] classFile, Set<String> read) {
        new ClassReader(classFile)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String descriptor, String signature, String[] exceptions) {
                                return new Calls(read);
                            }
                        },
                        ClassReader.SKIP_FRAMES);
    }

    private static final class Calls extends MethodVisitor {
        private final Set<String> read;
        private final List<String> texts = new ArrayList<>();

        private Calls(Set<String> read) {
            super(Opcodes.ASM9);
            this.read = read;
        }

        @Override
        public void visitLdcInsn(Object value) {
            if (value instanceof String text) {
                texts.add(text);
            }
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (name.equals("getProperty") && owner.equals("java/lang/System")
                    || name.equals("getBoolean") && owner.equals("java/lang/Boolean")
                    || name.equals("getInteger") && owner.equals("java/lang/Integer")
                    || name.equals("getLong") && owner.equals("java/lang/Long")) {
                boolean hasDefault = descriptor.startsWith("(Ljava/lang/String;Ljava/lang/String;");
                int index = texts.size() - (hasDefault ? 2 : 1);
                if (index >= 0 || Type.getArgumentTypes(descriptor).length == 0) {
                    read.add(texts.get(Math.max(0, index)));
                }
            }
            texts.clear();
        }
    }
}
