// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.internal.engines.Engines;
import io.github.fastcodec.support.ChildJvm;
import io.github.fastcodec.support.Pages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** This project's events in JDK Flight Recorder, and pages without the Flight Recorder module. */
class JfrRecorderTest {

    private static final String COMPRESS = "io.github.fastcodec.Compress";
    private static final String DECOMPRESS = "io.github.fastcodec.Decompress";
    private static final String ENGINE_LOAD = "io.github.fastcodec.EngineLoad";

    @TempDir
    Path folder;

    /** Would catch: events without codec, engine or sizes, and events of pages that were not written or read. */
    @Test
    void eachPageIsAnEventWithAllItsFields() throws Exception {
        byte[] page = Pages.text(50_000, 1);
        byte[] compressed;
        List<RecordedEvent> events;
        try (Recording recording = recording(COMPRESS, DECOMPRESS)) {
            compressed = roundTrip(page);
            events = stop(recording);
        }
        String engine = Engines.forCompression(CompressionCodecName.ZSTD).name();
        RecordedEvent compress = only(events, COMPRESS);
        assertEquals("ZSTD", compress.getString("codec"));
        assertEquals(engine, compress.getString("engine"));
        assertEquals(3, compress.getInt("level"));
        assertEquals(page.length, compress.getLong("bytesIn"));
        assertEquals(compressed.length, compress.getLong("bytesOut"));
        assertEquals(Thread.currentThread().getName(), compress.getThread().getJavaName());
        assertTrue(compress.getDuration().toNanos() > 0);
        RecordedEvent decompress = only(events, DECOMPRESS);
        assertEquals("ZSTD", decompress.getString("codec"));
        assertEquals(engine, decompress.getString("engine"));
        assertEquals(compressed.length, decompress.getLong("bytesIn"));
        assertEquals(page.length, decompress.getLong("bytesOut"));
    }

    /** Would catch: page events in a recording for another purpose. */
    @Test
    void recordsNothingUnlessRequested() throws Exception {
        List<RecordedEvent> events;
        try (Recording recording = recording("jdk.GarbageCollection")) {
            roundTrip(Pages.text(1000, 1));
            events = stop(recording);
        }
        assertEquals(List.of(), ours(events));
    }

    /** Would catch: an event that ignores the threshold, or has a duration that is not the page's. */
    @Test
    void thresholdExcludesQuickPages() throws Exception {
        List<RecordedEvent> events;
        try (Recording recording = recording()) {
            recording.enable(COMPRESS).withThreshold(Duration.ofHours(1));
            recording.enable(DECOMPRESS).withThreshold(Duration.ofNanos(1));
            roundTrip(Pages.text(50_000, 1));
            events = stop(recording);
        }
        assertEquals(
                List.of(DECOMPRESS),
                ours(events).stream()
                        .map(event -> event.getEventType().getName())
                        .collect(Collectors.toList()));
    }

    @Test
    void failedPageIsNotRecorded() throws Exception {
        BytesInputDecompressor decompressor = new FastCodecFactory().getDecompressor(CompressionCodecName.ZSTD);
        List<RecordedEvent> events;
        try (Recording recording = recording(DECOMPRESS)) {
            try {
                decompressor.decompress(BytesInput.from(new byte[] {1, 2, 3, 4, 5}), 100);
                throw new AssertionError("no exception");
            } catch (IOException expected) {
                // expected
            }
            events = stop(recording);
        }
        assertEquals(List.of(), ours(events));
    }

    /** Would catch: an event or a field that is not self-explanatory. */
    @Test
    void everyEventAndFieldIsDescribed() throws Exception {
        try (Recording recording = recording(COMPRESS)) {
            roundTrip(Pages.text(1000, 1));
            recording.stop();
            Map<String, EventType> types = FlightRecorder.getFlightRecorder().getEventTypes().stream()
                    .filter(type -> type.getName().startsWith("io.github.fastcodec."))
                    .collect(Collectors.toMap(EventType::getName, type -> type, (one, ofAnotherLoader) -> one));
            assertEquals(Set.of(COMPRESS, DECOMPRESS, ENGINE_LOAD), types.keySet());
            for (EventType type : types.values()) {
                assertEquals(List.of("Parquet", "FastCodec"), type.getCategoryNames());
                assertNotNull(type.getLabel());
                assertNotNull(type.getDescription());
                for (ValueDescriptor field : type.getFields()) {
                    if (!List.of("startTime", "duration", "eventThread", "stackTrace")
                            .contains(field.getName())) {
                        assertNotNull(field.getLabel(), () -> type.getName() + "." + field.getName());
                        assertNotNull(field.getDescription(), () -> type.getName() + "." + field.getName());
                        assertEquals(
                                field.getName().toLowerCase().contains("bytes"),
                                field.getContentType() != null,
                                () -> type.getName() + "." + field.getName() + " is in bytes and says so");
                    }
                }
            }
        }
    }

