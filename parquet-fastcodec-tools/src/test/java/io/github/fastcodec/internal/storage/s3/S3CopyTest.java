// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage.s3;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.LocalStorage;
import io.github.fastcodec.internal.storage.NewFile;
import io.github.fastcodec.internal.storage.Storage;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The properties of an object, which its copy keeps. */
@Tag("slow")
class S3CopyTest {

    private static final String KEY = "arn:aws:kms:eu-west-1:111122223333:key/1234";
    private static final String ENCRYPTION = "x-amz-server-side-encryption";
    private static final String KEY_ID = "x-amz-server-side-encryption-aws-kms-key-id";

    private static final Map<String, String> HEADERS = Map.ofEntries(
            Map.entry("Content-Type", "application/vnd.apache.parquet"),
            Map.entry("Content-Encoding", "identity"),
            Map.entry("Content-Language", "de"),
            Map.entry("Content-Disposition", "attachment; filename=\"a b.parquet\""),
            Map.entry("Cache-Control", "max-age=60"),
            Map.entry("Expires", "Fri, 01 Jan 2027 00:00:00 GMT"),
            Map.entry("x-amz-website-redirect-location", "/other"),
            Map.entry("x-amz-storage-class", "STANDARD_IA"),
            Map.entry("x-amz-meta-classification", "secret"),
            Map.entry(ENCRYPTION, "aws:kms"),
            Map.entry(KEY_ID, KEY),
            Map.entry("x-amz-server-side-encryption-bucket-key-enabled", "true"));

