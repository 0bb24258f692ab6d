// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.tools;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static io.github.fastcodec.support.Architecture.ROOT;
import static io.github.fastcodec.support.Architecture.mayUse;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.CompositeArchRule;
import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.cli.FastCodec;
import io.github.fastcodec.internal.storage.TooLargeException;
import io.github.fastcodec.support.Architecture;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The rules for the tools in docs/architecture.md, checked on the classes built from {@code src/main/java}. */
class ArchitectureTest {

    private static final String CLI = ROOT + ".cli";
    private static final String CLI_INSIDE = ROOT + ".internal.cli";
    private static final String JOBS = ROOT + ".jobs";
    private static final String PLAN = ROOT + ".plan";
    private static final String RECOMPRESS = ROOT + ".recompress";
    private static final String ADVISE = ROOT + ".advise";
    private static final String VERIFY = ROOT + ".verify";

    private static final String RECOMPRESS_INSIDE = ROOT + ".internal.recompress";
    private static final String ADVISE_INSIDE = ROOT + ".internal.advise";
    private static final String VERIFY_INSIDE = ROOT + ".internal.verify..";
    private static final String PARQUET = ROOT + ".internal.parquet";
    private static final String LINUX = ROOT + ".internal.storage.linux";
    private static final String SEARCH = ROOT + ".internal.search";
    private static final String STORAGE = ROOT + ".internal.storage";
    private static final String S3_STORAGE = ROOT + ".internal.storage.s3";
    private static final String HADOOP_STORAGE = ROOT + ".internal.storage.hadoop";
    private static final String CLUSTER = ROOT + ".internal.cluster";
    private static final String TABLES = ROOT + ".internal.tables";
    private static final String ICEBERG = ROOT + ".internal.tables.iceberg";
    private static final String DELTA = ROOT + ".internal.tables.delta";
    private static final String WORK = ROOT + ".internal.work";
    private static final String SAMPLING = ROOT + ".internal.sampling";
    private static final String TEXT = ROOT + ".internal.text";

    private static final Set<String> PUBLIC_TYPES = Set.of(
            "io.github.fastcodec.advise.Advice",
            "io.github.fastcodec.advise.Advice$Basis",
            "io.github.fastcodec.advise.Advice$PerTerabyte",
            "io.github.fastcodec.advise.AdviseOptions",
            "io.github.fastcodec.advise.Advisor",
            "io.github.fastcodec.advise.ColumnAdvice",
            "io.github.fastcodec.advise.Goal",
            "io.github.fastcodec.advise.Measurement",
            "io.github.fastcodec.cli.FastCodec",
            "io.github.fastcodec.jobs.AdviseJob",
            "io.github.fastcodec.jobs.JobReport",
            "io.github.fastcodec.jobs.RecompressJob",
            "io.github.fastcodec.jobs.VerifyJob",
            "io.github.fastcodec.plan.CodecLevel",
            "io.github.fastcodec.plan.Plan",
            "io.github.fastcodec.recompress.RecompressOptions",
            "io.github.fastcodec.recompress.RecompressReport",
            "io.github.fastcodec.recompress.RecompressResult",
            "io.github.fastcodec.recompress.Recompressor",
            "io.github.fastcodec.recompress.RefusedFileException",
            "io.github.fastcodec.verify.Finding",
            "io.github.fastcodec.verify.FindingKind",
            "io.github.fastcodec.verify.LostRows",
            "io.github.fastcodec.verify.Severity",
            "io.github.fastcodec.verify.Verifier",
            "io.github.fastcodec.verify.VerifyOptions",
            "io.github.fastcodec.verify.VerifyResult");

    /**
     * The entry point of each of the three APIs: it uses the internals, which use the values next to it, but never the entry
     * point.
     */
    private static final Set<String> ENTRIES =
            Set.of(RECOMPRESS + ".Recompressor", ADVISE + ".Advisor", VERIFY + ".Verifier");

    private static final Architecture TOOLS = Architecture.of(FastCodec.class);
    private static final JavaClasses CODE = TOOLS.code();

    // ---- the public line

    @Test
    void onlyCommandLineJobsPlansAndApisArePublic() {
        assertEquals(
                new TreeSet<>(Set.of(ADVISE, CLI, JOBS, PLAN, RECOMPRESS, VERIFY)),
                TOOLS.publicPackages(),
                "Packages outside \"internal\" are promises to users. Put a new package below internal.");
    }

