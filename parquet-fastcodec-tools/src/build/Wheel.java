// SPDX-License-Identifier: Apache-2.0
import static java.util.stream.Collectors.joining;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Builds the Python wheel: the package, its jars for Spark, and the metadata of the binary distribution format
 * (packaging.python.org, "Binary distribution format"). Equal inputs give equal bytes.
 *
 * <p>Arguments: the folder of the package, Maven's version, the time for all entries, the folder of docs, LICENSE and
 * NOTICE, the project's address, the folder of the libraries' licences, the folder for the wheel, the artifacts to leave out, and
 * the folders of jars.
 */
public final class Wheel {

    private static final String PACKAGE = "parquet_fastcodec";

    /** A link from one page to another. */
    private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:|#)");

    private final Map<String, byte[]> files = new TreeMap<>();

    public static void main(String[] args) throws IOException {
        Path source = Path.of(args[0]);
        String version = args[1].replace("-SNAPSHOT", ".dev0");
        Instant time = Instant.parse(args[2]);
        Path root = Path.of(args[3]);
        String address = args[4];
        Path licenses = Path.of(args[5]);
        Path folder = Files.createDirectories(Path.of(args[6]));
        Set<String> without = Set.of(args[7].split(","));
        Wheel wheel = new Wheel();
        wheel.addPackage(source, version);
        for (String jars : List.of(args).subList(8, args.length)) {
            wheel.addJars(Path.of(jars), without);
        }
        String page = LINK.matcher(Files.readString(root.resolve("docs/python.md")))
                .replaceAll("](" + address + "/blob/HEAD/docs/");
        wheel.addMetadata(version, page, address, wheel.addLicenses(version, root, licenses));
        try (Stream<Path> old = Files.list(folder)) {
            for (Path file :
                    old.filter(path -> path.toString().endsWith(".whl")).toList()) {
                Files.delete(file);
            }
        }
        wheel.writeTo(folder.resolve(PACKAGE + "-" + version + "-py3-none-any.whl"), time);
    }

    private void addPackage(Path source, String version) throws IOException {
        try (Stream<Path> all = Files.list(source.resolve(PACKAGE))) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(PACKAGE + "/" + file.getFileName(), Files.readAllBytes(file));
            }
        }
        put(PACKAGE + "/_version.py", "VERSION = \"" + version + "\"\n");
    }

    private void addJars(Path folder, Set<String> without) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            for (Path jar : all.filter(path -> path.toString().endsWith(".jar")).toList()) {
                String artifact = jar.getFileName().toString().replaceFirst("-[0-9].*", "");
                if (!without.contains(artifact)) {
                    files.put(PACKAGE + "/jars/" + jar.getFileName(), Files.readAllBytes(jar));
                }
            }
        }
    }

    /** Adds the licence files, and returns their names for License-File. */
    private List<String> addLicenses(String version, Path root, Path licenses) throws IOException {
        Map<String, Path> found = new TreeMap<>();
        for (String ours : List.of("LICENSE", "NOTICE")) {
            found.put(ours, root.resolve(ours));
        }
        try (Stream<Path> all = Files.walk(licenses)) {
            all.filter(Files::isRegularFile)
                    .forEach(file ->
                            found.put(licenses.relativize(file).toString().replace('\\', '/'), file));
        }
        for (Map.Entry<String, Path> file : found.entrySet()) {
            files.put(info(version) + "licenses/" + file.getKey(), Files.readAllBytes(file.getValue()));
        }
        return List.copyOf(found.keySet());
    }

    private static String info(String version) {
        return PACKAGE + "-" + version + ".dist-info/";
    }

    private void addMetadata(String version, String page, String address, List<String> licenses) {
        String info = info(version);
        put(info + "METADATA", """
                Metadata-Version: 2.4
                Name: parquet-fastcodec
                Version: %s
                Summary: Fast Parquet compression in PySpark, and tools that measure, recompress and verify files and tables
                License-Expression: Apache-2.0 AND BSD-3-Clause AND MIT
                %s
                Project-URL: Source, %s
                Requires-Python: >=3.8
                Requires-Dist: pyspark>=3.5 ; extra == "spark"
                Provides-Extra: spark
                Description-Content-Type: text/markdown

                %s""".formatted(
                version, licenses.stream().map("License-File: "::concat).collect(joining("\n")), address, page));
        put(info + "WHEEL", """
                Wheel-Version: 1.0
                Generator: parquet-fastcodec
                Root-Is-Purelib: true
                Tag: py3-none-any
                """);
        put(info + "entry_points.txt", """
                [console_scripts]
                parquet-fastcodec = parquet_fastcodec._command:main
                """);
        StringBuilder record = new StringBuilder();
        files.forEach((name, bytes) -> record.append(name + ",sha256=" + sha256(bytes) + "," + bytes.length + "\n"));
        put(info + "RECORD", record + info + "RECORD,,\n");
    }

    private void put(String name, String text) {
        files.put(name, text.getBytes(StandardCharsets.UTF_8));
    }

    private static String sha256(byte[] bytes) {
        try {
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private void writeTo(Path wheel, Instant time) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                ZipEntry entry = new ZipEntry(file.getKey());
                entry.setTimeLocal(time.atZone(ZoneOffset.UTC).toLocalDateTime());
                if (file.getKey().endsWith(".jar")) { // is compressed already
                    CRC32 crc = new CRC32();
                    crc.update(file.getValue());
                    entry.setMethod(ZipEntry.STORED);
                    entry.setSize(file.getValue().length);
                    entry.setCrc(crc.getValue());
                }
                zip.putNextEntry(entry);
                zip.write(file.getValue());
                zip.closeEntry();
            }
        }
        try (OutputStream out = Files.newOutputStream(wheel)) {
            bytes.writeTo(out);
        }
    }
}
