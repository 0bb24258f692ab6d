// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.s3;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.fastcodec.s3.StoreProxy.Fate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line as users type it, with S3 paths. parquet-java and the server itself check the objects. */
class S3Test {

    private static final long SEED = 20_261_125;
    private static final String SOURCE = "events";
    private static final String TARGET = "zstd";

    @TempDir
    static Path directory;

    private static Store store;
    private static final Map<String, byte[]> SOURCES = new TreeMap<>();
    private static final Map<String, List<String>> ROWS = new TreeMap<>();

    /** The outcome of a run of the command line. */
    private record Outcome(int code, String output) {

        private void requireSuccess() {
            assertEquals(0, code, output);
        }

        /** Requires that the output has no stack trace. */
        private void requirePlain() {
            assertFalse(output.contains("\tat ") || output.contains("Internal error, please report it"), output);
        }
    }

    @BeforeAll
    static void fill() throws Exception {
        store = new Store();
        for (int i = 0; i < 10; i++) {
            SOURCES.put("/day=" + i % 2 + "/part-" + i + ".parquet", Rows.file(directory, 3000, 300, SEED + i));
        }
        SOURCES.put("/day=1/large.parquet", Rows.file(directory, 2000, 18_000, SEED)); // uploaded in several parts
        for (Map.Entry<String, byte[]> source : SOURCES.entrySet()) {
            store.put(SOURCE + source.getKey(), source.getValue());
            ROWS.put(source.getKey(), Rows.of(directory, source.getValue()));
        }
        store.put(SOURCE + "/_SUCCESS", new byte[0]);
        Files.writeString(
                directory.resolve("core-site.xml"),
                Map.of(
                                "fs.hadoop.impl", "org.apache.hadoop.fs.s3a.S3AFileSystem",
                                "fs.s3a.endpoint", store.proxy().endpoint(),
                                "fs.s3a.endpoint.region", "us-east-1",
                                "fs.s3a.path.style.access", "true",
                                "fs.s3a.multipart.size", "5M",
                                "fs.s3a.multipart.threshold", "5M",
                                "fs.s3a.retry.interval", "50ms")
                        .entrySet()
                        .stream()
                        .map(e -> "<property><name>" + e.getKey() + "</name><value>" + e.getValue()
                                + "</value></property>")
                        .collect(Collectors.joining("", "<configuration>", "</configuration>")));
    }

    @AfterAll
    static void end() throws IOException {
        store.close();
    }

    @BeforeEach
    void begin() throws IOException {
        store.proxy().decide(request -> Fate.PASSES);
        store.delete(TARGET);
        assertEquals(0, store.openUploads());
        store.proxy().countAnew();
    }

