// SPDX-License-Identifier: Apache-2.0
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Collects the texts and notices that the licences of the libraries in a jar or wheel require, and lists the libraries in
 * third-party.txt, also those inside other libraries. Fails if a library is not in libraries.txt, or if its licence has no text.
 *
 * <p>Arguments: the text of Apache-2.0, the folder of libraries.txt, the folder to write, and jars as folders or class paths.
 * Between them, {@code without=NAME,...} leaves jars out by artifact, {@code assembly=FILE} takes only what the assembly
 * includes from the class paths that follow, and {@code sbom=FILE} also writes a CycloneDX document.
 */
public final class Licenses {

    private static final Pattern JAR = Pattern.compile("(.+?)-(\\d.*)\\.jar");
    private static final Pattern TEXT =
            Pattern.compile("META-INF/(?:.*/)?([^/]*(?:LICENSE|NOTICE|COPYING)[^/]*|AL2\\.0|LGPL2\\.1)(?<!\\.class)");
    private static final Pattern OUR_TEXT = Pattern.compile("META-INF/licenses/([^/]+)");
    private static final String OUR_GROUP = "io.github.fastcodec";
    private static final Pattern POM = Pattern.compile("META-INF/maven/[^/]+/[^/]+/pom\\.properties");
    /** One of an assembly's patterns for the classes that Hadoop has moved to a package of its own. */
    private static final Pattern MOVED = Pattern.compile("<exclude>org/apache/hadoop/shaded/(.+)/\\*\\*</exclude>");

    private record Row(String key, String licence, String folder, List<String> holds) {}

    /** A library, and those inside it. */
    private record Library(String id, Row row, List<Library> inside) {}

    private record Coordinates(String group, String artifact, String version) {}

    private final Path texts;
    private final Path output;
    /** The text of the licence that is ours too. */
    private final String apache;

    private final Map<String, Row> rows = new LinkedHashMap<>();
    private final Map<String, Library> libraries = new TreeMap<>();
    private final Set<String> problems = new TreeSet<>();

    private Licenses(Path apache, Path texts, Path output) throws IOException {
        this.apache = plain(Files.readString(apache));
        this.texts = texts;
        this.output = output;
        for (String line : Files.readAllLines(texts.resolve("libraries.txt"))) {
            if (!line.isBlank() && !line.startsWith("#")) {
                String[] columns = line.split(" {2,}");
                String key = columns[0];
                String folder =
                        key.endsWith(":*") ? key.substring(0, key.indexOf(':')) : key.substring(key.indexOf(':') + 1);
                rows.put(
                        key,
                        new Row(
                                key,
                                columns[1],
                                columns.length > 2 && !columns[2].equals("-") ? columns[2] : folder,
                                columns.length > 3 ? List.of(columns[3].split(" ")) : List.of()));
            }
        }
    }

    public static void main(String[] args) throws IOException {
        Path output = Path.of(args[2]);
        if (Files.exists(output)) {
            try (Stream<Path> old = Files.walk(output)) {
                old.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
            }
        }
        Files.createDirectories(output);
        Licenses licenses = new Licenses(Path.of(args[0]), Path.of(args[1]), output);
        String assembly = "";
        Set<String> without = Set.of();
        Path sbom = null;
        for (String arg : List.of(args).subList(3, args.length)) {
            if (arg.startsWith("without=")) {
                without = Set.of(arg.substring("without=".length()).split(","));
            } else if (arg.startsWith("assembly=")) {
                assembly = Files.readString(Path.of(arg.substring("assembly=".length())));
            } else if (arg.startsWith("sbom=")) {
                sbom = Path.of(arg.substring("sbom=".length()));
            } else {
                for (Path jar : jars(arg, assembly)) {
                    licenses.add(jar, without, assembly);
                }
            }
        }
        licenses.check();
        if (!licenses.problems.isEmpty()) {
            licenses.problems.forEach(System.err::println);
            System.exit(1);
        }
        licenses.writeList();
        if (sbom != null) {
            licenses.writeSbom(sbom);
        }
    }

    /** Returns the jars of a folder or a class path; with an assembly, only those of a class path that it includes. */
    private static List<Path> jars(String arg, String assembly) throws IOException {
        if (!arg.contains(File.pathSeparator) && Files.isDirectory(Path.of(arg))) {
            try (Stream<Path> files = Files.list(Path.of(arg))) {
                return files.filter(file -> file.toString().endsWith(".jar"))
                        .sorted()
                        .toList();
            }
        }
        List<String> included = Pattern.compile("<include>([^:<]+):([^:<]+)</include>")
                .matcher(assembly)
                .results()
                .map(match -> "/" + match.group(1).replace('.', '/') + "/" + (match.group(2) + "/").replace("*/", ""))
                .toList();
        Predicate<String> inside =
                path -> assembly.isEmpty() || included.stream().anyMatch(path::contains);
        return Arrays.stream(arg.split(File.pathSeparator))
                .filter(path -> path.endsWith(".jar") && inside.test(path.replace('\\', '/')))
                .map(Path::of)
                .toList();
    }

