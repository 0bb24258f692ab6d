// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;

/** The picture of docs/architecture.md, as rules over the classes that the build makes of {@code src/main/java}. */
class ArchitectureTest {

    private static final String ROOT = "io.github.fastcodec";
    private static final String SPI = ROOT + ".engine";
    private static final String HADOOP = ROOT + ".hadoop";
    private static final String SPARK = ROOT + ".spark";
    private static final String FLINK = ROOT + ".flink";
    private static final String CLI = ROOT + ".cli";
    private static final String AGENT = ROOT + ".agent";
    private static final String MICROMETER = ROOT + ".micrometer";
    private static final String RECOMPRESS = ROOT + ".recompress";
    private static final String ADVISE = ROOT + ".advise";

    private static final String INTERNAL = ROOT + ".internal..";
    private static final String PAGE = ROOT + ".internal.page";
    private static final String CONTEXT = ROOT + ".internal.context";
    private static final String STORE = ROOT + ".internal.store";
    private static final String FILE = ROOT + ".internal.file";
    private static final String LINUX = ROOT + ".internal.file.linux";
    private static final String STORAGE = ROOT + ".internal.storage";
    private static final String FORMAT = ROOT + ".internal.format";
    private static final String RECOMPRESS_INSIDE = ROOT + ".internal.recompress";
    private static final String VERIFY = ROOT + ".verify";
    private static final String VERIFY_INSIDE = ROOT + ".internal.verify";
    private static final String LAKE = ROOT + ".internal.lake";
    private static final String TABLES = ROOT + ".internal.tables";
    private static final String ICEBERG = ROOT + ".internal.tables.iceberg";
    private static final String DELTA = ROOT + ".internal.tables.delta";
    private static final String WORK = ROOT + ".internal.work";
    private static final String SETTINGS = ROOT + ".internal.settings";
    private static final String EVENTS = ROOT + ".internal.events";
    private static final String FLIGHT_RECORDER = ROOT + ".internal.events.jfr";
    private static final String MEMORY = ROOT + ".internal.memory";
    private static final String REGISTRY = ROOT + ".internal.engines";
    private static final String ENGINES = ROOT + ".internal.engines..";
    private static final String HADOOP_INSIDE = ROOT + ".internal.hadoop..";
    private static final String LINK = ROOT + ".internal.link";
    private static final String AGENT_START = ROOT + ".internal.agent";
    private static final String AGENT_ADAPTER = ROOT + ".internal.agent.adapter";
    private static final String AGENT_INSIDE = ROOT + ".internal.agent..";
    private static final String RELAY = ROOT + ".internal.hadoop.relay";

    private static final String[] HADOOP_TYPES = {"org.apache.hadoop.."};
    private static final String[] ICEBERG_TYPES = {"org.apache.iceberg.."};
    private static final String[] DELTA_TYPES = {"org.apache.spark.sql.delta..", "io.delta.."};
    private static final String[] SPARK_TYPES = {"org.apache.spark..", "scala..", "com.codahale.metrics.."};
    private static final String[] FLINK_TYPES = {"org.apache.flink..", "org.apache.avro..", "org.apache.parquet.avro.."
    };

    private static final String[] LIBRARIES = {
        "org.xerial.snappy..",
        "com.github.luben.zstd..",
        "net.jpountz..",
        "io.airlift.compress..",
        "com.aayushatharva.brotli4j..",
        "org.brotli.dec..",
        "com.sun.jna.."
    };