    @Test
    void onlyListedTypesArePublic() {
        assertEquals(
                new TreeSet<>(PUBLIC_TYPES),
                TOOLS.publicTypes(),
                "A public type is a promise for years. If users need to name this one, add it to PUBLIC_TYPES.");
    }

    @Test
    void publicSignaturesUseNoInternalType() {
        Architecture.publicSignaturesNameNoInternalType().check(CODE);
    }

    @Test
    void toolsUseOnlyTheCodecsPublicApi() {
        TOOLS.namesNoInternalTypeOfOthers().check(CODE);
    }

    @Test
    void noPackageIsInBothJars() throws IOException {
        Set<String> ofCodec = Architecture.of(FastCodecFactory.class).packages();
        assertEquals(
                List.of(),
                TOOLS.packages().stream().filter(ofCodec::contains).toList(),
                "A package belongs to one jar, as modules of Java demand.");
        String internals = ofCodec.stream()
                .filter(name -> name.startsWith(ROOT + ".internal."))
                .map(name -> name.substring(ROOT.length() + 1))
                .collect(Collectors.joining("|", "(", ")"));
        assertEquals(
                List.of(),
                Architecture.imports(".*", internals + "\\.[A-Z].*"),
                "A constant of the codec's internals is copied by the compiler, and is not of the public API either.");
    }

    // ---- null

    @Test
    void everyPackageIsNullMarked() {
        assertEquals(
                Set.of(),
                TOOLS.packagesWithoutNullMarked(),
                "NullAway checks only packages that are @NullMarked. Add the annotation to their package-info.java.");
    }

    // ---- the direction of arrows

    @Test
    void packagesHaveNoCycles() {
        Architecture.noCycles(ENTRIES).check(CODE);
    }

    @Test
    void librariesDoNotUseTheCommandLineOrJobs() {
        noClasses()
                .that(resideOutsideOfPackages(CLI, CLI_INSIDE, JOBS))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(CLI, CLI_INSIDE, JOBS)
                .because("a program that uses them has neither")
                .check(CODE);
    }

    @Test
    void threeApisUseOnlyTheirLowerLayers() {
        mayUse(PLAN, ROOT, TEXT)
                .because("a plan describes columns without a file")
                .check(CODE);
        for (String house : List.of("recompress", "advise", "verify")) {
            mayUse(ROOT + "." + house, ROOT, PLAN, PARQUET, STORAGE, TEXT, ROOT + ".internal." + house + "..")
                    .because("the public API is thin: the code below it serves the command line and clusters too")
                    .check(CODE);
            mayUse(
                            ROOT + ".internal." + house + "..",
                            ROOT + "." + house,
                            ROOT,
                            PLAN,
                            PARQUET,
                            SEARCH,
                            STORAGE,
                            WORK,
                            TEXT,
                            SAMPLING,
                            house.equals("advise") ? VERIFY_INSIDE : ROOT)
                    .because(
                            "a file's pages go through the compressors and decompressors of the factory, and only verify"
                                    + " decodes values")
                    .check(CODE);
        }
        mayUse(
                        CLUSTER,
                        ROOT,
                        PLAN,
                        RECOMPRESS,
                        ADVISE,
                        VERIFY,
                        RECOMPRESS_INSIDE,
                        ADVISE_INSIDE,
                        VERIFY_INSIDE,
                        PARQUET,
                        SEARCH,
                        STORAGE,
                        SAMPLING)
                .because("what a machine of a cluster does with files is what any other does")
                .check(CODE);
        mayUse(TABLES, PLAN, RECOMPRESS, CLUSTER, RECOMPRESS_INSIDE, VERIFY_INSIDE, SEARCH, WORK)
                .because("a table's files are converted and verified like any others, and an interface hides its log")
                .check(CODE);
        mayUse(ICEBERG, PLAN, VERIFY_INSIDE, TABLES, CLUSTER, TEXT)
                .because("it reads from one format's log what all formats have")
                .check(CODE);
        mayUse(DELTA, PLAN, VERIFY_INSIDE, TABLES, CLUSTER, TEXT)
                .because("it reads from one format's log what all formats have")
                .check(CODE);
    }

    @Test
    void workTextAndSamplingUseNothingElseOfThisProject() {
        mayUse(WORK)
                .because("threads and a window of memory do not depend on the work")
                .check(CODE);
        mayUse(TEXT).because("all output to people follows the same rules").check(CODE);
        mayUse(SAMPLING)
                .because("a sample and its error depend on lengths only")
                .check(CODE);
    }