    private void add(Path jar, Set<String> without, String assembly) throws IOException {
        Matcher name = JAR.matcher(jar.getFileName().toString());
        // brotli4j's libraries: Maven takes that of the machine, and the build adds the others
        if (!name.matches() || without.contains(name.group(1)) || name.group(1).startsWith("native-")) {
            return;
        }
        String artifact = name.group(1);
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            List<Coordinates> poms = new ArrayList<>();
            for (ZipEntry entry : zip.stream()
                    .filter(entry -> POM.matcher(entry.getName()).matches())
                    .toList()) {
                Properties properties = new Properties();
                try (InputStream in = zip.getInputStream(entry)) {
                    properties.load(in);
                }
                poms.add(new Coordinates(
                        properties.getProperty("groupId"),
                        properties.getProperty("artifactId"),
                        properties.getProperty("version")));
            }
            String group = poms.stream()
                    .filter(pom -> pom.artifact.equals(artifact))
                    .map(Coordinates::group)
                    .findFirst()
                    .or(() -> rows.keySet().stream()
                            .filter(key -> key.endsWith(":" + artifact))
                            .map(key -> key.substring(0, key.indexOf(':')))
                            .findFirst())
                    .orElse(artifact.startsWith("parquet-fastcodec") ? OUR_GROUP : "?");
            Library library = library(
                    new Coordinates(group, artifact, name.group(2)),
                    jar.getFileName().toString());
            if (library == null || libraries.put(library.id, library) != null) {
                return;
            }
            Set<String> leftOut = MOVED.matcher(assembly)
                    .results()
                    .map(match -> match.group(1).replace('/', '.'))
                    .collect(Collectors.toSet());
            poms.stream()
                    .filter(pom -> !pom.artifact.equals(artifact))
                    .filter(pom -> leftOut.stream().noneMatch(moved -> (pom.group + ".").startsWith(moved + ".")))
                    .sorted(Comparator.comparing(Coordinates::toString))
                    .forEach(pom -> {
                        Library found = library(pom, jar.getFileName().toString());
                        if (found != null) {
                            library.inside.add(found);
                        }
                    });
            for (ZipEntry entry : zip.stream()
                    .filter(entry -> entry.getName().startsWith("META-INF/"))
                    .toList()) {
                Matcher text = (group.equals(OUR_GROUP) ? OUR_TEXT : TEXT).matcher(entry.getName());
                if (text.matches()) {
                    Path folder = group.equals(OUR_GROUP) ? output : output.resolve(library.row.folder);
                    write(zip, entry, folder.resolve(text.group(1)), artifact);
                }
            }
        }
    }

    private Library library(Coordinates coordinates, String jar) {
        String artifact = coordinates.group + ":" + coordinates.artifact;
        Row row = rows.getOrDefault(artifact, rows.get(coordinates.group + ":*"));
        if (row == null) {
            problems.add(jar + " has " + artifact + ":" + coordinates.version + " inside, which "
                    + texts.resolve("libraries.txt") + " does not list: add it with its licence, and add the text to "
                    + texts);
            return null;
        }
        return holding(artifact + ":" + coordinates.version, row);
    }

    private Library holding(String id, Row row) {
        List<Library> inside = new ArrayList<>();
        row.holds.forEach(name -> inside.add(holding(name, rows.get(name))));
        return new Library(id, row, inside);
    }

    /** Jars of one project have texts of the same name. A second one with other content gets the artifact's name too. */
    private void write(ZipFile zip, ZipEntry entry, Path file, String artifact) throws IOException {
        byte[] text;
        try (InputStream in = zip.getInputStream(entry)) {
            text = in.readAllBytes();
        }
        if (plain(new String(text, UTF_8)).equals(apache)) {
            return;
        }
        Path target = !Files.exists(file) || Arrays.equals(Files.readAllBytes(file), text)
                ? file
                : file.resolveSibling(file.getFileName() + "-" + artifact);
        Files.createDirectories(target.getParent());
        Files.write(target, text);
    }

    private static String plain(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }

    /** Adds the texts that the libraries' own jars lack, and finds licences without a text. */
    private void check() throws IOException {
        for (Row row : used(libraries.values(), new HashSet<>())) {
            Path own = texts.resolve(row.folder);
            if (Files.isDirectory(own)) {
                try (Stream<Path> files = Files.list(own)) {
                    for (Path file : files.toList()) {
                        Path target = output.resolve(row.folder).resolve(file.getFileName());
                        Files.createDirectories(target.getParent());
                        Files.write(target, Files.readAllBytes(file));
                    }
                }
            }
            if (!row.licence.equals("Apache-2.0") && !hasText(output.resolve(row.folder))) {
                problems.add(
                        row.key + " is under " + row.licence + ", and neither its jar nor " + own + " has the text");
            }
        }
    }

    private static Set<Row> used(Iterable<Library> libraries, Set<Row> rows) {
        for (Library library : libraries) {
            rows.add(library.row);
            used(library.inside, rows);
        }
        return rows;
    }

    private static boolean hasText(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return Files.exists(folder);
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.anyMatch(file -> !file.getFileName().toString().startsWith("NOTICE"));
        }
    }

    private void writeList() throws IOException {
        StringBuilder list = new StringBuilder("""
                The libraries in this jar or wheel, in binary form: each with its licence, and with the folder next to this file that
                has its texts and notices. An indented library is inside the one above it. LICENSE is ours, and has the text of Apache-2.0:
                META-INF/LICENSE in a jar, licenses/LICENSE in the wheel.

                """);
        append(list, "", libraries.values());
        Files.writeString(output.resolve("third-party.txt"), list);
    }

    private void append(StringBuilder list, String indent, Iterable<Library> libraries) {
        for (Library library : libraries) {
            String folder = Files.exists(output.resolve(library.row.folder)) ? library.row.folder : "LICENSE";
            list.append("%-72s  %-34s  %s\n".formatted(indent + library.id, library.row.licence, folder));
            append(list, indent + "  ", library.inside);
        }
    }

    /** Names of files are ARTIFACT-VERSION-all-cyclonedx.json. */
    private void writeSbom(Path file) throws IOException {
        Matcher name = Pattern.compile("(.+?)-(\\d.*)-all-cyclonedx\\.json")
                .matcher(file.getFileName().toString());
        if (!name.matches()) {
            throw new IllegalArgumentException(file + " is not named ARTIFACT-VERSION-all-cyclonedx.json");
        }
        Map<String, String> components = new TreeMap<>();
        List<String> dependencies = new ArrayList<>();
        addComponents(libraries.values(), components, dependencies);
        String self =
                "pkg:maven/io.github.fastcodec/" + name.group(1) + "@" + name.group(2) + "?classifier=all&type=jar";
        dependencies.add(0, dependency(self, libraries.values()));
        Files.writeString(file, """
                {
                  "bomFormat": "CycloneDX",
                  "specVersion": "1.6",
                  "version": 1,
                  "metadata": {
                    "component": {"type": "application", "bom-ref": "%1$s", "group": "io.github.fastcodec", "name": "%2$s", "version": "%3$s", "purl": "%1$s"}
                  },
                  "components": [
                    %4$s
                  ],
                  "dependencies": [
                    %5$s
                  ]
                }
                """.formatted(
                        self,
                        name.group(1),
                        name.group(2),
                        String.join(",\n    ", components.values()),
                        dependencies.stream().distinct().collect(Collectors.joining(",\n    "))));
    }

    private static void addComponents(
            Iterable<Library> libraries, Map<String, String> components, List<String> dependencies) {
        for (Library library : libraries) {
            String[] parts = library.id.split(":");
            String known = parts.length == 1
                    ? "\"name\": \"%s\"".formatted(parts[0])
                    : "\"group\": \"%s\", \"name\": \"%s\", \"version\": \"%s\", \"purl\": \"%s\""
                            .formatted(parts[0], parts[1], parts[2], reference(library));
            components.put(
                    library.id,
                    "{\"type\": \"library\", \"bom-ref\": \"%s\", %s, \"licenses\": [{\"expression\": \"%s\"}]}"
                            .formatted(reference(library), known, library.row.licence));
            if (!library.inside.isEmpty()) {
                dependencies.add(dependency(reference(library), library.inside));
            }
            addComponents(library.inside, components, dependencies);
        }
    }

    private static String dependency(String reference, Iterable<Library> on) {
        Set<String> references = new TreeSet<>();
        on.forEach(library -> references.add("\"" + reference(library) + "\""));
        return "{\"ref\": \"%s\", \"dependsOn\": [%s]}".formatted(reference, String.join(", ", references));
    }

    private static String reference(Library library) {
        String[] parts = library.id.split(":");
        return parts.length == 1 ? parts[0] : "pkg:maven/" + parts[0] + "/" + parts[1] + "@" + parts[2] + "?type=jar";
    }
}
