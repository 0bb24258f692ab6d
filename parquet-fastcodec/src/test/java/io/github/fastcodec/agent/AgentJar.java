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

/** The agent's jar as src/assembly/agent.xml lays it out, made of what the tests run on; and the plain jar beside it. */
final class AgentJar {

    private static final Pattern ISOLATED = Pattern.compile(
            "(snappy-java|zstd-jni|aircompressor|brotli4j|service|native-[a-z0-9_-]+|dec|lz4-java|jna|parquet-common"
                    + "|parquet-format-structures|slf4j-api|slf4j-simple|asm|asm-commons)-[0-9].*\\.jar");

    private static final String MANIFEST = "Manifest-Version: 1.0\nPremain-Class: io.github.fastcodec.agent.Agent\n"
            + "Can-Retransform-Classes: true\n\n";

    /** What only the agent's jar has. */
    private static final Pattern OF_THE_AGENT = Pattern.compile("io/github/fastcodec/(internal/)?agent/.*");

    private static final Pattern AT_THE_TOP = Pattern.compile("io/github/fastcodec/(internal/)?agent/[^/]*");

    private AgentJar() {}

    /** Makes the agent's jar; or returns the one that the system property {@code agent.jar} names. */
    static Path make(Path directory) throws Exception {
        String given = System.getProperty("agent.jar");
        if (given != null) {
            return Path.of(given);
        }
        return make(directory.resolve("agent.jar"), "of-the-tests");
    }

    /** Makes an agent's jar of a version of that name. */
    static Path make(Path jar, String version) throws Exception {
        try (Writer writer = new Writer(jar)) {
            writer.put("META-INF/MANIFEST.MF", MANIFEST.getBytes(StandardCharsets.UTF_8));
            writer.putFolder(ourClasses(), "", name -> AT_THE_TOP.matcher(name).matches());
            writer.putFolder(
                    ourClasses(),
                    "isolated/",
                    name -> !AT_THE_TOP.matcher(name).matches() && !name.startsWith("META-INF"));
            writer.put(
                    "isolated/META-INF/parquet-fastcodec/versions.properties",
                    ("io.github.fastcodec=" + version + "\n").getBytes(StandardCharsets.UTF_8));
            writer.put(
                    "isolated/simplelogger.properties",
                    Files.readAllBytes(Path.of("src/assembly/agent-simplelogger.properties")));
            for (Path library : classPath()) {
                if (ISOLATED.matcher(library.getFileName().toString()).matches()) {
                    writer.putJar(
                            library,
                            "isolated/",
                            name -> !name.matches("META-INF/(MANIFEST.MF|maven/.*|versions/.*)|.*module-info.class"));
                }
            }
        }
        return jar;
    }

    /** Makes the jar that applications have on their class path. */
    static Path makePlain(Path directory) throws Exception {
        Path jar = directory.resolve("plain.jar");
        try (Writer writer = new Writer(jar)) {
            writer.putFolder(
                    ourClasses(), "", name -> !OF_THE_AGENT.matcher(name).matches());
        }
        return jar;
    }

    private static Path ourClasses() throws URISyntaxException {
        return Path.of(FastCodecFactory.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    /** Returns the jars and folders of the tests' class path. */
    static List<Path> classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .toList();
    }

    /** Writes a jar, of each name the first entry that comes; not compressed, which takes longer than all else. */
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

        void putFolder(Path folder, String prefix, Predicate<String> which) throws IOException {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    String name = folder.relativize(file).toString().replace('\\', '/');
                    if (which.test(name)) {
                        put(prefix + name, Files.readAllBytes(file));
                    }
                }
            }
        }

        void putJar(Path library, String prefix, Predicate<String> which) throws IOException {
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
