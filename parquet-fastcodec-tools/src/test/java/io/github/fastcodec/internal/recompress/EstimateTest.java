// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import io.github.fastcodec.recompress.RecompressOptions;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An estimate predicts the results of a run, with a margin of error, and writes nothing. */
class EstimateTest {

    private static final long SEED = 20_261_122;

    @TempDir
    Path directory;

    private List<FileJob> jobs() throws IOException {
        List<FileJob> jobs = new ArrayList<>();
        try (Stream<Path> files = Files.list(Path.of("src/test/resources/layouts"))) {
            for (Path file : files.filter(file -> file.toString().endsWith(".parquet"))
                    .sorted()
                    .toList()) {
                jobs.add(LocalJobs.copy(file, directory.resolve(file.getFileName()), true));
            }
        }
        return jobs;
    }

    // Would catch: pages that are chosen regardless of their length, a margin of error that is missing or too
    // small.
    @Test
    void trueLengthIsWithinTheEstimatesError() throws IOException {
        for (Plan plan : List.of(
                Plan.to(new CodecLevel(CompressionCodecName.ZSTD, 3)),
                Plan.to(new CodecLevel(CompressionCodecName.UNCOMPRESSED)),
                Plan.to(new CodecLevel(CompressionCodecName.UNCOMPRESSED)).keepSmaller(),
                Plan.ofColumns().withOthers(new CodecLevel(CompressionCodecName.GZIP)))) {
            Recompression recompression =
                    new Recompression(RecompressOptions.of(plan).withThreads(2).withKeepGoing(true));
            Estimate estimate = recompression.estimate(jobs(), 2000, SEED, Listener.NONE);
            List<FileOutcome> outcomes = recompression.run(jobs(), Listener.NONE);
            assertEquals(outcomes.size(), estimate.files());
            long before = outcomes.stream().mapToLong(FileOutcome::bytesBefore).sum();
            long after = outcomes.stream().mapToLong(FileOutcome::bytesAfter).sum();
            assertEquals(before, estimate.bytesBefore());
            long error = Math.abs(after - estimate.bytesAfter());
            assertTrue(
                    error <= 1.5 * estimate.bytesAfterError(),
                    () -> "seed " + SEED + ": " + after + " bytes, estimated " + estimate.bytesAfter() + " +- "
                            + estimate.bytesAfterError());
            assertTrue(estimate.bytesAfterError() < before / 5, estimate.bytesAfterError() + " bytes");
            assertTrue(estimate.processorSeconds() > 0 && estimate.processorSecondsError() > 0);
            assertEquals(2000, estimate.samples());
            for (FileOutcome outcome : outcomes) {
                Files.delete(directory.resolve(Path.of(outcome.source()).getFileName()));
            }
        }
    }

    // Would catch: one answer for all files, although the chunks of one shrink and those of another are smaller
    // as they are.
    @Test
    void estimatesForEachCodecWhetherAColumnChanges() throws IOException {
        Path plain = Path.of("src/test/resources/layouts/parquet-java-1.18.1-v1-uncompressed.parquet");
        FileJob compression = LocalJobs.copy(plain, directory.resolve("gzip.parquet"), true);
        new Recompression(RecompressOptions.of(Plan.to(new CodecLevel(CompressionCodecName.GZIP))))
                .run(List.of(compression), Listener.NONE);
        List<FileJob> jobs = List.of(
                LocalJobs.copy(plain, directory.resolve("a.parquet"), true),
                LocalJobs.copy(directory.resolve("gzip.parquet"), directory.resolve("b.parquet"), true));
        Recompression recompression = new Recompression(RecompressOptions.of(
                Plan.to(new CodecLevel(CompressionCodecName.SNAPPY)).keepSmaller()));
        Estimate estimate = recompression.estimate(jobs, 2000, SEED, Listener.NONE);
        long after = recompression.run(jobs, Listener.NONE).stream()
                .mapToLong(FileOutcome::bytesAfter)
                .sum();
        assertEquals(after, estimate.bytesAfter(), 1.5 * estimate.bytesAfterError());
    }

    @Test
    void sameSeedGivesTheSameEstimateOnAnyThreads() throws IOException {
        RecompressOptions options = RecompressOptions.of(Plan.to(new CodecLevel(CompressionCodecName.ZSTD)));
        Estimate one = new Recompression(options.withThreads(1)).estimate(jobs(), 50, SEED, Listener.NONE);
        Estimate three =
                new Recompression(options.withThreads(3).withVerify(false)).estimate(jobs(), 50, SEED, Listener.NONE);
        assertEquals(one.bytesAfter(), three.bytesAfter());
        assertEquals(one.bytesAfterError(), three.bytesAfterError());
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(0, left.count());
        }
    }

    // Would catch: an estimate that compresses each page of a small file ten times.
    @Test
    void compressesAPageOnceForAllItsPoints() throws IOException {
        FileJob job = jobs().get(0);
        AtomicLong measured = new AtomicLong();
        Listener counting = new Listener() {
            @Override
            public void advanced(long bytes) {
                measured.addAndGet(bytes);
            }
        };
        Estimate estimate = new Recompression(RecompressOptions.of(Plan.to(new CodecLevel(CompressionCodecName.ZSTD))))
                .estimate(List.of(job), 5000, SEED, counting);
        assertEquals(5000, estimate.samples());
        assertTrue(measured.get() > 0 && measured.get() <= job.length(), measured + " of " + job.length() + " bytes");
    }

    @Test
    void reportsButDoesNotCountFailedOrFinishedFiles() throws IOException {
        List<FileJob> jobs = jobs();
        Recompression recompression =
                new Recompression(RecompressOptions.of(Plan.to(new CodecLevel(CompressionCodecName.ZSTD))));
        recompression.run(jobs.subList(0, 3), Listener.NONE);
        Path damaged = Files.writeString(directory.resolve("damaged"), "PAR1".repeat(100_000));
        jobs.add(LocalJobs.copy(damaged, directory.resolve("none"), true));
        Estimate estimate = recompression.estimate(jobs, 50, SEED, Listener.NONE);
        assertEquals(3, estimate.existingTargets());
        assertEquals(jobs.size() - 4, estimate.files());
        assertEquals(
                List.of(damaged.toString()), List.copyOf(estimate.failures().keySet()));
        assertEquals(
                jobs.subList(3, jobs.size() - 1).stream()
                        .mapToLong(FileJob::length)
                        .sum(),
                estimate.bytesBefore());
    }

    // Would catch: files that are reported as failed because of an error of this program, although the user
    // pressed Ctrl-C.
    @Test
    void interruptedSamplingGivesNoEstimate() throws IOException {
        Recompression recompression =
                new Recompression(RecompressOptions.of(Plan.to(new CodecLevel(CompressionCodecName.ZSTD))));
        List<FileJob> jobs = jobs();
        for (int questions : new int[] {0, jobs.size(), jobs.size() + 10}) {
            AtomicInteger asked = new AtomicInteger();
            Listener ending = new Listener() {
                @Override
                public boolean isCancelled() {
                    return asked.getAndIncrement() >= questions;
                }
            };
            IOException e =
                    assertThrows(InterruptedIOException.class, () -> recompression.estimate(jobs, 50, SEED, ending));
            assertEquals("Interrupted before the estimate was complete; nothing was written", e.getMessage());
        }
    }
}
