// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.agent;

import io.github.fastcodec.FastCodecFactory;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.Deflater;

/** The agent's jar in the layout of src/assembly/agent.xml, made from the tests' class path. */
final class AgentJar {

    private static final Pattern ISOLATED = Pattern.compile(
            "(snappy-java|zstd-jni|aircompressor|brotli4j|service|native-[a-z0-9_-]+|dec|lz4-java|jna|parquet-common"
                    + "|parquet-format-structures|slf4j-api|slf4j-simple|asm|asm-commons)-[0-9].*\\.jar");

    private static final String MANIFEST = "Manifest-Version: 1.0\nPremain-Class: io.github.fastcodec.agent.Agent\n"
            + "Can-Retransform-Classes: true\n\n";

    private static final Pattern INSIDE = Pattern.compile("io/github/fastcodec/internal/agent/(adapter|inside)/.*");

    private AgentJar() {}

    /** Makes the agent's jar, or returns the one that the system property {@code agent.jar} names. */
    static Path make(Path directory) throws Exception {
        String given = System.getProperty("agent.jar");
        if (given != null) {
            return Path.of(given);
        }
        return make(directory.resolve("agent.jar"), "of-the-tests");
    }

    /** Makes an agent's jar with the given version. */
    static Path make(Path jar, String version) throws Exception {
        Path agent = of(Agent.class);
        try (Writer writer = new Writer(jar)) {
            writer.put("META-INF/MANIFEST.MF", MANIFEST.getBytes(StandardCharsets.UTF_8));
            writer.putAll(agent, "", name -> !INSIDE.matcher(name).matches());
            writer.putAll(agent, "isolated/", name -> INSIDE.matcher(name).matches());
            writer.put(
                    "isolated/META-INF/parquet-fastcodec/versions.properties",
                    ("io.github.fastcodec=" + version + "\n").getBytes(StandardCharsets.UTF_8));
            writer.put(
                    "isolated/simplelogger.properties",
                    Files.readAllBytes(Path.of("src/assembly/simplelogger.properties")));
            writer.putAll(of(FastCodecFactory.class), "isolated/", name -> !name.startsWith("META-INF/"));
            for (Path library : classPath()) {
                if (ISOLATED.matcher(library.getFileName().toString()).matches()) {
                    writer.putAll(
                            library,
                            "isolated/",
                            name -> !name.matches("META-INF/(MANIFEST.MF|maven/.*|versions/.*)|.*module-info.class"));
                }
            }
        }
        return jar;
    }

    /** Returns the jar or folder that contains a class. */
    static Path of(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    /** Returns the jars and folders of the tests' class path. */
    static List<Path> classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .toList();
    }

    /**
     * Writes a jar, keeping the first entry of each name. The jar is not compressed, because that would take longer than
     * everything else.
     */
    static final class Writer implements AutoCloseable {
        private final JarOutputStream out;
        private final Set<String> names = new HashSet<>();

        Writer(Path jar) throws IOException {
            OutputStream file = Files.newOutputStream(jar);
            out = new JarOutputStream(file);
            out.setLevel(Deflater.NO_COMPRESSION);
        }

        void put(String name, byte[] content) throws IOException {
            if (names.add(name)) {
                out.putNextEntry(new JarEntry(name));
                out.write(content);
                out.closeEntry();
            }
        }

        /** Adds the matching entries of a jar or a folder. */
        void putAll(Path from, String prefix, Predicate<String> which) throws IOException {
            if (Files.isDirectory(from)) {
                putFolder(from, prefix, which);
            } else {
                putJar(from, prefix, which);
            }
        }

        private void putFolder(Path folder, String prefix, Predicate<String> which) throws IOException {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    String name = folder.relativize(file).toString().replace('\\', '/');
                    if (which.test(name)) {
                        put(prefix + name, Files.readAllBytes(file));
                    }
                }
            }
        }

        private void putJar(Path library, String prefix, Predicate<String> which) throws IOException {
            try (JarFile jar = new JarFile(library.toFile())) {
                for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
                    JarEntry entry = entries.nextElement();
                    if (!entry.isDirectory() && which.test(entry.getName())) {
                        try (InputStream in = jar.getInputStream(entry)) {
                            put(prefix + entry.getName(), in.readAllBytes());
                        }
                    }
                }
            }
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }
}
