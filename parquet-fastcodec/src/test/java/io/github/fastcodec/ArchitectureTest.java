// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static io.github.fastcodec.support.Architecture.ROOT;
import static io.github.fastcodec.support.Architecture.imports;
import static io.github.fastcodec.support.Architecture.mayUse;
import static io.github.fastcodec.support.Architecture.mustNotUse;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.CompositeArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.github.fastcodec.support.Architecture;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;

/** The rules that docs/architecture.md sets for the codec, checked on the classes compiled from {@code src/main/java}. */
class ArchitectureTest {

    private static final String SPI = ROOT + ".engine";
    private static final String HADOOP = ROOT + ".hadoop";
    private static final String SPARK = ROOT + ".spark";
    private static final String FLINK = ROOT + ".flink";

    private static final String INTERNAL = ROOT + ".internal..";
    private static final String PAGE = ROOT + ".internal.page";
    private static final String CONTEXT = ROOT + ".internal.context";
    private static final String FORMAT = ROOT + ".internal.format";
    private static final String SETTINGS = ROOT + ".internal.settings";
    private static final String EVENTS = ROOT + ".internal.events";
    private static final String FLIGHT_RECORDER = ROOT + ".internal.events.jfr";
    private static final String MEMORY = ROOT + ".internal.memory";
    private static final String REGISTRY = ROOT + ".internal.engines";
    private static final String ENGINES = ROOT + ".internal.engines..";
    private static final String INSTALLATION = ROOT + ".internal.hadoop";
    private static final String DOCTOR = ROOT + ".internal.doctor";

    private static final String[] HADOOP_TYPES = {"org.apache.hadoop.."};
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

    /** Library methods that take the size or the end of a page from the page itself, or do not check it at all. */
    private static final String TRUSTING = "fastDecompressor|fastestInstance|unsafeInstance|rawUncompress"
            + "|decompressDirectByteBuffer|.*DirectByteBuffer(Frame)?(Content)?Size";

    private static final Set<String> PUBLIC_TYPES = Set.of(
            "io.github.fastcodec.CodecLevels",
            "io.github.fastcodec.CorruptPageException",
            "io.github.fastcodec.Direction",
            "io.github.fastcodec.Doctor",
            "io.github.fastcodec.FastCodecFactory",
            "io.github.fastcodec.FastCodecJmx",
            "io.github.fastcodec.FastCodecMXBean",
            "io.github.fastcodec.FastCodecOptions",
            "io.github.fastcodec.FastCodecStats",
            "io.github.fastcodec.PageStats",
            "io.github.fastcodec.PoolState",
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
            "io.github.fastcodec.spark.FastCodecSparkPlugin");

    private static final Architecture CODEC = Architecture.of(FastCodecFactory.class);
    private static final JavaClasses CODE = CODEC.code();

    // ---- the public API

    @Test
    void onlyRootSpiAndAdaptersArePublic() {
        Set<String> packages = CODEC.publicPackages();
        assertEquals(
                new TreeSet<>(Set.of(ROOT, SPI, HADOOP, SPARK, FLINK)),
                packages,
                "Packages outside \"internal\" are promises to users. Put a new package below internal.");
    }

    @Test
    void onlyListedTypesArePublic() {
        Set<String> types = CODEC.publicTypes();
        assertEquals(
                new TreeSet<>(PUBLIC_TYPES),
                types,
                "A public type is a promise for years. If users need to name this one, add it to PUBLIC_TYPES.");
    }

    @Test
    void publicSignaturesUseNoInternalType() {
        Architecture.publicSignaturesNameNoInternalType().check(CODE);
    }

    // ---- null

    @Test
    void everyPackageIsNullMarked() {
        assertEquals(
                Set.of(),
                CODEC.packagesWithoutNullMarked(),
                "NullAway checks only packages that are @NullMarked. Add the annotation to their package-info.java.");
    }

    // ---- the direction of dependencies

    @Test
    void packagesHaveNoCycles() {
        Architecture.noCycles().check(CODE);
    }

    @Test
    void internalPackagesDoNotUseAdapters() {
        noClasses()
                .that()
                .resideInAPackage(INTERNAL)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(HADOOP, SPARK, FLINK)
                .because("adapters are the outermost layer: the code inside serves all of them and knows none")
                .check(CODE);
    }

    @Test
    void onlyTheHadoopAdapterUsesTheInstallation() {
        noClasses()
                .that(resideOutsideOfPackages(HADOOP, INSTALLATION))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(INSTALLATION)
                .because("FastCodecInstaller is the one door to parquet-java's codec map")
                .check(CODE);
    }

