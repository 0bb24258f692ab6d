// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.agent.inside;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Has a library call {@link OwnProperties} where it would read or set a system property, or load a library by its name. Safe for
 * use by many threads.
 */
public final class PropertyCalls implements UnaryOperator<byte[]> {

    private static final String OWN = Type.getInternalName(OwnProperties.class);

    /** The calls to redirect, as "class.method": all that the libraries in the agent's jar make. */
    private static final Map<String, String> CALLS = Map.of(
            "java/lang/System.getProperty", "getProperty",
            "java/lang/System.setProperty", "setProperty",
            "java/lang/System.loadLibrary", "loadLibrary",
            "java/lang/Boolean.getBoolean", "getBoolean",
            "java/lang/Integer.getInteger", "getInteger");

    /** Creates the rewriting. */
    public PropertyCalls() {}

    /** Returns the class file with those calls redirected; the same array if it has none. */
    @Override
    public byte[] apply(byte[] classFile) {
        String text = new String(classFile, StandardCharsets.ISO_8859_1);
        if (CALLS.values().stream().noneMatch(text::contains)) {
            return classFile;
        }
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        return new Redirection(super.visitMethod(access, name, descriptor, signature, exceptions));
                    }
                },
                0);
        return writer.toByteArray();
    }

    private static final class Redirection extends MethodVisitor {
        private Redirection(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            String own = opcode == Opcodes.INVOKESTATIC ? CALLS.get(owner + "." + name) : null;
            super.visitMethodInsn(opcode, own == null ? owner : OWN, own == null ? name : own, descriptor, isInterface);
        }
    }
}