    private static final Set<String> PUBLIC_TYPES = Set.of(
            "io.github.fastcodec.CorruptPageException",
            "io.github.fastcodec.Direction",
            "io.github.fastcodec.FastCodecFactory",
            "io.github.fastcodec.FastCodecJmx",
            "io.github.fastcodec.FastCodecMXBean",
            "io.github.fastcodec.FastCodecMXBean$Pages",
            "io.github.fastcodec.FastCodecMXBean$Pool",
            "io.github.fastcodec.FastCodecOptions",
            "io.github.fastcodec.FastCodecStats",
            "io.github.fastcodec.PageStats",
            "io.github.fastcodec.PoolState",
            "io.github.fastcodec.advise.Advice",
            "io.github.fastcodec.advise.Advisor",
            "io.github.fastcodec.advise.Basis",
            "io.github.fastcodec.advise.CodecLevel",
            "io.github.fastcodec.advise.ColumnAdvice",
            "io.github.fastcodec.advise.FileSample",
            "io.github.fastcodec.advise.Goal",
            "io.github.fastcodec.advise.Measurement",
            "io.github.fastcodec.advise.PerTerabyte",
            "io.github.fastcodec.advise.Spread",
            "io.github.fastcodec.agent.Agent",
            "io.github.fastcodec.cli.Doctor",
            "io.github.fastcodec.cli.FastCodec",
            "io.github.fastcodec.engine.Availability",
            "io.github.fastcodec.engine.BlockCompressor",
            "io.github.fastcodec.engine.BlockDecompressor",
            "io.github.fastcodec.engine.CodecEngine",
            "io.github.fastcodec.engine.CompressionSettings",
            "io.github.fastcodec.flink.FastCodecAvroWriters",
            "io.github.fastcodec.flink.FastCodecFileFormatFactory",
            "io.github.fastcodec.flink.FastCodecReaders",
            "io.github.fastcodec.flink.FastCodecRowDataWriters",
            "io.github.fastcodec.flink.FastCodecWriters",
            "io.github.fastcodec.flink.FastCodecWriters$BuilderFactory",
            "io.github.fastcodec.hadoop.FastCodecCryptoFactory",
            "io.github.fastcodec.hadoop.FastCodecInstaller",
            "io.github.fastcodec.micrometer.FastCodecMeters",
            "io.github.fastcodec.recompress.RecompressPlan",
            "io.github.fastcodec.recompress.RecompressReport",
            "io.github.fastcodec.recompress.RecompressResult",
            "io.github.fastcodec.recompress.Recompressor",
            "io.github.fastcodec.recompress.RefusedFileException",
            "io.github.fastcodec.spark.AdviseJob",
            "io.github.fastcodec.spark.FastCodecSparkPlugin",
            "io.github.fastcodec.spark.JobReport",
            "io.github.fastcodec.spark.RecompressJob",
            "io.github.fastcodec.verify.Finding",
            "io.github.fastcodec.verify.Verifier",
            "io.github.fastcodec.verify.VerifyResult");

    private static final DescribedPredicate<JavaClass> OURS = resideInAPackage(ROOT + "..");

    private static final JavaClasses CODE = ownCode();

    private static JavaClasses ownCode() {
        ArchConfiguration.get()
                .setResolveMissingDependenciesFromClassPath(false); // of others' types the name is enough
        return new ClassFileImporter()
                .importUrl(FastCodecFactory.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation());
    }

    // ---- the public line

    @Test
    void thePublicPackagesAreTheRootTheSpiAndTheAdapters() {
        Set<String> packages = CODE.stream()
                .filter(Predicate.not(resideInAPackage(INTERNAL)))
                .map(JavaClass::getPackageName)
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(
                new TreeSet<>(
                        Set.of(ROOT, SPI, ADVISE, RECOMPRESS, VERIFY, HADOOP, SPARK, FLINK, MICROMETER, CLI, AGENT)),
                packages,
                "Packages outside \"internal\" are promises to users. Put a new package below internal.");
    }

    @Test
    void aTypeIsPublicOnlyIfItIsOnTheList() {
        Set<String> types = CODE.stream()
                .filter(ArchitectureTest::isPublicApi)
                .map(JavaClass::getName)
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(
                new TreeSet<>(PUBLIC_TYPES),
                types,
                "A public type is a promise for years. If users need to name this one, add it to PUBLIC_TYPES.");
    }

    @Test
    void noPublicSignatureNamesAnInternalType() {
        classes()
                .that(describe("are public API", ArchitectureTest::isPublicApi))
                .should(nameNoInternalTypeInTheirSignatures())
                .because("users cannot rely on what is below internal, so they must not have to name it")
                .check(CODE);
    }

    // ---- the direction of arrows

    @Test
    void noPackagesDependOnEachOtherInACycle() {
        slices().assignedFrom(new EachPackage())
                .should()
                .beFreeOfCycles()
                .because("packages in a cycle can only be read, tested and changed together")
                .check(CODE);
    }

