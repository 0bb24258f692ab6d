// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.internal.agent.inside.OwnProperties;
import io.github.fastcodec.internal.agent.inside.PropertyCalls;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** What the libraries in the agent's jar ask the JVM for, which the agent answers in its place. */
class AgentLibrariesTest {

    private static final Map<String, Set<String>> OF_PROPERTIES = Map.of(
            "java/lang/System",
            Set.of("getProperty", "getProperties", "setProperty", "setProperties", "clearProperty", "loadLibrary"),
            "java/lang/Boolean",
            Set.of("getBoolean"),
            "java/lang/Integer",
            Set.of("getInteger"),
            "java/lang/Long",
            Set.of("getLong"));

    // Would catch: a new version of a library that reads a property in a way that no version before it did.
    @Test
    void everyCallForAPropertyGoesToAMethodOfTheAgent(@TempDir Path directory) throws Exception {
        Set<String> redirected = new TreeSet<>();
        Set<String> left = new TreeSet<>();
        try (JarFile jar = new JarFile(AgentJar.make(directory).toFile())) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                if (entry.getName().matches("isolated/(?!io/github/fastcodec/|org/objectweb/|org/apache/).*\\.class")) {
                    try (InputStream in = jar.getInputStream(entry)) {
                        find(new PropertyCalls().apply(in.readAllBytes()), redirected, left);
                    }
                }
            }
        }
        assertEquals(Set.of(), left, "calls that are not redirected");
        Set<String> there = Arrays.stream(OwnProperties.class.getMethods())
                .map(method -> method.getName() + Type.getMethodDescriptor(method))
                .collect(Collectors.toSet());
        assertTrue(there.containsAll(redirected), () -> redirected + " among " + there);
        assertTrue(redirected.size() >= 5, redirected::toString);
    }

    private static void find(byte[] classFile, Set<String> redirected, Set<String> left) {
        MethodVisitor calls = new MethodVisitor(Opcodes.ASM9) {
            @Override
            public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
                if (owner.equals(Type.getInternalName(OwnProperties.class))) {
                    redirected.add(name + descriptor);
                } else {
                    requireOther(owner, name, descriptor);
                }
            }

            @Override
            public void visitInvokeDynamicInsn(String name, String descriptor, Handle method, Object... arguments) {
                for (Object argument : arguments) {
                    if (argument instanceof Handle handle) { // a reference to a method, which nothing redirects
                        requireOther(handle.getOwner(), handle.getName(), handle.getDesc());
                    }
                }
            }

            private void requireOther(String owner, String name, String descriptor) {
                if (OF_PROPERTIES.getOrDefault(owner, Set.of()).contains(name)) {
                    left.add(owner + "." + name + descriptor);
                }
            }
        };
        new ClassReader(classFile)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String descriptor, String signature, String[] exceptions) {
                                return calls;
                            }
                        },
                        ClassReader.SKIP_FRAMES);
    }
}
