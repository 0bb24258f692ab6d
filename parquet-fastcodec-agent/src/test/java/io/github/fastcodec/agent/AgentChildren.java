// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.support.ChildJvm;
import java.io.File;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/**
 * Child JVMs with the agent, whose programs do not refer to this project. They run on the tests' Java, or on the one at the
 * system property {@code agent.java.home}, for at most {@code agent.seconds}.
 */
final class AgentChildren {

    static final String SERVES = " serves ";
    static final String NOT_ACTIVE = "parquet-fastcodec is not active";

    private static final int JAVA_11 = 55;
    private static final int SECONDS = Integer.getInteger("agent.seconds", 240);
    private static final Pattern PAGES =
            Pattern.compile("(?m)^(\\w+) pages (\\d+) written (\\d+) read (\\d+) bytes (\\d+)$");

    private final Path directory;
    private final Path agent;
    private int number;

    AgentChildren(Path directory) throws Exception {
        this.directory = directory;
        this.agent = AgentJar.make(directory);
    }

    /** Returns the option that starts the agent. */
    String agent() {
        return "-javaagent:" + agent;
    }

    /** Returns an empty folder for a child's files. */
    String files() throws Exception {
        return Files.createTempDirectory(directory, "files").toString();
    }

    static String java() {
        String home = System.getProperty("agent.java.home", System.getProperty("java.home"));
        return Path.of(home, "bin", "java").toString();
    }

    /** Returns the major version of the children's Java. */
    static int javaVersion() throws Exception {
        String home = System.getProperty("agent.java.home");
        if (home == null) {
            return Runtime.version().feature();
        }
        Matcher version = Pattern.compile("JAVA_VERSION=\"(\\d+)").matcher(Files.readString(Path.of(home, "release")));
        assertTrue(version.find());
        return Integer.parseInt(version.group(1));
    }

    /** Returns the given paths, followed by the class path of an application with parquet-java, Hadoop and a logger. */
    List<Path> application(Path... first) throws Exception {
        List<Path> classPath = new ArrayList<>(List.of(first));
        classPath.add(programs());
        AgentJar.classPath().stream()
                .filter(
                        path -> path.getFileName()
                                .toString()
                                .matches(
                                        "(parquet-(?!fastcodec|avro)|hadoop-client|slf4j|commons-(logging|pool|codec)|jts|snappy-java|zstd-jni).*\\.jar"))
                .forEach(classPath::add);
        return classPath;
    }

    /** Returns a folder with the classes of the tests' programs, in a form that Java 11 also runs. */
    Path programs() throws Exception {
        Path folder = directory.resolve("programs");
        if (!Files.exists(folder)) {
            Path target = Files.createDirectories(folder.resolve(packagePath()));
            try (Stream<Path> classes = Files.list(testClasses().resolve(packagePath()))) {
                for (Path file : classes.filter(AgentChildren::isProgram).toList()) {
                    Files.write(target.resolve(file.getFileName()), forJava11(Files.readAllBytes(file)));
                }
            }
        }
        return folder;
    }

    /** Returns a class file in a form that Java 11 also runs. */
    static byte[] forJava11(byte[] classFile) {
        classFile[7] = JAVA_11;
        return classFile;
    }

    private static boolean isProgram(Path file) {
        return file.getFileName()
                .toString()
                .matches("(\\w*Program|AgentCounts|EarlyAgent|ChangingAgent)(\\$.*)?\\.class");
    }

    private static String packagePath() {
        return AgentChildren.class.getPackageName().replace('.', '/');
    }

