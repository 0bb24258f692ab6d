// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.agent;

import static io.github.fastcodec.agent.AgentChildren.NOT_ACTIVE;
import static io.github.fastcodec.agent.AgentChildren.assertNotServed;
import static io.github.fastcodec.agent.AgentChildren.count;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.support.BrokenEngine;
import io.github.fastcodec.support.ChildJvm;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Agents with a damaged jar. parquet-java must work as if there were no agent. */
@Tag("slow")
class AgentBrokenTest {

    @TempDir
    static Path directory;

    private static AgentChildren children;

    @BeforeAll
    static void makeTheJar() throws Exception {
        children = new AgentChildren(directory);
    }

    private static ChildJvm files(String agent) throws Exception {
        return children.run(
                children.application(), List.of(agent), FilesProgram.class, children.files(), "GZIP", "ZSTD");
    }

    /** Would catch: an agent that a bad disk or a bug has broken and that brings the application down. */
    @ParameterizedTest
    @CsvSource({
        "io/github/fastcodec/internal/agent/Isolation, the agent could not start",
        "isolated/io/github/fastcodec/internal/agent/inside/FactoryPatch, 'CodecFactory, loaded from file:'",
        "isolated/io/github/fastcodec/internal/agent/inside/AgentService, 'the agent''s own classes cannot be started'",
        "isolated/io/github/fastcodec/internal/agent/adapter/Decompressor, CodecFactory 1.18",
        "isolated/io/github/fastcodec/FastCodecFactory, CodecFactory 1.18",
    })
    void damagedAgentLeavesParquetAloneWithAWarning(String name, String says) throws Exception {
        ChildJvm child = files(agentWith(name + ".class", new byte[100]));
        assertNotServed(child, 2);
        long warnings = count(child, NOT_ACTIVE);
        assertTrue(warnings == 1 || warnings == 2, child::errors);
        assertTrue(child.errors().contains(says), child::errors);
    }

    /** Would catch: a patch that lets an exception of its hook through. */
    @Test
    void throwingHookLeavesParquetAlone() throws Exception {
        String hook = "io/github/fastcodec/internal/agent/Hook.class";
        String agent = agentWith(hook, ending(hook, "apply", Opcodes.ATHROW));
        assertNotServed(files(agent), 2);
    }

    /** Would catch: adapters that are used without a test. */
    @ParameterizedTest
    @CsvSource({"accept, " + Opcodes.RETURN, "get, " + Opcodes.ARETURN})
    void rejectsBrokenAdaptersBeforeTheirFirstPage(String method, int instruction) throws Exception {
        String content = "io/github/fastcodec/internal/agent/adapter/PageContent.class";
        String agent = agentWith("isolated/" + content, ending(content, method, instruction));
        ChildJvm child = files(agent);
        assertNotServed(child, 2);
        assertEquals(1, count(child, NOT_ACTIVE), child::errors);
    }

    /** Would catch: a key that the agent does not read, and an exception that does not reach parquet-java's classes. */
    @Test
    void agentCatchesAnEngineThatWritesAWrongPage() throws Exception {
        String engine = BrokenEngine.class.getName();
        String classFile = engine.replace('.', '/') + ".class";
        byte[] content;
        try (InputStream in = AgentBrokenTest.class.getResourceAsStream("/" + classFile)) {
            content = AgentChildren.forJava11(in.readAllBytes());
        }
        Path jar = Files.createTempFile(directory, "engine", ".jar");
        try (AgentJar.Writer writer = new AgentJar.Writer(jar)) {
            writer.put("isolated/" + classFile, content);
            writer.put(
                    "isolated/META-INF/services/" + CodecEngine.class.getName(),
                    engine.getBytes(StandardCharsets.UTF_8));
            writer.putAll(agentJar(), "", name -> true);
        }
        ChildJvm child = children.run(
                children.application(), List.of("-javaagent:" + jar), BrokenPagesProgram.class, children.files());
        assertTrue(child.output().contains("false is written\n"), child::toString);
        assertTrue(
                child.output().contains("true java.io.IOException: Engine broken failed to compress a ZSTD page"),
                child::toString);
    }

    private static Path agentJar() {
        return Path.of(children.agent().substring("-javaagent:".length()));
    }

    /** Returns the option for an agent whose jar has other content for an entry. */
    private static String agentWith(String entry, byte[] content) throws Exception {
        Path jar = Files.createTempFile(directory, "changed", ".jar");
        try (AgentJar.Writer writer = new AgentJar.Writer(jar)) {
            writer.put(entry, content);
            writer.putAll(agentJar(), "", name -> true);
        }
        return "-javaagent:" + jar;
    }

    /**
     * Returns one of our classes with a method that only returns, by the given instruction, with null where it returns a value.
     */
    private static byte[] ending(String classFile, String method, int instruction) throws Exception {
        ClassWriter changed = new ClassWriter(0);
        ClassVisitor change = new ClassVisitor(Opcodes.ASM9, changed) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] thrown) {
                MethodVisitor next = super.visitMethod(access, name, descriptor, signature, thrown);
                if (!name.equals(method)) {
                    return next;
                }
                next.visitCode();
                next.visitInsn(Opcodes.ACONST_NULL);
                next.visitInsn(instruction);
                next.visitMaxs(1, Type.getArgumentTypes(descriptor).length + 1);
                next.visitEnd();
                return null;
            }
        };
        try (InputStream in = AgentBrokenTest.class.getResourceAsStream("/" + classFile)) {
            new ClassReader(in).accept(change, 0);
        }
        return changed.toByteArray();
    }
}