    @Test
    void internalPackagesDoNotUseTheRoot() {
        noClasses()
                .that()
                .resideInAPackage(INTERNAL)
                .and(resideOutsideOfPackages(INSTALLATION))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ROOT)
                .because("the root is built from the internal packages, and arrows point down")
                .check(CODE);
    }

    @Test
    void rootDoesNotUseAdapters() {
        mayUse(ROOT, SPI, PAGE, CONTEXT, REGISTRY, FORMAT, MEMORY, SETTINGS, DOCTOR)
                .because("the factory works without any framework, and engines are reached through their registry")
                .check(CODE);
    }

    @Test
    void spiUsesNothingElseOfThisProject() {
        mayUse(SPI).because("authors of engines need the SPI and nothing else").check(CODE);
    }

    @Test
    void pagesUseOnlyFormatsContextsEventsMemoryAndTheSpi() {
        mayUse(PAGE, FORMAT, CONTEXT, EVENTS, MEMORY, SPI)
                .because("the checks of a page hold for every engine, so they know none")
                .check(CODE);
    }

    @Test
    void formatsUseOnlyTheSpi() {
        mayUse(FORMAT, SPI)
                .because("what bytes say depends on no page, no context and no engine")
                .check(CODE);
    }

    @Test
    void poolUsesOnlyMemory() {
        mayUse(CONTEXT, MEMORY)
                .because("the pool keeps any context and knows none")
                .check(CODE);
    }

    @Test
    void eventsUseNothingElseOfThisProject() {
        mayUse(EVENTS)
                .because("pages and engines report events even if nothing records them")
                .check(CODE);
    }

    @Test
    void onlyFlightRecorderEventsUseItsModule() {
        CompositeArchRule.of(List.of(
                        mayUse(FLIGHT_RECORDER, EVENTS),
                        noClasses()
                                .that(resideOutsideOfPackages(FLIGHT_RECORDER))
                                .should()
                                .dependOnClassesThat()
                                .resideInAnyPackage(FLIGHT_RECORDER, "jdk.jfr..")))
                .because("a runtime image may lack the module jdk.jfr, so all else must link without it")
                .check(CODE);
    }

    @Test
    void memoryUsesNothingElseOfThisProject() {
        mayUse(MEMORY)
                .because("what pages, contexts and engines share stands below all of them")
                .check(CODE);
    }

    @Test
    void settingsUseOnlyFormatsMemoryAndTheSpi() {
        mayUse(SETTINGS, FORMAT, MEMORY, SPI)
                .because("a table of keys depends on nothing that reads it")
                .check(CODE);
    }

    @Test
    void enginesUseOnlyEventsFormatsMemorySettingsAndTheSpi() {
        mayUse(ENGINES, EVENTS, FORMAT, MEMORY, SETTINGS, SPI)
                .because("an engine contains no policy: checks and contexts are its callers'")
                .check(CODE);
    }

    @Test
    void enginePackagesDoNotUseEachOther() {
        slices().matching(REGISTRY + ".(*)")
                .should()
                .notDependOnEachOther()
                .because("where one library is missing, the engines of all others work")
                .check(CODE);
    }

    @Test
    void codecMapUsesOnlyTheFactoryEnginesAndPages() {
        mayUse(INSTALLATION, ROOT, SPI, PAGE, REGISTRY, FORMAT, MEMORY)
                .because("what parquet-java's codec map holds serves pages as the factory does")
                .check(CODE);
    }

    @Test
    void adaptersMayUseTheHadoopAdapterOnly() {
        CompositeArchRule.of(
                        List.of(mustNotUse(HADOOP, SPARK, FLINK), mustNotUse(SPARK, FLINK), mustNotUse(FLINK, SPARK)))
                .because("each adapter works where the others' framework is missing")
                .check(CODE);
    }

    @Test
    void doctorUsesOnlyEnginesAndSettings() {
        mayUse(DOCTOR, SPI, REGISTRY, SETTINGS)
                .because("what it looks at is there without a page and without a framework")
                .check(CODE);
    }

    @Test
    void importsForConstantsAndJavadocFollowTheSameArrows() throws IOException {
        List<String> upwards = Stream.of(
                        imports("engine(/.*)?", "internal\\..*"),
                        imports("internal/.*", "(hadoop|spark|flink)\\..*"),
                        imports("internal/(?!hadoop).*", "[A-Z].*"))
                .flatMap(List::stream)
                .toList();
        assertEquals(List.of(), upwards, "imports against the arrows of docs/architecture.md");
    }

    // ---- third-party types

    @Test
    void onlyAdaptersUseHadoop() {
        noClasses()
                .that(resideOutsideOfPackages(HADOOP, INSTALLATION, SPARK, FLINK))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(HADOOP_TYPES)
                .because("pages are read and written where Hadoop is not on the class path")
                .check(CODE);
    }

    @Test
    void onlyTheSparkAdapterUsesSpark() {
        noClasses()
                .that(resideOutsideOfPackages(SPARK))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(SPARK_TYPES)
                .because("all else works without Spark")
                .check(CODE);
    }

    @Test
    void onlyTheFlinkAdapterUsesFlink() {
        noClasses()
                .that(resideOutsideOfPackages(FLINK))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(FLINK_TYPES)
                .because("all else works without Flink")
                .check(CODE);
    }

    @Test
    void onlyEnginesUseCompressionLibraries() {
        noClasses()
                .that(resideOutsideOfPackages(ENGINES))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(LIBRARIES)
                .because("any library may be missing, and only an engine says so")
                .check(CODE);
    }

    // LZ4's fast decompressor reads out of bounds if a block is corrupt (CVE-2025-12183). The others access
    // memory without checking bounds.
    @Test
    void libraryDangers_enginesCallNoUncheckedLibraryMethod() {
        noClasses()
                .should()
                .accessTargetWhere(describe(
                        "the library trusts a page",
                        access -> resideInAnyPackage(LIBRARIES).test(access.getTargetOwner())
                                && access.getName().matches(TRUSTING)))
                .because("an engine gives a library only what keeps to bounds")
                .check(CODE);
    }

    @Test
    void enginesUseOnlyTheirOwnLibrary() {
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
    void enginesUseOnlyCodecNamesOfParquet() {
        noClasses()
                .that()
                .resideInAnyPackage(SPI, ENGINES)
                .should()
                .dependOnClassesThat(describe(
                        "are parquet-java's, except CompressionCodecName",
                        type -> resideInAPackage("org.apache.parquet..").test(type)
                                && !type.getBaseComponentType().isEquivalentTo(CompressionCodecName.class)))
                .because("an engine compresses blocks and does not know pages")
                .check(CODE);
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
}