    private static Path testClasses() throws URISyntaxException {
        return Path.of(AgentChildren.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    /** Makes a jar of the programs and a relocated parquet-java, like the private copies of frameworks. */
    Path relocated(String prefix) throws Exception {
        Path jar = directory.resolve("relocated.jar");
        Remapper names = new Remapper(Opcodes.ASM9) {
            @Override
            public String map(String name) {
                return name.startsWith("org/apache/parquet/")
                        ? prefix + name.substring("org/apache/parquet/".length())
                        : name;
            }

            /** Also renames classes in strings, as relocation does, but not codecs, so that only the agent can provide them. */
            @Override
            public Object mapValue(Object value) {
                String dotted = "org.apache.parquet.";
                return value instanceof String text && text.startsWith(dotted) && !text.contains(".hadoop.codec.")
                        ? prefix.replace('/', '.') + text.substring(dotted.length())
                        : super.mapValue(value);
            }
        };
        try (AgentJar.Writer writer = new AgentJar.Writer(jar)) {
            for (Path path : application()) {
                if (Files.isDirectory(path) || path.getFileName().toString().startsWith("parquet-")) {
                    relocate(path, names, writer);
                }
            }
        }
        return jar;
    }

    private static void relocate(Path path, Remapper names, AgentJar.Writer writer) throws Exception {
        Path unpacked = path;
        FileSystem zip = null;
        if (!Files.isDirectory(path)) {
            zip = FileSystems.newFileSystem(path);
            unpacked = zip.getPath("/");
        }
        try (Stream<Path> files = Files.walk(unpacked)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".class")).toList()) {
                if (!file.toString().contains("META-INF")) {
                    ClassReader reader = new ClassReader(Files.readAllBytes(file));
                    ClassWriter changed = new ClassWriter(0);
                    reader.accept(new ClassRemapper(changed, names), 0);
                    writer.put(names.map(reader.getClassName()) + ".class", changed.toByteArray());
                }
            }
        } finally {
            if (zip != null) {
                zip.close();
            }
        }
    }

    /** Makes a folder with parquet-java's {@code CodecFactory}, changed. */
    Path changedFactory(String name, Function<ClassVisitor, ClassVisitor> change) throws Exception {
        String file = "org/apache/parquet/hadoop/CodecFactory.class";
        ClassWriter changed = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        try (InputStream in = AgentChildren.class.getResourceAsStream("/" + file)) {
            new ClassReader(in).accept(change.apply(changed), 0);
        }
        Path folder = directory.resolve(name);
        Files.createDirectories(folder.resolve(file).getParent());
        Files.write(folder.resolve(file), changed.toByteArray());
        return folder;
    }

    /** Makes a {@code CodecFactory} that no longer reads its map, as in upstream's change #3570. */
    Path ignoringItsMap() throws Exception {
        return changedFactory("ignoring", next -> new ClassVisitor(Opcodes.ASM9, next) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] thrown) {
                MethodVisitor method = super.visitMethod(access, name, descriptor, signature, thrown);
                return name.equals("<clinit>")
                        ? method
                        : new MethodVisitor(Opcodes.ASM9, method) {
                            @Override
                            public void visitFieldInsn(int opcode, String owner, String field, String type) {
                                if (field.equals("CODEC_BY_NAME")) {
                                    visitTypeInsn(Opcodes.NEW, "java/util/HashMap");
                                    visitInsn(Opcodes.DUP);
                                    visitMethodInsn(Opcodes.INVOKESPECIAL, "java/util/HashMap", "<init>", "()V", false);
                                } else {
                                    super.visitFieldInsn(opcode, owner, field, type);
                                }
                            }
                        };
            }
        });
    }

    /** Makes a {@code CodecFactory} whose methods have names that the agent does not know. */
    Path ofUnknownShape() throws Exception {
        return changedFactory("unknown", next -> new ClassVisitor(Opcodes.ASM9, next) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] thrown) {
                MethodVisitor method = super.visitMethod(access, renamed(name), descriptor, signature, thrown);
                return new MethodVisitor(Opcodes.ASM9, method) {
                    @Override
                    public void visitMethodInsn(
                            int opcode, String owner, String called, String type, boolean isInterface) {
                        super.visitMethodInsn(opcode, owner, renamed(called), type, isInterface);
                    }
                };
            }

            private String renamed(String name) {
                return name.matches("create(Comp|Decomp)ressor(AtLevel)?") ? name.replace("create", "make") : name;
            }
        });
    }

    /** Makes a {@code CodecFactory} without a field that holds a configuration for the agent to read. */
    Path withoutConfiguration() throws Exception {
        return changedFactory("configured", next -> new ClassVisitor(Opcodes.ASM9, next) {
            @Override
            public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
                boolean hides = name.equals("conf") || name.equals("configuration");
                return super.visitField(access, name, hides ? "Ljava/lang/Object;" : descriptor, signature, value);
            }

            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] thrown) {
                return new MethodVisitor(Opcodes.ASM9, super.visitMethod(access, name, descriptor, signature, thrown)) {
                    @Override
                    public void visitFieldInsn(int opcode, String owner, String field, String type) {
                        boolean hides = owner.endsWith("/CodecFactory")
                                && (field.equals("conf") || field.equals("configuration"));
                        super.visitFieldInsn(opcode, owner, field, hides ? "Ljava/lang/Object;" : type);
                        if (hides && opcode == Opcodes.GETFIELD) {
                            visitTypeInsn(Opcodes.CHECKCAST, type.substring(1, type.length() - 1));
                        }
                    }
                };
            }
        });
    }

    /** Runs a program, which must succeed. */
    ChildJvm run(List<Path> classPath, List<String> options, Class<?> program, String... arguments) throws Exception {
        List<String> command =
                new ArrayList<>(List.of(java(), "-Xmx512m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.add("-Dparquet.fastcodec.jmx=true"); // for AgentCounts
        command.addAll(options);
        command.addAll(
                List.of("-cp", classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator))));
        command.add(program.getName());
        command.addAll(List.of(arguments));
        ChildJvm child = ChildJvm.run(directory, "child" + number++, SECONDS, command);
        assertEquals(0, child.exit(), () -> String.join(" ", command) + "\n" + child.output() + child.errors());
        return child;
    }

    /** Requires that each page of each file went through the agent once, and returns the files' sizes in bytes. */
    static List<Long> assertServed(ChildJvm child, int files) {
        List<Long> sizes = new ArrayList<>();
        for (Matcher pages = PAGES.matcher(child.output()); pages.find(); ) {
            assertTrue(Integer.parseInt(pages.group(2)) > 10, pages.group());
            assertEquals(pages.group(2), pages.group(3), () -> "written pages\n" + child.output() + child.errors());
            assertEquals(pages.group(2), pages.group(4), () -> "read pages\n" + child.output() + child.errors());
            sizes.add(Long.valueOf(pages.group(5)));
        }
        assertEquals(files, sizes.size(), child::output);
        return sizes;
    }

    /** Requires that no page of any file went through the agent, and that the output has all files. */
    static void assertNotServed(ChildJvm child, int files) {
        int found = 0;
        for (Matcher pages = PAGES.matcher(child.output()); pages.find(); found++) {
            assertEquals("0", pages.group(3), pages.group());
            assertEquals("0", pages.group(4), pages.group());
        }
        assertEquals(files, found, child::output);
    }

    /** Returns how often a text occurs in a child's error output. */
    static long count(ChildJvm child, String text) {
        return Pattern.compile(Pattern.quote(text))
                .matcher(child.errors())
                .results()
                .count();
    }
}