    private final FakeS3 store = new FakeS3();

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(56).nextBytes(bytes);
        return bytes;
    }

    /** Copies {@code s3://b/a} to {@code s3://b/copy}, and returns the notes. */
    private List<String> copy() throws IOException {
        S3Storage storage = store.storage();
        try (FileInput source = storage.open("s3://b/a");
                NewFile copy = storage.createCopy("s3://b/copy", storage, source)) {
            copy.output().transfer(source, 0, source.length());
            copy.finish();
            copy.publish();
            return copy.notes();
        }
    }

    private static Map<String, String> withoutOurs(FakeS3.Stored object) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.putAll(object.headers());
        headers.keySet().removeIf(name -> name.startsWith("x-amz-meta-" + S3Properties.OURS));
        return headers;
    }

    // Would catch: an object that loses its key, its tags, or its headers for browsers.
    @ParameterizedTest
    @ValueSource(ints = {0, 100_000, S3Store.PART + 1})
    void access_copyHasThePropertiesOfItsSource(int length) throws IOException {
        Map<String, String> headers = new TreeMap<>(HEADERS);
        headers.put("x-amz-tagging", "classification=secret&a%20b=c%2Bd%26e");
        store.put("a", bytes(length), headers);
        assertEquals(List.of(), copy());
        FakeS3.Stored made = store.objects.get("copy");
        assertArrayEquals(bytes(length), made.bytes());
        assertEquals(withoutOurs(store.objects.get("a")), withoutOurs(made));
        assertEquals(Map.of("classification", "secret", "a b", "c+d&e"), store.tags.get("copy"));
    }

    // Would catch: a copy that is taken for the object of another run, or for a copy of its source's source.
    @Test
    void doesNotCopyThisProgramsMetadata() throws IOException {
        store.put(
                "a",
                bytes(10),
                Map.of("x-amz-meta-parquet-fastcodec", "old", "x-amz-meta-parquet-fastcodec-more", "old"));
        copy();
        Map<String, String> headers = store.objects.get("copy").headers();
        assertFalse(headers.containsKey("x-amz-meta-parquet-fastcodec-more"));
        assertFalse(headers.get("x-amz-meta-parquet-fastcodec").equals("old"));
    }

    // Would catch: a request for the tags of each object.
    @Test
    void requestsNoTagsForAnObjectWithoutThem() throws IOException {
        store.put("a", bytes(10), Map.of());
        copy();
        assertTrue(store.requests.stream().noneMatch(request -> request.kind().contains("tagging")));
    }

    @Test
    void localFileHasNoProperties(@TempDir Path directory) throws IOException {
        Path file = Files.write(directory.resolve("a"), bytes(10));
        LocalStorage local = new LocalStorage(FileSystems.getDefault());
        try (FileInput source = local.open(file.toString());
                NewFile copy = store.storage().createCopy("s3://b/copy", local, source)) {
            copy.finish();
            copy.publish();
        }
        assertEquals(Map.of("content-type", "application/octet-stream"), withoutOurs(store.objects.get("copy")));
    }

    // Would catch: an object of a single role that everyone can read on this machine, where bucket policies do
    // not apply.
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void access_localCopyIsPrivate(@TempDir Path directory) throws IOException {
        store.put("a", bytes(10), HEADERS);
        Path target = directory.resolve("copy");
        S3Storage storage = store.storage();
        try (FileInput source = storage.open("s3://b/a");
                NewFile copy =
                        new LocalStorage(FileSystems.getDefault()).createCopy(target.toString(), storage, source)) {
            copy.finish();
            copy.publish();
            assertEquals(List.of(Storage.FOR_OWNER), copy.notes());
        }
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(target)));
    }

    // Would catch: a new object that cannot be read back, or properties that are lost without a note.
    @ParameterizedTest
    @CsvSource({
        "x-amz-storage-class, GLACIER, 'its storage class GLACIER is not kept'",
        "x-amz-storage-class, DEEP_ARCHIVE, 'its storage class DEEP_ARCHIVE is not kept'",
        "Expires, 0, 'its Expires is not kept, because it is not a date: 0'",
        "x-amz-missing-meta, 2, 'some of its user metadata is not kept'",
        "x-amz-object-lock-mode, COMPLIANCE, 'its object lock is not kept'",
        "x-amz-object-lock-legal-hold, ON, 'its object lock is not kept'"
    })
    void notesPropertiesThatAreNotKept(String header, String value, String note) throws IOException {
        store.put("a", bytes(10), Map.of(header, value));
        List<String> notes = copy();
        assertEquals(1, notes.size());
        assertTrue(notes.get(0).startsWith(note), notes::toString);
        assertFalse(store.objects.get("copy").headers().containsKey(header));
    }

    // Would catch: an object that is less protected than its source, because a store ignores the header.
    @ParameterizedTest
    @ValueSource(ints = {10, S3Store.PART + 1})
    void access_rejectsAnEncryptionThatTheStoreIgnores(int length) throws IOException {
        store.put("a", bytes(length), HEADERS);
        store.fate = request -> {
            request.headers().remove(KEY_ID);
            request.headers().replace(ENCRYPTION, "AES256");
            return null;
        };
        IOException e = assertThrows(IOException.class, this::copy);
        assertEquals(
                "s3://b/copy: its encryption is AES256, expected that of its source, aws:kms with the key " + KEY
                        + ": the object is deleted",
                e.getMessage());
        assertFalse(store.objects.containsKey("copy"));
    }

    @ParameterizedTest
    @CsvSource({
        "10, 400, KMS.NotFoundException",
        "10, 403, AccessDenied",
        "16777217, 400, InvalidArgument",
        "16777217, 403, AccessDenied"
    })
    void namesAKeyThatCannotBeUsed(int length, int status, String code) {
        store.put("a", bytes(length), HEADERS);
        store.fate =
                request -> request.kind().matches("PUT|POST \\?uploads") ? FakeS3.Answer.error(status, code) : null;
        String message = assertThrows(IOException.class, this::copy).getMessage();
        assertTrue(message.contains("aws:kms with the key " + KEY), message);
        assertTrue(message.contains("in the region of the bucket") && message.contains("kms:GenerateDataKey"), message);
        assertFalse(store.objects.containsKey("copy"));
    }

    @Test
    void namesThePermissionThatTagsNeed() {
        store.put("a", bytes(10), Map.of("x-amz-tagging", "a=b"));
        store.fate = request -> request.kind().equals("PUT") ? FakeS3.Answer.error(403, "AccessDenied") : null;
        String message = assertThrows(IOException.class, this::copy).getMessage();
        assertTrue(message.contains("s3:PutObjectTagging"), message);
        store.fate = request -> request.kind().equals("GET ?tagging") ? FakeS3.Answer.error(403, "AccessDenied") : null;
        message = assertThrows(IOException.class, this::copy).getMessage();
        assertTrue(message.contains("s3:GetObjectTagging"), message);
    }

    // S3 serves such an object only to requests with its key, which this program never sends; other stores may serve
    // it anyway.
    @Test
    void access_rejectsAnObjectWithACustomersKey() {
        store.put("a", bytes(10), Map.of("x-amz-server-side-encryption-customer-algorithm", "AES256"));
        String message = assertThrows(IOException.class, this::copy).getMessage();
        assertTrue(message.contains("SSE-C"), message);
    }

    @Test
    void reportsMetadataWithoutRoom() {
        store.put("a", bytes(10), Map.of("x-amz-meta-long", "x".repeat(2040)));
        store.fate = request -> request.kind().equals("PUT") ? FakeS3.Answer.error(400, "MetadataTooLarge") : null;
        String message = assertThrows(IOException.class, this::copy).getMessage();
        assertTrue(message.contains("too little of the 2 KB"), message);
    }

    // Would catch: an object that a proxy has accepted but the store does not have, or an object that has lost
    // its tags.
    @ParameterizedTest
    @CsvSource({
        "10, PUT, but does not have it",
        "10, GET ?tagging, 'the store counts 1 tags, but returns 0'",
        "16777217, POST ?uploads, does not answer as S3 does",
        "16777217, PUT ?partNumber, does not return the ETag of a part",
        "16777217, POST ?uploadId, but does not have it"
    })
    void rejectsAResponseThatIsNotTheStores(int length, String kind, String expected) {
        store.put("a", bytes(length), Map.of("x-amz-tagging", "a=b"));
        store.fate = request -> request.kind().equals(kind)
                ? new FakeS3.Answer(200, Map.of("Content-Type", "text/html"), "<html>Welcome</html>")
                : null;
        String message = assertThrows(IOException.class, this::copy).getMessage();
        assertTrue(message.contains(expected), message);
        assertFalse(store.objects.containsKey("copy"));
    }
}