    private static Process start(Path output, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(System.getProperty("java.home") + "/bin/java", "-Xmx256m", "-XX:TieredStopAtLevel=1"));
        Map<Boolean, List<String>> byProperty =
                Stream.of(arguments).collect(Collectors.partitioningBy(argument -> argument.startsWith("-D")));
        command.addAll(byProperty.get(true));
        command.addAll(List.of("-jar", System.getProperty("fastcodec.all.jar")));
        command.addAll(byProperty.get(false));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment()
                .putAll(Map.of(
                        "AWS_ACCESS_KEY_ID",
                        "key",
                        "AWS_SECRET_ACCESS_KEY",
                        "secret",
                        "AWS_ENDPOINT_URL_S3",
                        store.proxy().endpoint(),
                        "HADOOP_CONF_DIR",
                        directory.toString()));
        return builder.start();
    }

    private static Outcome run(String... arguments) throws Exception {
        Path output = Files.createTempFile(directory, "output", ".txt");
        return outcome(start(output, arguments), output, 180);
    }

    private static Outcome outcome(Process process, Path output, long seconds) throws Exception {
        boolean hasEnded = process.waitFor(seconds, TimeUnit.SECONDS);
        process.destroyForcibly();
        String text = Files.readString(output);
        assertTrue(hasEnded, text);
        return new Outcome(process.exitValue(), text);
    }

    private static String[] conversion(String... more) {
        return conversion("s3://lake/" + SOURCE, "s3a://lake/" + TARGET, more);
    }

    private static String[] conversion(String from, String to, String... more) {
        List<String> arguments =
                new ArrayList<>(List.of("recompress", from, "--to", to, "--codec", "zstd", "--threads", "2"));
        arguments.addAll(List.of(more));
        return arguments.toArray(new String[0]);
    }

    /** Requires that the objects at the target are whole and right, and returns their number, without _SUCCESS. */
    private static int requireRight() throws IOException {
        Map<String, byte[]> there = store.all(TARGET);
        there.remove(TARGET + "/_SUCCESS");
        for (Map.Entry<String, byte[]> object : there.entrySet()) {
            String name = object.getKey().substring(TARGET.length());
            assertTrue(ROWS.containsKey(name), name);
            assertEquals(ROWS.get(name), Rows.of(directory, object.getValue()), name);
            assertEquals(Set.of(CompressionCodecName.ZSTD), Rows.codecs(directory, object.getValue()), name);
        }
        return there.size();
    }

    private static void requireComplete() throws IOException {
        assertEquals(SOURCES.size(), requireRight());
        assertTrue(store.get(TARGET + "/_SUCCESS").isPresent());
        assertEquals(0, store.openUploads());
    }

    /** Requires that the sources are unchanged, whatever happened to the runs that read them. */
    private static void requireSources() throws IOException {
        for (Map.Entry<String, byte[]> source : SOURCES.entrySet()) {
            assertArrayEquals(
                    source.getValue(), store.get(SOURCE + source.getKey()).orElseThrow());
        }
    }

    private static long bytes(Map<String, byte[]> objects) {
        return objects.values().stream().mapToLong(object -> object.length).sum();
    }

    private static void print(String what, int files) {
        StoreProxy proxy = store.proxy();
        System.out.printf(
                "%s: %.1f requests a file, %d bytes down, %d up, %s%n",
                what, (double) proxy.requests() / files, proxy.bytesDown(), proxy.bytesUp(), proxy.counts());
    }

    /** Compares the requests and bytes of each command with docs/s3.md, for files under one prefix. */
    @Test
    void commandsStayWithinTheDocumentedRequests() throws Exception {
        int files = 20;
        byte[] file = Rows.file(directory, 2000, 2500, SEED); // 5 MB
        for (int i = 0; i < files; i++) {
            store.put(TARGET + "/from/part-" + i + ".parquet", file);
        }
        long length = bytes(store.all(TARGET + "/from/"));
        String from = "s3://lake/" + TARGET + "/from";
        String to = "s3://lake/" + TARGET + "/to";
        run("recompress", from, "--to", to, "--codec", "zstd").requireSuccess();
        print("conversion", files);
        assertTrue(store.proxy().requests() <= 8 * files, store.proxy().counts()::toString);
        assertTrue(store.proxy().bytesDown() <= length, "" + store.proxy().bytesDown());
        assertEquals(files, store.all(TARGET + "/to/").size());

        store.proxy().countAnew();
        Outcome again = run("recompress", from, "--to", to, "--codec", "zstd");
        again.requireSuccess();
        assertTrue(again.output.contains("up to date"), again.output);
        print("second run", files);
        assertTrue(store.proxy().requests() <= 3 * files, store.proxy().counts()::toString);
        assertTrue(10 * store.proxy().bytesDown() < length, "" + store.proxy().bytesDown());

        store.proxy().countAnew();
        run("recompress", from, "--to", to + "-2", "--codec", "gzip", "--dry-run")
                .requireSuccess();
        print("dry run", files);
        long footers = files * (64 << 10);
        long pages = 400 * (Rows.PAGE + 10_000); // the pages that a dry run samples
        assertTrue(
                store.proxy().bytesDown() <= footers + pages, "" + store.proxy().bytesDown());

        store.proxy().countAnew();
        long sample = 4 << 20;
        run("advise", from, "--sample", Long.toString(sample)).requireSuccess();
        print("advice", files);
        assertTrue(
                store.proxy().bytesDown() <= footers + 2 * sample,
                "" + store.proxy().bytesDown()); // some bytes are read twice

        store.proxy().countAnew();
        run("verify", from).requireSuccess();
        print("verify", files);
        assertTrue(store.proxy().bytesDown() <= length, "" + store.proxy().bytesDown());
        assertTrue(store.proxy().requests() <= 3 * files, store.proxy().counts()::toString);
    }

    @Test
    void commandsAcceptTreesAndGlobs() throws Exception {
        run(conversion()).requireSuccess();
        requireComplete();
        requireSources();
        run("verify", "s3a://lake/" + TARGET, "--values").requireSuccess();
        Outcome glob = run("verify", "s3://lake/" + TARGET + "/day=*/part-[0-3].parquet");
        glob.requireSuccess();
        assertTrue(glob.output.contains("4 files"), glob.output);
        run("advise", "s3://lake/" + SOURCE, "--sample", "1m").requireSuccess();
        Outcome estimate =
                run("recompress", "s3://lake/" + SOURCE, "--to", "s3://lake/none", "--codec", "gzip", "--dry-run");
        estimate.requireSuccess();
        assertEquals(0, store.all("none").size());
        Path down = directory.resolve("down");
        run("recompress", "s3://lake/" + SOURCE, "--to", down.toString(), "--codec", "zstd")
                .requireSuccess();
        for (String name : SOURCES.keySet()) {
            assertArrayEquals(store.get(TARGET + name).orElseThrow(), Files.readAllBytes(Path.of(down + name)), name);
        }
        store.delete(TARGET);
        run("recompress", down.toString(), "--to", "s3://lake/" + TARGET, "--codec", "zstd")
                .requireSuccess();
        requireComplete();
    }

    /** A sample of the files represents all of them. */
    @Test
    void adviseReadsASampleOfManyFiles() throws Exception {
        byte[] file = Rows.file(directory, 500, 100, SEED);
        for (int i = 0; i < 100; i++) {
            store.put(TARGET + "/many/part-" + i + ".parquet", file);
        }
        Set<String> read = ConcurrentHashMap.newKeySet();
        store.proxy().decide(request -> {
            if (request.kind().equals("GET")) {
                read.add(request.target());
            }
            return Fate.PASSES;
        });
        Outcome advice = run("advise", "s3://lake/" + TARGET + "/many", "--sample", "1m");
        advice.requireSuccess();
        assertTrue(read.size() >= 60 && read.size() <= 68, read::toString);
        assertTrue(advice.output.contains("100 files, estimated from 6"), advice.output);
    }

    @Test
    void reportsMistakesInOneSentence() throws Exception {
        Outcome bucket = run("verify", "s3://nowhere/events");
        assertTrue(bucket.code != 0, bucket.output);
        assertTrue(bucket.output.contains("s3://nowhere: there is no such bucket"), bucket.output);
        Outcome path = run("verify", "s3://lake/nothing");
        assertTrue(path.output.contains("s3://lake/nothing does not exist"), path.output);
        byte[] flipped = SOURCES.get("/day=0/part-0.parquet").clone();
        flipped[flipped.length / 2] ^= 1;
        store.put(TARGET + "/flipped.parquet", flipped);
        Outcome found = run("verify", "s3://lake/" + TARGET);
        assertEquals(1, found.code, found.output);
        assertTrue(found.output.contains("s3://lake/" + TARGET + "/flipped.parquet"), found.output);
    }

    /** One request in six, of any kind, meets the fault. Afterwards each object is right, or a message names it. */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"PASSES", "FORBIDDEN", "NO_SUCH_UPLOAD", "INVALID_ARGUMENT", "PAGE"})
    void survivesAFailingStore(Fate fate) throws Exception {
        SplittableRandom random = new SplittableRandom(SEED + fate.ordinal());
        store.proxy().decide(request -> {
            synchronized (random) {
                return random.nextInt(6) == 0 ? fate : Fate.PASSES;
            }
        });
        Outcome outcome = run(conversion("--keep-going"));
        outcome.requirePlain();
        store.proxy().decide(request -> Fate.PASSES);
        int there = requireRight();
        requireSources();
        for (String name : SOURCES.keySet()) {
            assertTrue(
                    store.get(TARGET + name).isPresent() || outcome.output.contains(name),
                    () -> name + " is not mentioned: " + outcome.output);
        }
        assertEquals(there == SOURCES.size() && outcome.code == 0, outcome.code == 0, outcome.output);
        System.out.println(fate + ": " + there + " of " + SOURCES.size() + ", exit code " + outcome.code);
        run(conversion()).requireSuccess();
        requireComplete(); // uploads whose ID never arrived are ended too
    }

    /** Three of ten bodies are cut. The client requests the rest, and no run ends. */
    @Test
    void truncatedBodiesDoNotEndTheRun() throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        store.proxy().decide(request -> {
            synchronized (random) {
                return request.method().equals("GET") && random.nextInt(10) < 3 ? Fate.CUT : Fate.PASSES;
            }
        });
        run(conversion()).requireSuccess();
        store.proxy().decide(request -> Fate.PASSES);
        requireComplete();
    }

    /** Would catch: a proxy's own page that is taken for a listing without a table's marker. */
    @Test
    void rejectsAProxysPageAsAListing() throws Exception {
        store.proxy().decide(request -> request.kind().equals("LIST") ? Fate.PAGE : Fate.PASSES);
        for (String path : List.of("s3://lake/" + SOURCE, "s3://lake/" + SOURCE + "/day=1/large.parquet")) {
            Outcome outcome = run("recompress", path, "--to", "s3://lake/" + TARGET, "--codec", "zstd");
            outcome.requirePlain();
            assertTrue(outcome.code != 0 && outcome.output.contains("does not answer as S3 does"), outcome.output);
        }
        assertEquals(Set.of(), store.all(TARGET).keySet());
    }

    /** Covers Parquet files, uploaded in one request and in parts, and other files next to them. */
    @Test
    void access_objectKeepsItsProperties() throws Exception {
        List<String> properties = List.of(
                "Content-Type", "Content-Language", "Content-Encoding", "Cache-Control", "x-amz-meta-classification");
        String[] headers = {
            "Content-Type", "application/vnd.apache.parquet",
            "Content-Language", "de",
            "Content-Encoding", "gzip", // untrue: the client must not decode it
            "Cache-Control", "max-age=60",
            "x-amz-meta-classification", "secret"
        };
        List<String> names = List.of("/part.parquet", "/large.parquet", "/readme.txt");
        store.put(TARGET + "/from" + names.get(0), SOURCES.get("/day=0/part-0.parquet"), headers);
        store.put(TARGET + "/from" + names.get(1), SOURCES.get("/day=1/large.parquet"), headers);
        store.put(TARGET + "/from" + names.get(2), "text".getBytes(), headers);
        String from = "s3://lake/" + TARGET + "/from";
        run("recompress", from, "--to", "s3://lake/" + TARGET + "/to", "--codec", "zstd")
                .requireSuccess();
        for (String name : names) {
            List<String> expected = store.headers(TARGET + "/from" + name, properties);
            assertEquals("x-amz-meta-classification: secret", expected.get(4));
            assertEquals(expected, store.headers(TARGET + "/to" + name, properties), name);
        }
    }

    /** The files are small and have no indexes, and many of their pages are sampled. */
    @Test
    void dryRunReadsNoMoreBytesThanTheFilesHave() throws Exception {
        int files = 20;
        byte[] file = Rows.file(directory, 2000, 300, SEED);
        for (int i = 0; i < files; i++) {
            store.put(TARGET + "/small/part-" + i + ".parquet", file);
        }
        store.proxy().countAnew();
        run("recompress", "s3://lake/" + TARGET + "/small", "--to", "s3://lake/none", "--codec", "gzip", "--dry-run")
                .requireSuccess();
        print("dry run of small files", files);
        assertTrue(
                store.proxy().bytesDown() <= (long) files * file.length,
                "" + store.proxy().bytesDown());
        assertTrue(
                store.proxy().counts().get("GET") <= 3 * files,
                store.proxy().counts()::toString); // one GET of each file is for the target
    }

    /**
     * The response to the request that creates the object is lost. The next attempt finds the object and recognizes it as its
     * own.
     */
    @Test
    void recognizesItsObjectAfterALostResponse() throws Exception {
        store.proxy()
                .decide(request -> (request.kind().equals("PUT")
                                        || request.kind().equals("COMPLETE UPLOAD"))
                                && request.headers().get("amz-sdk-request").contains("attempt=1;")
                        ? Fate.ANSWER_LOST
                        : Fate.PASSES);
        run(conversion()).requireSuccess();
        requireComplete();
    }

    @Test
    void killedRunsLeaveNothing() throws Exception {
        int kills = Integer.getInteger("kills");
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < kills; i++) {
            store.delete(TARGET);
            int last = random.nextInt(110);
            AtomicInteger requests = new AtomicInteger();
            AtomicReference<Process> process = new AtomicReference<>();
            store.proxy().decide(request -> {
                if (requests.incrementAndGet() >= last && process.get() != null) {
                    process.get().destroyForcibly();
                }
                return Fate.PASSES;
            });
            process.set(start(directory.resolve("killed.txt"), conversion()));
            process.get().waitFor();
            Thread.sleep(50); // requests that were sent arrive
            requireRight();
            store.proxy().decide(request -> Fate.PASSES);
            run(conversion()).requireSuccess();
            requireComplete();
        }
        requireSources();
    }

    /** Starts a conversion, and returns once it sends a part. The proxy holds the parts until their fate is decided. */
    private static Process startHoldingParts(Path output, CompletableFuture<Fate> parts) throws Exception {
        CountDownLatch sent = new CountDownLatch(1);
        store.proxy().decide(request -> {
            if (!request.kind().equals("PUT PART")) {
                return Fate.PASSES;
            }
            sent.countDown();
            return parts.join();
        });
        Process process = start(output, conversion("--keep-going"));
        assertTrue(sent.await(1, TimeUnit.MINUTES), Files.readString(output));
        return process;
    }

    @Test
    void ctrlCAbortsTheUpload() throws Exception {
        assumeTrue(new ProcessBuilder("sh", "-c", "kill -INT $$").start().waitFor() == 130, "SIGINT is ignored here");
        CompletableFuture<Fate> parts = new CompletableFuture<>();
        Path output = directory.resolve("interrupted.txt");
        Process process = startHoldingParts(output, parts);
        new ProcessBuilder("kill", "-INT", "" + process.pid()).start().waitFor();
        Outcome outcome = outcome(process, output, 20);
        parts.complete(Fate.RESET);
        store.proxy().decide(request -> Fate.PASSES);
        outcome.requirePlain();
        assertEquals(130, outcome.code, outcome.output);
        int all = SOURCES.size(); // without _SUCCESS, which marks the others as complete
        int left = all - requireRight();
        assertTrue(
                outcome.output.contains("Interrupted: " + left + " of " + all + " files are not done"), outcome.output);
        assertTrue(store.get(TARGET + "/_SUCCESS").isEmpty());
        assertEquals(0, store.openUploads());
        run(conversion()).requireSuccess();
        requireComplete();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void survivesAnUploadAbortedByAnotherProcess(boolean makesTheObject) throws Exception {
        CompletableFuture<Fate> parts = new CompletableFuture<>();
        Path output = directory.resolve("ended.txt");
        Process process = startHoldingParts(output, parts);
        store.proxy().decide(request -> Fate.PASSES);
        if (makesTheObject) {
            run(conversion()).requireSuccess();
        } else {
            store.endUploads();
        }
        parts.complete(Fate.NO_SUCH_UPLOAD); // the upload no longer exists
        Outcome outcome = outcome(process, output, 180);
        outcome.requirePlain();
        assertEquals(makesTheObject ? 0 : 2, outcome.code, outcome.output);
        assertEquals(!makesTheObject, outcome.output.contains("large.parquet was ended by another process"));
        assertEquals(makesTheObject ? SOURCES.size() : SOURCES.size() - 1, requireRight(), outcome.output);
        run(conversion()).requireSuccess();
        requireComplete();
    }

    @ParameterizedTest
    @EnumSource(names = {"NO_TAG", "NO_DATE"})
    void reportsAResponseThatDoesNotIdentifyItsObject(Fate fate) throws Exception {
        String file = "s3://lake/" + SOURCE + "/day=1/large.parquet";
        for (String kind : List.of("HEAD", "GET")) {
            store.proxy().decide(request -> request.kind().equals(kind) ? fate : Fate.PASSES);
            Outcome outcome = run("verify", file);
            outcome.requirePlain();
            assertEquals(1, outcome.code, outcome.output);
            assertTrue(outcome.output.contains("the store does not return its ETag and Last-Modified"), outcome.output);
        }
    }

    @Test
    void reportsAPartWithoutATag() throws Exception {
        store.proxy().decide(request -> request.kind().equals("PUT PART") ? Fate.NO_TAG : Fate.PASSES);
        Outcome outcome = run(conversion());
        outcome.requirePlain();
        assertTrue(outcome.output.contains("does not return the ETag of a part"), outcome.output);
        assertEquals(0, store.openUploads());
        requireRight();
    }

    @Test
    void missingTemporaryDirectoryIsNotAFinding() throws Exception {
        String missing = directory.resolve("missing").toString();
        String sentence = missing + ": there is no such directory: downloads and uploads are buffered"
                + " there; choose another directory with -Djava.io.tmpdir";
        Outcome conversion = run(conversion("-Djava.io.tmpdir=" + missing));
        conversion.requirePlain();
        assertTrue(conversion.code == 1 && conversion.output.contains(sentence), conversion.output);
        Outcome verified = run("verify", "s3://lake/" + SOURCE, "-Djava.io.tmpdir=" + missing);
        assertEquals(1, verified.code, verified.output);
        assertTrue(verified.output.endsWith(sentence + ".\n"), verified.output);
        assertFalse(verified.output.contains("large.parquet"), verified.output);
    }

    /** A retry would not help. */
    @Test
    void reportsAStoreWithoutRanges() throws Exception {
        store.proxy().decide(request -> Fate.NO_RANGE);
        Outcome outcome = run("verify", "s3://lake/" + SOURCE + "/day=1/large.parquet");
        outcome.requirePlain();
        assertTrue(outcome.code == 1 && outcome.output.contains("does not support ranges"), outcome.output);
        assertEquals(1, store.proxy().counts().get("GET"));
    }

    /** A store that does not know the condition is asked again without it. Another cause of the same status is reported. */
    @Test
    void writesWithoutTheConditionIfTheStoreLacksIt() throws Exception {
        store.proxy()
                .decide(request ->
                        request.headers().containsKey("if-none-match") ? Fate.INVALID_ARGUMENT : Fate.PASSES);
        run(conversion()).requireSuccess();
        requireComplete();
        store.delete(TARGET);
        store.proxy().decide(request -> request.kind().equals("PUT") ? Fate.INVALID_ARGUMENT : Fate.PASSES);
        Outcome outcome = run(conversion());
        outcome.requirePlain();
        assertTrue(outcome.code == 1 && outcome.output.contains("Status Code: 400"), outcome.output);
    }

    @Test
    void twoRunsShareATarget() throws Exception {
        Path one = directory.resolve("one.txt");
        Path other = directory.resolve("other.txt");
        Process first = start(one, conversion("--keep-going"));
        Process second = start(other, conversion("--keep-going"));
        first.waitFor();
        second.waitFor();
        new Outcome(first.exitValue(), Files.readString(one)).requirePlain();
        new Outcome(second.exitValue(), Files.readString(other)).requirePlain();
        assertEquals(0, store.openUploads());
        requireRight();
        run(conversion()).requireSuccess();
        requireComplete();
    }

    /** An object for which the store returns a different checksum is not accepted, and is deleted if possible. */
    @Test
    void reportsAWrongChecksum() throws Exception {
        store.proxy().decide(request -> request.kind().startsWith("PUT") ? Fate.WRONG_CHECKSUM : Fate.PASSES);
        Outcome outcome = run(conversion("--keep-going"));
        outcome.requirePlain();
        assertTrue(outcome.code != 0 && outcome.output.contains("AAAAAA=="), outcome.output);
        assertEquals(Set.of(), store.all(TARGET).keySet(), outcome.output);
        assertEquals(0, store.openUploads());
        store.proxy()
                .decide(request -> request.kind().startsWith("PUT")
                        ? Fate.WRONG_CHECKSUM
                        : request.kind().equals("DELETE") ? Fate.FORBIDDEN : Fate.PASSES);
        Outcome kept = run(conversion());
        assertTrue(kept.code != 0 && kept.output.contains("could not be deleted"), kept.output);
    }

    /** A run without permission to list uploads does everything else, and notes what it left out. */
    @Test
    void notesUploadsThatItMayNotList() throws Exception {
        store.proxy().decide(request -> request.kind().equals("LIST UPLOADS") ? Fate.FORBIDDEN : Fate.PASSES);
        Outcome outcome = run(conversion());
        outcome.requireSuccess();
        assertTrue(outcome.output.contains("parts left by killed runs were not looked for"), outcome.output);
        requireComplete();
    }

    /** Another program creates an object at the target just before the run does. */
    @Test
    void keepsAnotherProgramsObject() throws Exception {
        requireForeignObjectsStay(conversion("--keep-going"));
    }

    private static void requireForeignObjectsStay(String... conversion) throws Exception {
        byte[] foreign = "somebody else's".getBytes();
        store.proxy().decide(request -> putBefore(request, foreign));
        Outcome outcome = run(conversion);
        outcome.requirePlain();
        assertTrue(outcome.code != 0, outcome.output);
        assertEquals(0, store.openUploads());
        Map<String, byte[]> there = store.all(TARGET);
        assertEquals(SOURCES.size(), there.size());
        there.forEach((key, bytes) -> assertArrayEquals(foreign, bytes, key));
    }

    private static Fate putBefore(StoreProxy.Request request, byte[] foreign) {
        if (request.kind().equals("PUT") || request.kind().equals("COMPLETE UPLOAD")) {
            try {
                String key = request.target()
                        .replaceFirst("^/lake/", "")
                        .replaceFirst("\\?.*", "")
                        .replace("%3D", "=");
                if (store.get(key).isEmpty()) {
                    store.put(key, foreign);
                }
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
        return Fate.PASSES;
    }

    /** A source that is replaced while it is read is not converted into a mixture of both. */
    @Test
    void rejectsASourceThatChangesDuringTheRun() throws Exception {
        byte[] later = Rows.file(directory, 2000, 18_000, SEED + 100);
        String key = TARGET + "/from/a.parquet";
        store.put(key, SOURCES.get("/day=1/large.parquet"));
        AtomicInteger reads = new AtomicInteger();
        store.proxy().decide(request -> {
            if (request.kind().equals("GET") && request.target().contains("/from/") && reads.incrementAndGet() == 2) {
                try {
                    store.put(key, later);
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            }
            return Fate.PASSES;
        });
        Outcome outcome =
                run("recompress", "s3://lake/" + key, "--to", "s3://lake/" + TARGET + "/to", "--codec", "zstd");
        assertTrue(outcome.code != 0, outcome.output);
        assertTrue(outcome.output.contains("it changed while it was being read"), outcome.output);
        assertEquals(Map.of(), store.all(TARGET + "/to"));
    }

    /** Returns the same conversion through Hadoop's S3A, as on a cluster. */
    private static String[] conversionByHadoop(String... more) throws IOException {
        try (Stream<Path> jars = Files.list(Path.of(System.getProperty("s3a.jars")))) {
            List<String> all = new ArrayList<>(List.of(more));
            all.add("--jars");
            all.add(jars.map(Path::toString).collect(Collectors.joining(",")));
            return conversion("hadoop://lake/" + SOURCE, "hadoop://lake/" + TARGET, all.toArray(new String[0]));
        }
    }

    /** The run writes no temporary objects, and copies and deletes nothing. */
    @Test
    void hadoopStorageWritesObjectsWithoutRenaming() throws Exception {
        Set<String> written = ConcurrentHashMap.newKeySet();
        store.proxy().decide(request -> {
            if (request.headers().containsKey("x-amz-copy-source")
                    || request.target().contains(".tmp")) {
                written.add(request.method() + " " + request.target());
            }
            return Fate.PASSES;
        });
        Outcome outcome = run(conversionByHadoop());
        outcome.requireSuccess();
        assertTrue(outcome.output.contains("Hadoop's file system does not pass them on"), outcome.output);
        requireComplete();
        assertEquals(Set.of(), written);
        print("conversion by Hadoop", SOURCES.size());
        Outcome again = run(conversionByHadoop());
        again.requireSuccess();
        assertTrue(again.output.contains("up to date"), again.output);
    }

    @Test
    void hadoopStorageSurvivesLostResponses() throws Exception {
        Set<String> lost = ConcurrentHashMap.newKeySet();
        store.proxy()
                .decide(request ->
                        (request.kind().equals("PUT") || request.kind().equals("COMPLETE UPLOAD"))
                                        && lost.add(request.target())
                                ? Fate.ANSWER_LOST
                                : Fate.PASSES);
        run(conversionByHadoop()).requireSuccess();
        requireComplete();
    }

    @Test
    void hadoopStorageKeepsAnotherProgramsObject() throws Exception {
        requireForeignObjectsStay(conversionByHadoop("--keep-going"));
    }

    /** The stored object is compared with the bytes that were sent, whatever replaced it. */
    @Test
    void hadoopStorageReadsObjectsBack() throws Exception {
        String key = TARGET + "/day=1/large.parquet";
        byte[] other = SOURCES.get("/day=1/large.parquet");
        AtomicInteger completed = new AtomicInteger();
        store.proxy().decide(request -> {
            if (request.target().contains("/large.parquet") && request.target().contains(TARGET)) {
                if (request.kind().equals("COMPLETE UPLOAD")) {
                    completed.incrementAndGet();
                } else if (completed.get() > 0) {
                    try {
                        store.put(key, other);
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                }
            }
            return Fate.PASSES;
        });
        Outcome outcome = run(conversionByHadoop("--keep-going"));
        outcome.requirePlain();
        assertEquals(2, outcome.code, outcome.output);
        assertTrue(outcome.output.contains("does not have the bytes that were sent"), outcome.output);
        assertArrayEquals(other, store.get(key).orElseThrow());
    }
}
