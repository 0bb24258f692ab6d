// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import com.github.freva.asciitable.AsciiTable;
import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.bench.page.TpchPages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Pages of a second by threads; Flight Recorder counts the waits for locks in this project's code. */
@Command(
        name = "scaling",
        header = "Pages per second of 1, 2, 4 and 8 threads.",
        description =
                "Threads compress and decompress pages of text, with one factory for all and with one for each. Prints the"
                        + " pages per second and how often a thread waited for a lock in parquet-fastcodec, as Flight Recorder saw it.",
        footer = "  java -jar benchmarks.jar scaling --codecs=ZSTD --threads=1,2")
@Jvm.Options({"-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch"})
public final class Scaling extends Tool {

    private static final List<String> WAITS = List.of("jdk.JavaMonitorEnter", "jdk.ThreadPark");

    @Option(
            names = "--codecs",
            split = ",",
            defaultValue = "SNAPPY,GZIP,ZSTD,LZ4_RAW",
            paramLabel = "CODEC",
            description = "The codecs.")
    private List<CompressionCodecName> codecs;

    @Option(
            names = "--threads",
            split = ",",
            converter = Checked.Positive.class,
            defaultValue = "1,2,4,8",
            paramLabel = "N",
            description = "How many threads, one run for each number.")
    private List<Integer> threadCounts;

    @Option(
            names = "--size",
            converter = Checked.Positive.class,
            defaultValue = "65536",
            paramLabel = "N",
            description = "The size of a page, in bytes.")
    private int size;

    @Option(
            names = "--seconds",
            converter = Checked.Positive.class,
            defaultValue = "3",
            paramLabel = "N",
            description = "How long a run takes, in seconds. Half of that is added to warm up.")
    private int seconds;

    @Override
    public Integer call() throws Exception {
        byte[] page = TpchPages.Shape.PLAIN_TEXT.page(size);
        List<String[]> rows = new ArrayList<>();
        for (CompressionCodecName codec : codecs) {
            pagesPerSecond(codec, page, 1, true, 1); // engines are tried out and loaded once, under a lock
        }
        Recording recording = new Recording();
        for (String event : WAITS) {
            recording.enable(event).withoutThreshold().withStackTrace();
        }
        recording.start();
        for (CompressionCodecName codec : codecs) {
            double alone = 0;
            for (int threads : threadCounts) {
                double shared = pagesPerSecond(codec, page, threads, true, seconds);
                double separate = pagesPerSecond(codec, page, threads, false, seconds);
                alone = alone == 0 ? shared : alone;
                rows.add(new String[] {
                    codec.name(),
                    Integer.toString(threads),
                    String.format("%,.0f", shared),
                    String.format("%.2fx", shared / alone),
                    String.format("%,.0f", separate),
                    String.format("%.2fx", separate / alone)
                });
            }
        }
        System.out.println(AsciiTable.getTable(
                new String[] {"codec", "threads", "shared pages/s", "", "separate pages/s", ""},
                rows.toArray(new String[0][])));
        System.out.println("Pages of " + page.length + " bytes, each compressed and decompressed; "
                + Runtime.getRuntime().availableProcessors()
                + " processors; factors are to the first line of the codec, shared.");
        System.out.println("Waits for a lock in io.github.fastcodec (" + String.join(", ", WAITS) + "): "
                + waitsOfOurs(recording));
        return 0;
    }

    private static long waitsOfOurs(Recording recording) throws IOException {
        Path file = Files.createTempFile("scaling", ".jfr");
        try (recording) {
            recording.stop();
            recording.dump(file);
            return RecordingFile.readAllEvents(file).stream()
                    .filter(event -> event.getStackTrace() != null
                            && event.getStackTrace().getFrames().stream()
                                    .map(frame -> frame.getMethod().getType().getName())
                                    .anyMatch(name -> name.startsWith("io.github.fastcodec.")
                                            && !name.startsWith("io.github.fastcodec.bench.")))
                    .count();
        } finally {
            Files.delete(file);
        }
    }

    private static double pagesPerSecond(
            CompressionCodecName codec, byte[] page, int threads, boolean shared, int seconds) throws Exception {
        FastCodecFactory one = new FastCodecFactory();
        CyclicBarrier start = new CyclicBarrier(threads);
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Double>> results = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                Callable<Double> work = () -> {
                    FastCodecFactory factory = shared ? one : new FastCodecFactory();
                    BytesInputCompressor compressor = factory.getCompressor(codec);
                    BytesInputDecompressor decompressor = factory.getDecompressor(codec);
                    start.await();
                    work(compressor, decompressor, page, seconds * 500_000_000L);
                    return work(compressor, decompressor, page, seconds * 1_000_000_000L);
                };
                results.add(executor.submit(work));
            }
            double sum = 0;
            for (Future<Double> result : results) {
                sum += result.get();
            }
            return sum;
        } finally {
            executor.shutdownNow();
        }
    }

    private static double work(
            BytesInputCompressor compressor, BytesInputDecompressor decompressor, byte[] page, long nanos)
            throws Exception {
        long start = System.nanoTime();
        long pages = 0;
        long now = start;
        while (now - start < nanos) {
            for (int i = 0; i < 16; i++) {
                BytesInput compressed = compressor.compress(BytesInput.from(page));
                if (decompressor.decompress(compressed, page.length).size() != page.length) {
                    throw new IllegalStateException("another page came back");
                }
            }
            pages += 16;
            now = System.nanoTime();
        }
        return pages * 1e9 / (now - start);
    }
}
