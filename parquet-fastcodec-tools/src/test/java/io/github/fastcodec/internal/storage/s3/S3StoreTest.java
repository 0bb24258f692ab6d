// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage.s3;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.internal.storage.FileInput;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.SocketException;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses of stores, and of proxies in front of them. */
class S3StoreTest {

    private static final long SEED = 56;

    private final FakeS3 store = new FakeS3();
    private final Random random = new Random(SEED);

    private byte[] put(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        store.put("a", bytes, Map.of());
        return bytes;
    }

    /** Returns the number of bytes requested, without the tail that is read on opening. */
    private long bytesAskedFor() {
        return ranges().map(range -> range.substring("bytes=".length()).split("-"))
                .filter(bounds -> !bounds[0].isEmpty())
                .flatMapToLong(bounds -> LongStream.of(Long.parseLong(bounds[1]) + 1 - Long.parseLong(bounds[0])))
                .sum();
    }

    private Stream<String> ranges() {
        return store.requests.stream()
                .filter(request -> request.kind().equals("GET"))
                .map(request -> request.headers().get("Range"));
    }

    // Would catch: a page of HTML or an empty response, taken for a directory without a table's marker.
    @ParameterizedTest
    @ValueSource(strings = {"", "<html><body>Sign in</body></html>", "<R><Buckets/></R>"})
    void rejectsAResponseThatIsNotAListing(String body) {
        store.fate = request -> request.kind().contains("?") ? new FakeS3.Answer(200, Map.of(), body) : null;
        S3Storage storage = store.storage();
        for (IOException e : List.of(
                assertThrows(IOException.class, () -> storage.list("s3://b/t")),
                assertThrows(IOException.class, () -> storage.tree("s3://b/t")),
                assertThrows(IOException.class, () -> storage.find("s3://b/t")),
                assertThrows(IOException.class, () -> storage.which("s3://b/t", Set.of("_delta_log"))),
                assertThrows(IOException.class, () -> storage.deleteLeftovers("s3://b/t/a")))) {
            assertTrue(e.getMessage().endsWith("does not answer as S3 does"), e::getMessage);
        }
    }

    // Would catch: the NullPointerException of the SDK for an empty value, and its URISyntaxException for a host and a
    // port, which do not name the setting.
    @ParameterizedTest
    @CsvSource({"aws.endpointUrlS3, ' '", "aws.endpointUrl, localhost:9000"})
    void refusesAnEndpointThatIsNotAUrl(String property, String value) {
        System.setProperty(property, value);
        try {
            IOException failure = assertThrows(
                    IOException.class,
                    () -> new S3StorageProvider()
                            .open(URI.create("s3://b/"), getClass().getClassLoader(), null));
            assertTrue(
                    failure.getMessage().startsWith(property + " is \"" + value + "\", expected"), failure::getMessage);
        } finally {
            System.clearProperty(property);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "301, PermanentRedirect, x-amz-bucket-region",
        "301, '', x-amz-bucket-region",
        "400, AuthorizationHeaderMalformed, x-amz-bucket-region",
        "400, AuthorizationHeaderMalformed, ''",
        "400, '', x-amz-bucket-region"
    })
    void reportsABucketOfAnotherRegionInOneSentence(int status, String code, String header) {
        String body = code.isEmpty()
                ? "" // as in responses to HEAD
                : "<Error><Code>" + code + "</Code><Message>no</Message><Region>eu-west-1</Region></Error>";
        Map<String, String> headers = header.isEmpty() ? Map.of() : Map.of(header, "eu-west-1");
        store.fate = request -> new FakeS3.Answer(status, headers, body);
        IOException e = assertThrows(IOException.class, () -> store.storage().open("s3://b/a"));
        assertEquals(
                "s3://b: the bucket is in the region eu-west-1, not in the one requested: set AWS_REGION=eu-west-1,"
                        + " and AWS_ENDPOINT_URL_S3, if it is set, to the endpoint of that region",
                e.getMessage());
    }

    // Would catch: "the store answers null".
    @Test
    void reportsACustomersKey() {
        store.fate = request -> new FakeS3.Answer(400, Map.of(), "");
        IOException e = assertThrows(IOException.class, () -> store.storage().find("s3://b/a"));
        assertTrue(e.getMessage().contains("SSE-C"), e::getMessage);
    }

    // Would catch: a list of permissions that would not help.
    @Test
    void reportsAnArchivedObject() {
        store.fate = request -> FakeS3.Answer.error(403, "InvalidObjectState");
        IOException e = assertThrows(IOException.class, () -> store.storage().open("s3://b/a"));
        assertEquals("s3://b/a: it is archived, and must be restored before it can be read", e.getMessage());
    }

    /** Three of ten bodies end early, cut or with a reset connection. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void continuesABodyWhereItEnded(boolean resets) throws IOException {
        byte[] bytes = put(3 << 20);
        long[] given = {0};
        store.fate = request -> {
            if (!request.kind().equals("GET") || random.nextInt(10) >= 3) {
                return null;
            }
            FakeS3.Answer whole = store.get(request);
            try {
                byte[] body = whole.body().readAllBytes();
                byte[] beginning = Arrays.copyOf(body, random.nextInt(body.length));
                given[0] += beginning.length;
                InputStream end = resets ? new ResetStream() : InputStream.nullInputStream();
                return new FakeS3.Answer(
                        whole.status(),
                        whole.headers(),
                        new SequenceInputStream(new ByteArrayInputStream(beginning), end));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        };
        byte[] read = new byte[bytes.length];
        try (FileInput input = store.storage().open("s3://b/a")) {
            for (int start = 0; start < read.length; start += 100_000) {
                input.read(start, read, start, Math.min(100_000, read.length - start));
            }
        }
        assertArrayEquals(bytes, read);
        assertTrue(given[0] > 0);
        assertTrue(store.requests.stream()
                .skip(1)
                .allMatch(request -> request.headers().get("If-Match").equals("\"tag\"")));
    }

    private static final class ResetStream extends InputStream {
        @Override
        public int read() throws IOException {
            throw new SocketException("Connection reset");
        }
    }

    // Would catch: an estimate that requests more bytes than the files have.
    @Test
    void requestsNoByteTwice() throws IOException {
        byte[] bytes = put(5 << 20);
        try (FileInput input = store.storage().open("s3://b/a")) {
            for (int i = 0; i < 300; i++) {
                int start = random.nextInt(bytes.length);
                byte[] read = new byte[1 + random.nextInt(Math.min(60_000, bytes.length - start))];
                input.read(start, read, 0, read.length);
                assertArrayEquals(Arrays.copyOfRange(bytes, start, start + read.length), read);
            }
            input.fetch();
            byte[] all = new byte[bytes.length];
            input.read(0, all, 0, all.length);
            assertArrayEquals(bytes, all);
        }
        assertEquals(bytes.length - (64 << 10), bytesAskedFor());
    }

    // Would catch: a request for each page of a small object.
    @Test
    void readsASmallObjectInTwoRequests() throws IOException {
        byte[] bytes = put(600_000);
        try (FileInput input = store.storage().open("s3://b/a")) {
            for (int start = 0; start < 100_000; start += 5_000) {
                byte[] read = new byte[1_000];
                input.read(start, read, 0, read.length);
                assertArrayEquals(Arrays.copyOfRange(bytes, start, start + read.length), read);
            }
        }
        assertEquals(2, ranges().count());
    }
}