    @Test
    void internalPackagesNeverNameAnAdapter() {
        noClasses()
                .that()
                .resideInAPackage(INTERNAL)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(HADOOP, SPARK, FLINK, MICROMETER, CLI, AGENT)
                .because("adapters stand at the edge: what is inside serves all of them and knows none")
                .check(CODE);
    }

    @Test
    void onlyTheHadoopAdapterNamesItsInnerHalf() {
        noClasses()
                .that(resideOutsideOfPackages(HADOOP, HADOOP_INSIDE))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(HADOOP_INSIDE)
                .because("FastCodecInstaller is the one door to parquet-java's codec map")
                .check(CODE);
    }

    @Test
    void internalPackagesBelowTheRootNeverNameIt() {
        noClasses()
                .that()
                .resideInAPackage(INTERNAL)
                .and(resideOutsideOfPackages(HADOOP_INSIDE, RECOMPRESS_INSIDE, LAKE, VERIFY_INSIDE, AGENT_INSIDE))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ROOT)
                .because("the root is built from what is internal, and arrows point down")
                .check(CODE);
    }

    @Test
    void theRootNamesNoAdapter() {
        mayUse(ROOT, SPI, PAGE, CONTEXT, REGISTRY, FORMAT, MEMORY, SETTINGS, LINK)
                .because("the factory works without any framework, and engines are reached through their registry")
                .check(CODE);
    }

    @Test
    void whatIsDoneWithFilesNamesTheFactoryAndTheFormatOfFilesOnly() {
        mayUse(RECOMPRESS, ROOT, FILE, RECOMPRESS_INSIDE)
                .because("the public API is thin: what is behind it serves the command line too")
                .check(CODE);
        mayUse(RECOMPRESS_INSIDE, ROOT, FILE, MEMORY, PAGE, STORAGE, WORK)
                .because("a file's pages go through the compressors and decompressors of the factory")
                .check(CODE);
        mayUse(LAKE, ROOT, FILE, RECOMPRESS_INSIDE, STORAGE)
                .because("what a machine of a cluster does with files is what any other does")
                .check(CODE);
        mayUse(TABLES, LAKE, RECOMPRESS_INSIDE)
                .because("a table's files are converted as any others, and its log is behind an interface")
                .check(CODE);
        mayUse(ICEBERG, TABLES, LAKE)
                .because("it tells of one format's log what all have")
                .check(CODE);
        mayUse(DELTA, TABLES, LAKE, RECOMPRESS_INSIDE)
                .because("it tells of one format's log what all have")
                .check(CODE);
        mayUse(ADVISE, ROOT, RECOMPRESS, FILE, FORMAT, MEMORY, STORAGE)
                .because("it measures pages as anybody writes and reads them, and recommends a plan")
                .check(CODE);
    }

    @Test
    void whatChecksFilesNamesTheFactoryAndTheFormatOfFilesOnly() {
        mayUse(VERIFY, ROOT, FILE, VERIFY_INSIDE)
                .because("the public half is a thin one")
                .check(CODE);
        mayUse(VERIFY_INSIDE, ROOT, FILE, FORMAT, WORK)
                .because("a file's pages go through the factory like anybody's")
                .check(CODE);
    }

    @Test
    void workInOrderNamesMemoryOnly() {
        mayUse(WORK, MEMORY)
                .because("threads and a window of memory know nothing of what is done")
                .check(CODE);
    }

    @Test
    void theFormatOfFilesNamesMemoryOnly() {
        mayUse(FILE, MEMORY, LINUX)
                .because("how a file is laid out depends on nothing that is done with it")
                .check(CODE);
    }

    @Test
    void whereFilesAreNamesTheFormatOfFilesOnly() {
        mayUse(STORAGE, FILE)
                .because("a file is found, read and created without a look at what is done with it")
                .check(CODE);
    }

    @Test
    void theSpiNamesNothingOfThisProject() {
        mayUse(SPI)
                .because("authors of engines need the SPI and nothing behind it")
                .check(CODE);
    }

    @Test
    void aPagesWayNamesFormatsContextsEventsAndTheSpiOnly() {
        mayUse(PAGE, FORMAT, CONTEXT, EVENTS, MEMORY, SPI, STORE)
                .because("the checks of a page hold for every engine, so they know none")
                .check(CODE);
    }

    @Test
    void whatFindsPagesThatHardlyShrinkNamesFormatsAndTheSpiOnly() {
        mayUse(STORE, FORMAT, SPI)
                .because("whether a block shrinks depends on its bytes and its codec, whatever engine is at work")
                .check(CODE);
    }

    @Test
    void formatsNameTheSpiOnly() {
        mayUse(FORMAT, SPI)
                .because("what bytes say depends on no page, no context and no engine")
                .check(CODE);
    }

    @Test
    void thePoolNamesMemoryAndTheAgentsPoolOnly() {
        mayUse(CONTEXT, MEMORY, LINK)
                .because("the pool keeps any context and knows none")
                .check(CODE);
    }

    @Test
    void theWayToTheAgentNamesNothingOfThisProject() {
        mayUse(LINK)
                .because("copies of this project in other class loaders share no type")
                .check(CODE);
    }

    @Test
    void eventsNameNothingOfThisProject() {
        mayUse(EVENTS)
                .because("pages and engines tell of themselves where nobody can record")
                .check(CODE);
    }

    @Test
    void theAgentsStartNamesTheJdkOnly() {
        classes()
                .that()
                .resideInAnyPackage(AGENT, AGENT_START)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(AGENT, AGENT_START, "java..")
                .because("the system class loader has these classes, and nothing else of the agent's jar")
                .check(CODE);
    }

    @Test
    void theAgentsAdaptersNameTheJdkAndParquetOnly() {
        classes()
                .that()
                .resideInAPackage(AGENT_ADAPTER)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(AGENT_ADAPTER, "java..", "org.apache.parquet..")
                .because("they are defined anew where nothing else of ours is")
                .check(CODE);
    }

    @Test
    void onlyTheEventsOfFlightRecorderNameItsModule() {
        CompositeArchRule.of(List.of(
                        mayUse(FLIGHT_RECORDER, EVENTS, CONTEXT, MEMORY),
                        noClasses()
                                .that(resideOutsideOfPackages(FLIGHT_RECORDER))
                                .should()
                                .dependOnClassesThat()
                                .resideInAnyPackage(FLIGHT_RECORDER, "jdk.jfr..")))
                .because("a runtime image may lack the module jdk.jfr, so all else must link without it")
                .check(CODE);
    }

    @Test
    void memoryNamesNothingOfThisProject() {
        mayUse(MEMORY)
                .because("what pages, contexts and engines share stands below all of them")
                .check(CODE);
    }

    @Test
    void settingsNameFormatsMemoryAndTheSpiOnly() {
        mayUse(SETTINGS, FORMAT, MEMORY, SPI)
                .because("a table of keys depends on nothing that reads it")
                .check(CODE);
    }

    @Test
    void enginesNameEventsFormatsMemorySettingsAndTheSpiOnly() {
        mayUse(ENGINES, EVENTS, FORMAT, MEMORY, SETTINGS, SPI)
                .because("an engine contains no policy: checks and contexts are its callers'")
                .check(CODE);
    }

    @Test
    void ofTheAdaptersOnlySparkAndFlinkNameAnotherOneWhichIsHadoop() {
        CompositeArchRule.of(List.of(
                        mustNotUse(HADOOP, SPARK, FLINK, CLI),
                        mustNotUse(SPARK, FLINK),
                        noClasses()
                                .that(resideInAPackage(SPARK)
                                        .and(describe(
                                                "do not run commands",
                                                type -> !type.getSimpleName().equals("Commands"))))
                                .should()
                                .dependOnClassesThat()
                                .resideInAPackage(CLI),
                        mustNotUse(FLINK, SPARK, CLI),
                        mustNotUse(CLI, HADOOP, SPARK, FLINK)))
                .because("each adapter works where the others' framework is missing")
                .check(CODE);
    }

    // Would catch: constants, which the compiler copies, and links of javadoc; class files know nothing of either.
    @Test
    void importsForConstantsAndJavadocPointNoOtherWay() throws IOException {
        List<String> upwards = Stream.of(
                        imports("engine(/.*)?", "internal\\..*"),
                        imports("internal/.*", "(hadoop|spark|flink|micrometer|cli|agent)\\..*"),
                        imports("internal/(?!hadoop|recompress|lake|verify|agent).*", "[A-Z].*"))
                .flatMap(List::stream)
                .toList();
        assertEquals(List.of(), upwards, "imports against the arrows of docs/architecture.md");
    }

    // ---- types of others

    @Test
    void onlyAdaptersNameHadoop() {
        noClasses()
                .that(resideOutsideOfPackages(HADOOP, HADOOP_INSIDE, SPARK, FLINK, DELTA))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(HADOOP_TYPES)
                .because("pages are read and written where Hadoop is not on the class path")
                .check(CODE);
    }

    @Test
    void onlyTheSparkAdapterNamesSpark() {
        noClasses()
                .that(resideOutsideOfPackages(SPARK, ICEBERG, DELTA))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(SPARK_TYPES)
                .because("all else works without Spark")
                .check(CODE);
    }

    @Test
    void onlyTheirAdaptersNameIcebergAndDelta() {
        CompositeArchRule.of(List.of(
                        noClasses()
                                .that(resideOutsideOfPackages(ICEBERG))
                                .should()
                                .dependOnClassesThat()
                                .resideInAnyPackage(ICEBERG_TYPES),
                        noClasses()
                                .that(resideOutsideOfPackages(DELTA))
                                .should()
                                .dependOnClassesThat()
                                .resideInAnyPackage(DELTA_TYPES)))
                .because("an application has the one, the other, or none")
                .check(CODE);
    }

    @Test
    void onlyTheFlinkAdapterNamesFlink() {
        noClasses()
                .that(resideOutsideOfPackages(FLINK))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(FLINK_TYPES)
                .because("all else works without Flink")
                .check(CODE);
    }

    @Test
    void onlyItsAdapterNamesMicrometer() {
        CompositeArchRule.of(List.of(
                        mayUse(MICROMETER, ROOT),
                        noClasses()
                                .that(resideOutsideOfPackages(MICROMETER))
                                .should()
                                .dependOnClassesThat()
                                .resideInAnyPackage(MICROMETER, "io.micrometer..")))
                .because("an application may have it or not")
                .check(CODE);
    }

    @Test
    void theRelayNamesTheJdkAndHadoopOnly() {
        classes()
                .that()
                .resideInAPackage(RELAY)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(RELAY, "java..", "org.apache.hadoop..", "org.slf4j")
                .because(
                        "a relay outlives this project's class loader; slf4j is there with parquet-java, or is done without")
                .check(CODE);
    }

    @Test
    void onlyEnginesNameACompressionLibrary() {
        noClasses()
                .that(resideOutsideOfPackages(ENGINES, LINUX)) // JNA, which calls what is no compression library there
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(LIBRARIES)
                .because("any library may be missing, and only an engine says so")
                .check(CODE);
    }

    @Test
    void anEngineNamesItsOwnLibraryOnly() {
        classes()
                .that()
                .resideInAPackage(ENGINES)
                .and()
                .areTopLevelClasses()
                .should(nameOneLibraryAtMost())
                .because("where one library is missing, the engines of all others work")
                .check(CODE);
    }

    @Test
    void ofParquetEnginesNameTheNamesOfCodecsOnly() {
        noClasses()
                .that()
                .resideInAnyPackage(SPI, ENGINES)
                .should()
                .dependOnClassesThat(describe(
                        "are parquet-java's, except CompressionCodecName",
                        type -> resideInAPackage("org.apache.parquet..").test(type)
                                && !type.getBaseComponentType().isEquivalentTo(CompressionCodecName.class)))
                .because("an engine compresses blocks and knows nothing of pages")
                .check(CODE);
    }

    // ---- what the rules are made of

    /** The classes of a package may use each other, those of the given packages, and whatever is not ours. */
    private static ArchRule mayUse(String user, String... used) {
        DescribedPredicate<JavaClass> allowed = resideInAPackage(user).or(resideInAnyPackage(used));
        String others = used.length == 0 ? "no package" : "only " + String.join(", ", used);
        return noClasses()
                .that()
                .resideInAPackage(user)
                .should()
                .dependOnClassesThat(OURS.and(DescribedPredicate.not(allowed)))
                .as(user + " may use " + others + " of this project");
    }

    /** Returns the imports of our own types that match, in the sources of the packages that match, as "file: type". */
    private static List<String> imports(String folders, String types) throws IOException {
        Path root = Path.of("src/main/java/io/github/fastcodec");
        Pattern ours = Pattern.compile("(?m)^import (?:static )?io\\.github\\.fastcodec\\.(" + types + ");");
        List<String> found = new ArrayList<>();
        try (Stream<Path> sources = Files.walk(root).filter(Files::isRegularFile)) {
            for (Path source : sources.sorted().toList()) {
                Path place = root.relativize(source);
                if (place.getNameCount() > 1
                        && place.getParent().toString().replace('\\', '/').matches(folders)) {
                    ours.matcher(Files.readString(source))
                            .results()
                            .forEach(match -> found.add(place + ": " + match.group(1)));
                }
            }
        }
        return found;
    }

    private static ArchRule mustNotUse(String user, String... used) {
        return noClasses()
                .that()
                .resideInAPackage(user)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(used);
    }

    /** Returns whether users can name a class: it is outside internal, public, and not nested in one that is not. */
    private static boolean isPublicApi(JavaClass type) {
        return !isInternal(type)
                && type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(ArchitectureTest::isPublicApi).orElse(true);
    }

    private static boolean isInternal(JavaClass type) {
        return resideInAPackage(INTERNAL).test(type.getBaseComponentType());
    }

    private static ArchCondition<JavaClass> nameNoInternalTypeInTheirSignatures() {
        return new ArchCondition<>("name no internal type in their signatures") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                report(type.getName(), ofDeclaration(type), events);
                for (JavaMember member : type.getAllMembers()) {
                    Set<JavaModifier> modifiers = member.getModifiers();
                    if (modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED)) {
                        report(type.getName() + ": " + member.getFullName(), ofMember(member), events);
                    }
                }
            }

            private void report(String place, Stream<JavaClass> named, ConditionEvents events) {
                named.filter(ArchitectureTest::isInternal)
                        .distinct()
                        .map(type -> SimpleConditionEvent.violated(type, place + " names " + type.getName()))
                        .forEach(events::add);
            }
        };
    }

    /** Returns the types in a type's supertypes, its own and those that it inherits, and in its type parameters. */
    private static Stream<JavaClass> ofDeclaration(JavaClass type) {
        Stream<? extends JavaType> own = Stream.of(
                        type.getSuperclass().stream(), type.getInterfaces().stream(), type.getTypeParameters().stream())
                .flatMap(types -> types);
        return Stream.of(
                        own.flatMap(named -> named.getAllInvolvedRawTypes().stream()),
                        type.getAllRawSuperclasses().stream(),
                        type.getAllRawInterfaces().stream())
                .flatMap(types -> types);
    }

    private static Stream<JavaClass> ofMember(JavaMember member) {
        Stream<JavaClass> types = member.getAllInvolvedRawTypes().stream();
        return member instanceof JavaCodeUnit code ? Stream.concat(types, code.getExceptionTypes().stream()) : types;
    }

    private static ArchCondition<JavaClass> nameOneLibraryAtMost() {
        return new ArchCondition<>("name one library at most, nested classes included") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                Set<String> named = CODE.stream()
                        .filter(nested ->
                                nested.equals(type) || nested.getName().startsWith(type.getName() + "$"))
                        .flatMap(nested -> nested.getDirectDependenciesFromSelf().stream())
                        .flatMap(dependency -> Stream.of(LIBRARIES)
                                .filter(library -> resideInAPackage(library).test(dependency.getTargetClass())))
                        .collect(Collectors.toCollection(TreeSet::new));
                if (named.size() > 1) {
                    events.add(SimpleConditionEvent.violated(type, type.getName() + " names " + named));
                }
            }
        };
    }

    /** Each package is a slice, the root and packages with packages below them too. */
    private static final class EachPackage implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return OURS.test(type) ? SliceIdentifier.of(type.getPackageName()) : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "each package";
        }
    }
}
