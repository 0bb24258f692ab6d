// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.agent;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** A third party's agent that also changes {@code CodecFactory}: each of its methods first reports that it was called. */
public final class ChangingAgent implements ClassFileTransformer {

    private static volatile boolean called;

    private ChangingAgent() {}

    public static void premain(String arguments, Instrumentation instrumentation) {
        instrumentation.addTransformer(new ChangingAgent());
    }

    /** Called by the changed methods. */
    public static void called() {
        if (!called) {
            called = true;
            System.err.println("CodecFactory is changed by another agent");
        }
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
        if (!"org/apache/parquet/hadoop/CodecFactory".equals(name)) {
            return null;
        }
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String method, String descriptor, String signature, String[] thrown) {
                        MethodVisitor next = super.visitMethod(access, method, descriptor, signature, thrown);
                        return method.startsWith("<")
                                ? next
                                : new MethodVisitor(Opcodes.ASM9, next) {
                                    @Override
                                    public void visitCode() {
                                        super.visitCode();
                                        visitMethodInsn(
                                                Opcodes.INVOKESTATIC,
                                                "io/github/fastcodec/agent/ChangingAgent",
                                                "called",
                                                "()V",
                                                false);
                                    }
                                };
                    }
                },
                0);
        return writer.toByteArray();
    }
}
