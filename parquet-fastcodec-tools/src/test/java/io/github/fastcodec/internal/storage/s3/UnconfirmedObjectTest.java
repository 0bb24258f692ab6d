// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.internal.recompress.FileJob;
import io.github.fastcodec.internal.recompress.FileOutcome;
import io.github.fastcodec.internal.recompress.Listener;
import io.github.fastcodec.internal.recompress.Recompression;
import io.github.fastcodec.internal.storage.NewFile;
import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import io.github.fastcodec.recompress.RecompressOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Objects for which the store does not return the checksum of the bytes that it has received. */
@Tag("slow")
class UnconfirmedObjectTest {

    private static final long SEED = 78;
    private static final Path FILE = Path.of("src/test/resources/layouts/parquet-java-1.18.1-v1-snappy-bloom.parquet");

    private final FakeS3 store = new FakeS3();
    private final Random random = new Random(SEED);

    private byte[] flipped(byte[] body) {
        byte[] kept = body.clone();
        kept[random.nextInt(kept.length)] ^= (byte) (1 << random.nextInt(8));
        return kept;
    }

    private FileOutcome recompress() throws IOException {
        store.put("in/a", Files.readAllBytes(FILE), Map.of());
        S3Storage storage = store.storage();
        FileJob job =
                new FileJob(storage, "s3://b/in/a", storage, "s3://b/out/a", Files.size(FILE), FileJob.Policy.RESUME);
        Plan plan = Plan.to(new CodecLevel(CompressionCodecName.ZSTD));
        return new Recompression(RecompressOptions.of(plan).withThreads(1))
                .run(List.of(job), Listener.NONE)
                .get(0);
    }

    /** Writes {@code s3://b/a}, and returns whether the store confirmed it by a checksum. */
    private boolean write(int length) throws IOException {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        try (NewFile file = store.storage().create("s3://b/a", null)) {
            file.output().write(ByteBuffer.wrap(bytes));
            file.finish();
            file.publish();
            return file.isConfirmedByChecksum();
        }
    }

    private long reads() {
        return store.requests.stream()
                .filter(request -> request.kind().equals("GET"))
                .count();
    }

    // Would catch: a damaged object that counts as verified, and as up to date in the next run.
    @Test
    void flippedBitFailsTheFileInEachRun() throws IOException {
        store.confirms = false;
        store.keeping = this::flipped;
        for (int run = 0; run < 2; run++) {
            FileOutcome outcome = recompress();
            assertEquals(FileOutcome.Status.FAILED, outcome.status(), "seed " + SEED);
            assertEquals(
                    "s3://b/out/a: the store returned no checksum (CRC32C), and the object differs from the bytes"
                            + " sent: the object is deleted; if this happens again, the store or a proxy in front of it"
                            + " changes objects: write to a local directory",
                    outcome.failure().orElseThrow().getMessage());
            assertFalse(store.objects.containsKey("out/a"));
        }
        store.keeping = body -> body;
        assertEquals(FileOutcome.Status.RECOMPRESSED, recompress().status());
        assertEquals(FileOutcome.Status.UP_TO_DATE, recompress().status());
    }

    // Would catch: objects that are too long, and have chunk signatures between their bytes.
    @Test
    void keptFramingFailsTheFileInEachRun() throws IOException {
        store.confirms = false;
        store.scheme = "http";
        for (int run = 0; run < 2; run++) {
            FileOutcome outcome = recompress();
            assertEquals(FileOutcome.Status.FAILED, outcome.status());
            String message = outcome.failure().orElseThrow().getMessage();
            assertTrue(
                    message.matches(
                            "s3://b/out/a: .* the object has \\d+ bytes, but \\d+ were sent: the object is deleted.*"),
                    message);
            assertFalse(store.objects.containsKey("out/a"));
        }
    }

    // Would catch: an object in parts that is not read back, although its parts or their order are unconfirmed.
    @ParameterizedTest
    @CsvSource({"10, PUT", "16777217, PUT .partNumber", "16777217, POST .uploadId", "16777217, .*"})
    void readsBackAnObjectWithoutAConfirmedChecksum(int length, String kinds) throws IOException {
        store.fate = request -> {
            store.confirms = !request.kind().matches(kinds);
            return null;
        };
        assertFalse(write(length));
        store.objects.clear();
        store.keeping = this::flipped;
        IOException e = assertThrows(IOException.class, () -> write(length));
        assertTrue(e.getMessage().contains("the object differs from the bytes sent"), e::getMessage);
        assertTrue(store.objects.isEmpty());
    }

    // Would catch: a download of each object from a store that confirms checksums.
    @ParameterizedTest
    @ValueSource(ints = {0, 10, S3Store.PART + 1})
    void doesNotReadAConfirmedObjectBack(int length) throws IOException {
        assertTrue(write(length));
        assertEquals(0, reads());
    }

    // Would catch: an unchecked object that stays because the store failed after it.
    @Test
    void deletesAnObjectThatCannotBeReadBack() {
        store.confirms = false;
        store.fate = request -> request.kind().equals("GET") ? FakeS3.Answer.error(403, "AccessDenied") : null;
        IOException e = assertThrows(IOException.class, () -> write(10));
        assertTrue(e.getMessage().contains("the object cannot be read back: "), e::getMessage);
        assertTrue(e.getMessage().contains(": the object is deleted"), e::getMessage);
        assertTrue(store.objects.isEmpty());
    }

    // Would catch: an object that is said to be deleted, although the store denies that or has lost the object's mark.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void namesAnObjectThatCannotBeDeleted(boolean losesMark) {
        store.confirms = false;
        store.keeping = this::flipped;
        store.fate = request -> {
            if (losesMark) {
                request.headers().keySet().removeIf(name -> name.startsWith("x-amz-meta-"));
            }
            return !losesMark && request.kind().equals("DELETE") ? FakeS3.Answer.error(403, "AccessDenied") : null;
        };
        IOException e = assertThrows(IOException.class, () -> write(10));
        assertTrue(e.getMessage().startsWith("s3://b/a: "), e::getMessage);
        assertTrue(e.getMessage().contains(" could not be deleted ("), e::getMessage);
        assertTrue(e.getMessage().contains("): delete it, or the next run"), e::getMessage);
        assertTrue(store.objects.containsKey("a"));
    }
}
