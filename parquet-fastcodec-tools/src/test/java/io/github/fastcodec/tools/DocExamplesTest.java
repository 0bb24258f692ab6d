// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.tools;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.fastcodec.internal.cli.RootCommand;
import io.github.fastcodec.internal.settings.Setting;
import io.github.fastcodec.internal.settings.Settings;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.parquet.hadoop.ParquetOutputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * The code blocks of README.md, CONTRIBUTING.md, SECURITY.md and docs: Java, Python and shell compile, XML and JSON parse, and they
 * name existing functions, commands, options, classes and keys. Links have existing targets.
 */
class DocExamplesTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** The language follows the fence; a block without one is a picture or the output of a program. */
    private static final Pattern FENCE = Pattern.compile("^ *```(\\w*)$");

    /** The imports of the examples. */
    private static final String IMPORTS = Stream.of(
                    "io.github.fastcodec.*",
                    "io.github.fastcodec.engine.*",
                    "io.github.fastcodec.flink.*",
                    "io.github.fastcodec.recompress.*",
                    "io.github.fastcodec.jobs.*",
                    "io.github.fastcodec.verify.*",
                    "io.micrometer.core.instrument.*",
                    "java.nio.file.Path",
                    "java.util.*",
                    "java.util.concurrent.TimeUnit",
                    "java.util.function.Supplier",
                    "org.apache.avro.Schema",
                    "org.apache.avro.generic.GenericRecord",
                    "org.apache.flink.api.common.eventtime.WatermarkStrategy",
                    "org.apache.flink.connector.file.src.FileSource",
                    "org.apache.flink.formats.parquet.avro.AvroParquetReaders",
                    "org.apache.hadoop.conf.Configuration",
                    "org.apache.parquet.ParquetReadOptions",
                    "org.apache.parquet.avro.AvroParquetWriter",
                    "org.apache.parquet.compression.CompressionCodecFactory",
                    "org.apache.parquet.conf.HadoopParquetConfiguration",
                    "org.apache.parquet.conf.ParquetConfiguration",
                    "org.apache.parquet.example.data.Group",
                    "org.apache.parquet.hadoop.*",
                    "org.apache.parquet.hadoop.example.*",
                    "org.apache.parquet.hadoop.metadata.CompressionCodecName",
                    "org.apache.parquet.hadoop.util.ConfigurationUtil")
            .map(name -> "import " + name + ";\n")
            .collect(Collectors.joining());

    /** The variables that a page's examples assume. */
    private static final Map<String, String> VARIABLES = Map.of(
            "docs/examples.md",
            "org.apache.parquet.io.OutputFile outputFile, org.apache.parquet.schema.MessageType schema,"
                    + " org.apache.hadoop.fs.Path path, org.apache.hadoop.conf.Configuration conf",
            "docs/configuration.md",
            "org.apache.hadoop.conf.Configuration hadoopConfiguration,"
                    + " org.apache.parquet.conf.ParquetConfiguration parquetConfiguration, Properties properties",
            "docs/monitoring.md",
            "Runnable job, MeterRegistry registry,"
                    + " org.apache.parquet.conf.ParquetConfiguration configuration,"
                    + " ParquetMetricsCallback callback, Environment env,"
                    + " Stream<org.apache.flink.table.data.RowData> stream, org.apache.flink.core.fs.Path folder,"
                    + " org.apache.flink.table.types.logical.RowType rowType,"
                    + " org.apache.hadoop.conf.Configuration hadoopConfiguration,"
                    + " org.apache.flink.formats.parquet.ParquetColumnarRowInputFormat<"
                    + "org.apache.flink.connector.file.src.FileSourceSplit> rowFormat",
            "docs/lake.md",
            "org.apache.spark.sql.SparkSession spark",
            "docs/flink.md",
            "org.apache.flink.core.fs.Path folder, Schema schema, String json,"
                    + " org.apache.flink.table.types.logical.RowType rowType,"
                    + " org.apache.hadoop.conf.Configuration hadoopConfiguration,"
                    + " org.apache.flink.formats.parquet.ParquetColumnarRowInputFormat<"
                    + "org.apache.flink.connector.file.src.FileSourceSplit> rowFormat");

    /** The classes that an example assumes. */
    private static final Map<String, String> CLASSES = Map.of(
            // Flink's own classes need jars that this project is not built with
            "docs/flink.md",
            "class FileSink { static <T> void forBulkFormat(org.apache.flink.core.fs.Path folder,"
                    + " org.apache.flink.api.common.serialization.BulkWriter.Factory<T> writers) {} }\n",
            "docs/monitoring.md",
            "interface SinkBuilder<T> { org.apache.flink.api.connector.sink2.Sink<T> build(); }\n"
                    + "class FileSink { static <T> SinkBuilder<T> forBulkFormat(org.apache.flink.core.fs.Path folder,"
                    + " org.apache.flink.api.common.serialization.BulkWriter.Factory<T> writers) { return null; } }\n"
                    + "interface Stream<T> { void sinkTo(org.apache.flink.api.connector.sink2.Sink<T> sink); }\n"
                    + "interface Environment { <T> void fromSource("
                    + "org.apache.flink.api.connector.source.Source<T, ?, ?> source,"
                    + " WatermarkStrategy<T> watermarks, String name); }\n",
            "docs/engines.md",
            "class CardCompressor implements BlockCompressor { CardCompressor(int level) {}\n"
                    + "public long maxCompressedLength(int size) { return size; }\n"
                    + "public int compress(byte[] s, int so, int sl, byte[] t, int to, int tl) { return 0; } }\n"
                    + "class CardDecompressor implements BlockDecompressor {\n"
                    + "public int decompress(byte[] s, int so, int sl, byte[] t, int to, int tl) { return 0; } }\n");

    private static final Pattern CLASS = Pattern.compile("\\bio\\.github\\.fastcodec(?:\\.[a-z]\\w*)*\\.[A-Z]\\w*");
    private static final Pattern KEY = Pattern.compile("\\bparquet\\.fastcodec\\.[a-z0-9.]*[a-z0-9]");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)|(?:src|srcset)=\"([^\"]+)\"");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
    private static final String EVENTS = "/io/github/fastcodec/internal/events/jfr/";

    private record Block(String page, int line, String language, String text) {

        String place() {
            return page + ":" + line;
        }
    }

    // Would catch: an example of a method that was renamed, or an example that never compiled.
    @Test
    void everyJavaBlockCompiles(@TempDir Path folder) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        check(blocks("java"), block -> {
            String text = block.text();
            boolean whole = text.contains(" class ");
            String head = IMPORTS + CLASSES.getOrDefault(block.page(), "");
            String source = whole
                    ? head + text.replaceFirst("public (final )?class", "class")
                    : head + "class Example { void example(" + VARIABLES.getOrDefault(block.page(), "")
                            + ") throws Exception {\n" + text + "\n} }";
            Path file = Files.writeString(folder.resolve("Example.java"), source);
            StringWriter messages = new StringWriter();
            boolean compiled = compiler.getTask(
                            messages,
                            files,
                            null,
                            List.of("-proc:none", "-nowarn", "-d", folder.toString()),
                            null,
                            files.getJavaFileObjects(file))
                    .call();
            assertTrue(compiled, messages.toString());
        });
    }

    // Would catch: an unclosed quote, a line continuation without a next line.
    @Test
    void everyShellBlockIsWellFormed(@TempDir Path folder) throws IOException {
        check(blocks("sh"), block -> {
            // Usage in square brackets is not shell code.
            Path file =
                    Files.writeString(folder.resolve("block.sh"), block.text().replaceAll("\\[[^\\]]*]", ""));
            assertRuns("bash", "-n", file.toString());
        });
    }

    // Would catch: Python that does not compile, a call of a function of ours that does not exist.
    @Test
    void everyPythonBlockCompilesAndCallsExistingFunctions(@TempDir Path folder) throws IOException {
        String functions =
                Files.readString(ROOT.resolve("parquet-fastcodec-tools/src/main/python/parquet_fastcodec/__init__.py"));
        boolean python = isThere("python3");
        check(blocks("python"), block -> {
            if (python) {
                Path file = Files.writeString(folder.resolve("block.py"), block.text());
                assertRuns("python3", "-c", "import ast, sys; ast.parse(open(sys.argv[1]).read())", file.toString());
            }
            Pattern.compile("\\bparquet_fastcodec\\.(\\w+)")
                    .matcher(block.text())
                    .results()
                    .forEach(call -> assertTrue(functions.contains("    \"" + call.group(1) + "\",\n"), call::group));
        });
    }

    private static boolean isThere(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    private static void assertRuns(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String messages = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), messages);
    }

    // Would catch: a command or an option of the command line that was renamed or never existed.
    @Test
    void everyCommandHasTheOptionsItIsGiven() throws IOException {
        Pattern call = Pattern.compile(
                "^(?:java -jar \\S*parquet-fastcodec-tools-VERSION-all\\.jar|parquet-fastcodec) ([a-z].*)$");
        CommandLine commandLine = new CommandLine(RootCommand.class);
        List<Block> commands = new ArrayList<>();
        for (Block block : blocks("sh")) {
            for (String line : block.text().replaceAll("\\\\\\n *", "").split("\n")) {
                Matcher matcher = call.matcher(line);
                if (matcher.matches()) {
                    commands.add(new Block(block.page(), block.line(), "command", matcher.group(1)));
                }
            }
        }
        assertTrue(commands.size() > 5, () -> "only " + commands.size() + " commands found");
        check(commands, command -> {
            List<String> words =
                    List.of(command.text().replaceAll(" (#|&&|\\|).*", "").split(" +"));
            CommandLine subcommand = commandLine.getSubcommands().get(words.get(0));
            assertTrue(subcommand != null, () -> words.get(0) + " in: " + command.text());
            for (String word : words) {
                if (word.startsWith("-")) {
                    assertTrue(
                            subcommand.getCommandSpec().findOption(word.replaceAll("=.*", "")) != null,
                            () -> word + " in: " + command.text());
                }
            }
        });
    }

    // Would catch: a class that was renamed or moved, a key that does not exist, in any block.
    @Test
    void everyNamedClassAndKeyExists() throws IOException {
        Set<String> keys = Settings.ALL.stream().map(Setting::key).collect(Collectors.toCollection(TreeSet::new));
        keys.add(ParquetOutputFormat.COMPRESSION);
        check(blocks(), block -> {
            for (MatchResult match : CLASS.matcher(block.text()).results().toList()) {
                String name = match.group();
                String event = EVENTS + name.substring(name.lastIndexOf('.') + 1) + "Event.class";
                if (!name.startsWith("io.github.fastcodec.internal.") && exists(event)) {
                    continue; // the name of an event
                }
                Class.forName(name, false, DocExamplesTest.class.getClassLoader());
            }
            for (MatchResult match : KEY.matcher(block.text()).results().toList()) {
                assertTrue(keys.contains(match.group()), match.group());
            }
            Matcher option = Pattern.compile("'parquet-fastcodec\\.([^']+)'").matcher(block.text());
            while (option.find()) {
                assertTrue(keys.contains("parquet." + option.group(1)), option.group());
            }
        });
    }

    // Would catch: text to paste into a file that no parser accepts.
    @Test
    void everyXmlAndJsonBlockParses() throws IOException {
        check(
                blocks("xml"),
                block -> DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new ByteArrayInputStream(block.text().getBytes(StandardCharsets.UTF_8))));
        check(blocks("json"), block -> new ObjectMapper().readTree(block.text()));
    }

    // Would catch: a job of a version of Flink that no test has run, with a copy of parquet-java of another one.
    @Test
    void flinksPomHasTheNewestTestedVersions() throws IOException {
        String tested = Files.readString(ROOT.resolve("parquet-fastcodec-agent/src/it/flink/invoker.properties"));
        Matcher newest = Pattern.compile("-Pnewest -Dflink\\.version=(\\S+) -Dparquet\\.version=(\\S+)")
                .matcher(tested);
        assertTrue(newest.find(), tested);
        String pom = blocks("xml").stream()
                .map(Block::text)
                .filter(text -> text.contains("flink-clients"))
                .findFirst()
                .orElseThrow()
                .replaceAll("\\s+", "");
        for (String artifact : List.of("flink-clients", "flink-connector-files", "flink-parquet", "parquet-avro")) {
            String version = newest.group(artifact.startsWith("flink") ? 1 : 2);
            assertTrue(
                    pom.contains("<artifactId>" + artifact + "</artifactId><version>" + version + "</version>"),
                    artifact);
        }
    }

    // Would catch: a page, a heading or a file that was renamed, but not in the links of other pages.
    @Test
    void everyLinkLeadsToAFileAndHeading() throws IOException {
        List<Executable> links = new ArrayList<>();
        for (Path page : pages()) {
            for (MatchResult link : LINK.matcher(withoutBlocks(page)).results().toList()) {
                String target = link.group(1) == null ? link.group(2) : link.group(1);
                if (target.contains(":")) {
                    continue; // on another site
                }
                String[] parts = target.split("#", 2);
                Path file = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]);
                links.add(() -> {
                    assertTrue(Files.exists(file), () -> name(page) + ": " + target);
                    assertTrue(parts.length == 1 || anchors(file).contains(parts[1]), () -> name(page) + ": " + target);
                });
            }
        }
        assertTrue(links.size() > 100, () -> "only " + links.size() + " links found");
        assertAll(links);
    }

    /** Returns the anchors of a page's headings. */
    private static Set<String> anchors(Path page) throws IOException {
        return HEADING.matcher(withoutBlocks(page))
                .results()
                .map(heading -> heading.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\w\\- ]", "")
                        .replace(' ', '-'))
                .collect(Collectors.toSet());
    }

    private static String withoutBlocks(Path page) throws IOException {
        return Files.readString(page).replaceAll("(?ms)^ *```.*?^ *```$", "");
    }

    private interface Check {
        void of(Block block) throws Exception;
    }

    private static void check(List<Block> blocks, Check check) {
        assertAll(blocks.stream().map(block -> (Executable) () -> {
            try {
                check.of(block);
            } catch (Exception | AssertionError e) {
                throw new AssertionError(block.place() + ": " + e, e);
            }
        }));
    }

    private static boolean exists(String resource) {
        return DocExamplesTest.class.getResource(resource) != null;
    }

    private static List<Block> blocks(String language) throws IOException {
        List<Block> blocks = new ArrayList<>(blocks());
        blocks.removeIf(block -> !block.language().equals(language));
        return blocks;
    }

    private static List<Block> blocks() throws IOException {
        List<Block> blocks = new ArrayList<>();
        for (Path page : pages()) {
            List<String> lines = Files.readAllLines(page);
            int start = -1;
            String language = "";
            for (int line = 0; line < lines.size(); line++) {
                Matcher fence = FENCE.matcher(lines.get(line));
                if (!fence.matches()) {
                    continue;
                }
                if (start < 0) {
                    start = line + 1;
                    language = fence.group(1);
                } else {
                    String text = String.join("\n", lines.subList(start, line));
                    blocks.add(new Block(name(page), start, language, text));
                    start = -1;
                }
            }
            assertEquals(-1, start, () -> page + " has a block that is not closed");
        }
        return blocks;
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (Path folder : List.of(ROOT, ROOT.resolve("docs"))) {
            try (Stream<Path> files = Files.list(folder)) {
                files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
            }
        }
        return pages;
    }

    private static String name(Path page) {
        return ROOT.relativize(page).toString().replace('\\', '/');
    }
}
