// SPDX-License-Identifier: Apache-2.0
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
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Makes the Python wheel: the package, the jars that it gives to Spark, and the metadata of the binary distribution format
 * (packaging.python.org, "Binary distribution format"). Equal inputs give equal bytes.
 *
 * <p>Arguments: the folder of the package, the version that Maven has, the time for all entries, the README, the folder for the
 * wheel, and the folders of jars.
 */
public final class Wheel {

    private static final String PACKAGE = "parquet_fastcodec";

    /** Spark has libraries of its own by these names, which its class loader prefers. */
    private static final Set<String> IN_SPARK = Set.of("zstd-jni", "snappy-java", "aircompressor", "lz4-java");

    private final Map<String, byte[]> files = new TreeMap<>();

    public static void main(String[] args) throws IOException {
        Path source = Path.of(args[0]);
        String version = args[1].replace("-SNAPSHOT", ".dev0");
        Instant time = Instant.parse(args[2]);
        String readme = Files.readString(Path.of(args[3]));
        Path folder = Files.createDirectories(Path.of(args[4]));
        Wheel wheel = new Wheel();
        wheel.addPackage(source, version);
        for (String jars : List.of(args).subList(5, args.length)) {
            wheel.addJars(Path.of(jars));
        }
        wheel.addMetadata(version, readme);
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

    private void addJars(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            for (Path jar : all.filter(path -> path.toString().endsWith(".jar")).toList()) {
                String artifact = jar.getFileName().toString().replaceFirst("-[0-9].*", "");
                if (!IN_SPARK.contains(artifact)) {
                    files.put(PACKAGE + "/jars/" + jar.getFileName(), Files.readAllBytes(jar));
                }
            }
        }
    }

    private void addMetadata(String version, String readme) throws IOException {
        String info = PACKAGE + "-" + version + ".dist-info/";
        put(info + "METADATA", """
                Metadata-Version: 2.1
                Name: parquet-fastcodec
                Version: %s
                Summary: Fast Parquet compression in PySpark, and tools that measure, recompress and verify files and tables
                License: Apache-2.0
                Requires-Python: >=3.8
                Requires-Dist: pyspark>=3.5 ; extra == "spark"
                Provides-Extra: spark
                Description-Content-Type: text/markdown

                %s""".formatted(version, readme));
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