    /**
     * Would catch: output of {@code jfr print} that differs from the documentation, and engine loads at start-up that are not
     * recorded.
     */
    @Test
    void jfrPrintShowsAJvmsEnginesAndPages() throws Exception {
        Path file = folder.resolve("pages.jfr");
        ChildJvm child = ChildJvm.run(
                folder,
                "recorded",
                60,
                List.of(),
                List.of(
                        "-XX:StartFlightRecording:settings=none,filename=" + file + ",+" + COMPRESS + "#enabled=true,+"
                                + DECOMPRESS + "#enabled=true,+" + ENGINE_LOAD + "#enabled=true",
                        OneRoundTrip.class.getName()));
        assertEquals(0, child.exit(), child::errors);
        String printed = print(file);
        String compress =
                "io.github.fastcodec.Compress \\{\\s+startTime = .*\\s+duration = .*\\s+codec = \"SNAPPY\"\\s+"
                        + "engine = \"snappy-java\"\\s+level = 0\\s+bytesIn = 48.8 kB\\s+bytesOut = .* kB\\s+"
                        + "eventThread = \"main\" \\(javaThreadId = \\d+\\)\\s+}";
        assertTrue(Pattern.compile(compress).matcher(printed).find(), printed);
        String decompress =
                "io.github.fastcodec.Decompress \\{\\s+startTime = .*\\s+duration = .*\\s+codec = \"SNAPPY\"\\s+"
                        + "engine = \"snappy-java\"\\s+bytesIn = .* kB\\s+bytesOut = 48.8 kB\\s+";
        assertTrue(Pattern.compile(decompress).matcher(printed).find(), printed);
        String load = "io.github.fastcodec.EngineLoad \\{\\s+startTime = .*\\s+duration = .*\\s+codec = \"SNAPPY\"\\s+"
                + "engine = \"snappy-java\"\\s+library = \"1.*\"\\s+works = true\\s+problem = (null|N/A)\\s+";
        assertTrue(Pattern.compile(load).matcher(printed).find(), printed);
    }

    /** Would catch: a class of the page path that links a class of Flight Recorder. */
    @Test
    void pagesWorkWithoutTheFlightRecorderModule() throws Exception {
        ChildJvm child = ChildJvm.run(
                folder,
                "limited",
                60,
                List.of(),
                List.of(
                        "--limit-modules",
                        "java.base,java.logging,java.management,java.naming,java.security.sasl,java.xml,jdk.unsupported",
                        OneRoundTrip.class.getName(),
                        "no jdk.jfr"));
        assertEquals(
                "", child.errors().lines().filter(line -> line.contains("rror")).collect(Collectors.joining()));
        assertEquals(0, child.exit(), child::errors);
    }

    private Recording recording(String... events) {
        Recording recording = new Recording();
        for (String event : events) {
            recording.enable(event);
        }
        recording.start();
        return recording;
    }

    private List<RecordedEvent> stop(Recording recording) throws IOException {
        Path file = Files.createTempFile(folder, "recording", ".jfr");
        recording.dump(file);
        recording.close();
        return RecordingFile.readAllEvents(file);
    }

    private static List<RecordedEvent> ours(List<RecordedEvent> events) {
        List<RecordedEvent> ours = new ArrayList<>(events);
        ours.removeIf(event -> !event.getEventType().getName().startsWith("io.github.fastcodec."));
        return ours;
    }

    private static RecordedEvent only(List<RecordedEvent> events, String name) {
        List<RecordedEvent> found = new ArrayList<>(events);
        found.removeIf(event -> !event.getEventType().getName().equals(name));
        assertEquals(1, found.size(), () -> name + ": " + found);
        return found.get(0);
    }

    private static byte[] roundTrip(byte[] page) throws IOException {
        FastCodecFactory factory = new FastCodecFactory();
        byte[] compressed = Pages.compress(factory.getCompressor(CompressionCodecName.ZSTD), page);
        factory.getDecompressor(CompressionCodecName.ZSTD).decompress(BytesInput.from(compressed), page.length);
        return compressed;
    }

    private static String print(Path file) throws IOException, InterruptedException {
        Process jfr = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jfr").toString(), "print", file.toString())
                .redirectErrorStream(true)
                .start();
        String printed = new String(jfr.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, jfr.waitFor(), printed);
        assertFalse(printed.isEmpty());
        return printed;
    }

    /** Compresses and decompresses a page. With any argument, the module jdk.jfr must be missing. */
    static final class OneRoundTrip {

        public static void main(String[] args) throws IOException {
            if (args.length > 0 && ModuleLayer.boot().findModule("jdk.jfr").isPresent()) {
                throw new AssertionError("the module is there");
            }
            byte[] page = Pages.text(50_000, 1);
            FastCodecFactory factory = new FastCodecFactory();
            byte[] compressed = Pages.compress(factory.getCompressor(CompressionCodecName.SNAPPY), page);
            factory.getDecompressor(CompressionCodecName.SNAPPY).decompress(BytesInput.from(compressed), page.length);
        }
    }
}
