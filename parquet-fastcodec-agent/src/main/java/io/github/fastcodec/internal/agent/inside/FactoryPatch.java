// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.agent.inside;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.GeneratorAdapter;
import org.objectweb.asm.commons.Method;

/**
 * Changes the class file of a {@code CodecFactory} or {@code DirectCodecFactory} of any version of parquet-java, so that
 * its methods {@code createCompressor}, {@code createDecompressor} and {@code createCompressorAtLevel} first ask the agent
 * and run their own code only if the agent returns null or fails. If the agent rejects a setting of the file, its
 * {@code IllegalArgumentException} fails the file. parquet-java's cache, its {@code release} and classes that override those
 * methods stay unchanged.
 *
 * <p>Only method bodies change, so that a class that is already loaded can be patched. Stateless and thread-safe.
 */
public final class FactoryPatch implements BiFunction<String, byte[], byte[]> {

    /** The first version of class files that supports method handles. */
    private static final int JAVA_7 = Opcodes.V1_7;

    private static final Set<String> METHODS =
            Set.of("createCompressor", "createCompressorAtLevel", "createDecompressor");

    /** Creates the patch. */
    public FactoryPatch() {}

    /**
     * Returns the patched class file; null if the class is not parquet-java's.
     *
     * @param name the class's name, with slashes
     * @throws IllegalStateException if the class is parquet-java's but has none of the methods to patch
     */
    @Override
    public byte @Nullable [] apply(String name, byte[] classFile) {
        String root = name.substring(0, name.lastIndexOf("/hadoop/"));
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        Methods methods = new Methods(writer, name, root);
        reader.accept(methods, ClassReader.EXPAND_FRAMES);
        if (methods.patched > 0 && methods.version >= JAVA_7) {
            return writer.toByteArray();
        }
        if (methods.isParquetJava) {
            throw new IllegalStateException("none of its methods " + String.join(", ", new TreeSet<>(METHODS))
                    + " has the form of parquet-java 1.10 to 1.18");
        }
        return null;
    }

    private static final class Methods extends ClassVisitor {
        private final String name;
        private final String codecName;
        private final String compressor;
        private final String decompressor;
        private int version;
        private int patched;
        private boolean isParquetJava;

        private Methods(ClassVisitor next, String name, String root) {
            super(Opcodes.ASM9, next);
            this.name = name;
            this.codecName = "L" + root + "/hadoop/metadata/CompressionCodecName;";
            this.compressor = root + "/hadoop/CodecFactory$BytesCompressor";
            this.decompressor = root + "/hadoop/CodecFactory$BytesDecompressor";
        }

        @Override
        public void visit(
                int classVersion,
                int access,
                String className,
                String signature,
                String superName,
                String[] interfaces) {
            version = classVersion & 0xffff;
            super.visit(classVersion, access, className, signature, superName, interfaces);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String method, String descriptor, String signature, String[] exceptions) {
            isParquetJava |= descriptor.contains(codecName);
            MethodVisitor next = super.visitMethod(access, method, descriptor, signature, exceptions);
            String result = method.equals("createDecompressor") ? decompressor : compressor;
            boolean atLevel = method.equals("createCompressorAtLevel");
            if (!METHODS.contains(method)
                    || (access & (Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0
                    || !descriptor.equals("(" + codecName + (atLevel ? "I" : "") + ")L" + result + ";")) {
                return next;
            }
            patched++;
            return new Prologue(next, access, method, descriptor, name);
        }
    }

    /**
     * The code inserted before a method's own code. Its frames are written explicitly, because computing them would load
     * the application's classes.
     */
    private static final class Prologue extends GeneratorAdapter {
        private static final String HOOK = "io.github.fastcodec.internal.agent.Hook";
        private static final Type OBJECT = Type.getType(Object.class);
        private static final Type CLASS = Type.getType(Class.class);
        private static final Type WRONG_SETTING = Type.getType(IllegalArgumentException.class);
        private static final Type FUNCTION = Type.getType(BiFunction.class);

        private final Object[] locals;
        private final Type result;

        private Prologue(MethodVisitor next, int access, String method, String descriptor, String factory) {
            super(Opcodes.ASM9, next, access, method, descriptor);
            String codecName = getArgumentTypes()[0].getInternalName();
            this.locals = isAtLevel()
                    ? new Object[] {factory, codecName, Opcodes.INTEGER}
                    : new Object[] {factory, codecName};
            this.result = getReturnType();
        }

        private boolean isAtLevel() {
            return getArgumentTypes().length == 2;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            Label start = new Label();
            Label end = new Label();
            Label rejected = new Label();
            Label failed = new Label();
            Label noAnswer = new Label();
            Label own = new Label();
            visitTryCatchBlock(start, end, rejected, WRONG_SETTING.getInternalName());
            visitTryCatchBlock(start, end, failed, "java/lang/Throwable");
            mark(start);
            pushHook();
            invokeStatic(
                    Type.getType(MethodHandles.class),
                    Method.getMethod("java.lang.invoke.MethodHandles$Lookup lookup()"));
            pushArguments();
            invokeInterface(FUNCTION, Method.getMethod("Object apply(Object,Object)"));
            checkCast(result);
            dup();
            ifNull(noAnswer);
            returnValue();
            mark(end);

            mark(noAnswer);
            visitFrame(Opcodes.F_NEW, locals.length, locals, 1, new Object[] {result.getInternalName()});
            pop();
            goTo(own);

            mark(rejected);
            visitFrame(Opcodes.F_NEW, locals.length, locals, 1, new Object[] {WRONG_SETTING.getInternalName()});
            throwException();

            mark(failed);
            visitFrame(Opcodes.F_NEW, locals.length, locals, 1, new Object[] {"java/lang/Throwable"});
            pop();

            mark(own);
            visitFrame(Opcodes.F_NEW, locals.length, locals, 0, new Object[0]);
            visitInsn(Opcodes.NOP); // the method's own code may begin with a frame, and one offset cannot have two
        }

        private void pushHook() {
            push(HOOK);
            push(true);
            invokeStatic(Type.getType(ClassLoader.class), Method.getMethod("ClassLoader getSystemClassLoader()"));
            invokeStatic(CLASS, Method.getMethod("Class forName(String,boolean,ClassLoader)"));
            push(0);
            newArray(CLASS);
            invokeVirtual(CLASS, Method.getMethod("java.lang.reflect.Constructor getConstructor(Class[])"));
            push(0);
            newArray(OBJECT);
            invokeVirtual(Type.getType(Constructor.class), Method.getMethod("Object newInstance(Object[])"));
            checkCast(FUNCTION);
        }

        /** Pushes an array of the factory, the codec, the result's class, and the level or null. */
        private void pushArguments() {
            push(4);
            newArray(OBJECT);
            element(0, this::loadThis);
            element(1, () -> loadArg(0));
            element(2, () -> push(result));
            element(3, () -> {
                if (isAtLevel()) {
                    loadArg(1);
                    valueOf(Type.INT_TYPE);
                } else {
                    push((String) null);
                }
            });
        }

        private void element(int index, Runnable push) {
            dup();
            push(index);
            push.run();
            arrayStore(OBJECT);
        }
    }
}