    @Test
    void fileFormatUsesOnlyStorageWorkAndText() {
        mayUse(PARQUET, STORAGE, WORK, TEXT)
                .because("the layout of a file does not depend on its use")
                .check(CODE);
    }

    @Test
    void searchUsesOnlyStorageWorkAndSampling() {
        mayUse(SEARCH, STORAGE, WORK, SAMPLING)
                .because("a file is found by its path and its directory, whatever its use")
                .check(CODE);
    }

    @Test
    void storageUsesOnlyLinuxWorkAndText() {
        mayUse(STORAGE, LINUX, WORK, TEXT)
                .because("a file is found, read and created without knowledge of its content")
                .check(CODE);
        for (String kind : List.of(S3_STORAGE, HADOOP_STORAGE)) {
            mayUse(kind, STORAGE, WORK)
                    .because("it is one of several places where files are, and knows no other")
                    .check(CODE);
        }
        mayUse(LINUX).because("it calls the system and nothing else").check(CODE);
    }

    @Test
    void onlyHadoopStorageJobsAndDeltaUseHadoop() {
        noClasses()
                .that(resideOutsideOfPackages(HADOOP_STORAGE, JOBS, DELTA))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.hadoop..")
                .because("files on a disk are read and written where Hadoop is not on the class path")
                .check(CODE);
    }

    @Test
    void onlyJobsAndTablesUseSpark() {
        noClasses()
                .that(resideOutsideOfPackages(JOBS, ICEBERG, DELTA))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.spark..", "scala..")
                .because("everything else works without Spark")
                .check(CODE);
    }

    @Test
    void onlyTheirAdaptersUseIcebergAndDelta() {
        CompositeArchRule.of(List.of(
                        noClasses()
                                .that(resideOutsideOfPackages(ICEBERG))
                                .should()
                                .dependOnClassesThat()
                                .resideInAnyPackage("org.apache.iceberg.."),
                        noClasses()
                                .that(resideOutsideOfPackages(DELTA))
                                .should()
                                .dependOnClassesThat()
                                .resideInAnyPackage("org.apache.spark.sql.delta..", "io.delta..")))
                .because("an application has one of them, both, or neither")
                .check(CODE);
    }

    @Test
    void onlyS3StorageUsesItsClient() {
        noClasses()
                .that(resideOutsideOfPackages(S3_STORAGE))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("software.amazon.awssdk..")
                .because("another client would change one package")
                .check(CODE);
    }

    @Test
    void onlyTheCommandLineUsesItsParser() {
        noClasses()
                .that(resideOutsideOfPackages(CLI_INSIDE))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("picocli..")
                .because("callers of the libraries have no command-line options")
                .check(CODE);
    }

    // Would catch: a VerifyJob that fails on Spark 3.5, which has parquet-java 1.13.
    @Test
    void checksAvoidApiAddedInParquetJava114() {
        noClasses()
                .that()
                .resideInAPackage(VERIFY_INSIDE)
                .should()
                .dependOnClassesThat()
                .haveNameMatching(
                        ".*(Float16|Variant|Geometry|Geography|Unknown)LogicalTypeAnnotation|.*SizeStatistics")
                .orShould()
                .callMethodWhere(describe(
                        "are of a field that is newer",
                        call -> call.getName().matches(".*(Size_statistics|_value_exact|VARIANT|FLOAT16|GEO.*)")))
                .because("the parquet-java of the application serves")
                .check(CODE);
    }

    // Would catch: a file that is too large for this machine, and ends a run over thousands of files in one part of
    // the program but not in another.
    @Test
    void singlePlaceDistinguishesFileFaultsFromProgramFaults() {
        Set<String> places = CODE.stream()
                .flatMap(type -> type.getCodeUnits().stream())
                .flatMap(unit -> unit.getTryCatchBlocks().stream())
                .filter(block -> block.getCaughtThrowables().stream()
                        .anyMatch(caught -> caught.isEquivalentTo(StackOverflowError.class)))
                .map(block -> block.getOwner().getOwner().getName())
                .collect(Collectors.toSet());
        assertEquals(Set.of(TooLargeException.class.getName()), places);
    }

    @Test
    void onlyLinuxFileAccessUsesJna() {
        noClasses()
                .that(resideOutsideOfPackages(LINUX))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.sun.jna..")
                .because("it may be missing, and only this package works without it")
                .check(CODE);
    }
}
