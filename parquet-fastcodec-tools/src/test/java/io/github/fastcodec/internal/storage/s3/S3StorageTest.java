// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.internal.search.FileList;
import io.github.fastcodec.internal.search.Search;
import io.github.fastcodec.internal.search.TargetDirectory;
import io.github.fastcodec.internal.storage.Entry;
import io.github.fastcodec.internal.storage.Storage;
import io.github.fastcodec.internal.storage.Storages;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CommonPrefix;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/** The directories that result from keys. A real server that keeps objects in a file system cannot have all of these keys. */
class S3StorageTest {

    /** Lists keys and describes objects as the S3 API reference specifies; supports nothing else. */
    private static final class Keys implements S3Client {

        private final TreeMap<String, Long> lengths = new TreeMap<>();
        private boolean forgetsToken;
        private boolean beginsAnew;
        private int requests;

        private Keys with(String key, long length) {
            lengths.put(key, length);
            return this;
        }

        @Override
        public HeadObjectResponse headObject(HeadObjectRequest request) {
            Long length = lengths.get(request.key());
            if (length == null) {
                throw S3Exception.builder().statusCode(404).build();
            }
            return HeadObjectResponse.builder()
                    .contentLength(length)
                    .eTag("\"" + request.key() + "\"")
                    .lastModified(Instant.EPOCH)
                    .build();
        }

        @Override
        public ListObjectsV2Response listObjectsV2(ListObjectsV2Request request) {
            requests++;
            String start = request.continuationToken() == null || beginsAnew ? "" : request.continuationToken();
            int most = request.maxKeys() == null ? 1000 : request.maxKeys();
            List<S3Object> objects = new ArrayList<>();
            TreeSet<String> prefixes = new TreeSet<>();
            String next = null;
            for (String key : lengths.keySet()) {
                if (!key.startsWith(request.prefix())) {
                    continue;
                }
                int slash = request.delimiter() == null
                        ? -1
                        : key.indexOf('/', request.prefix().length());
                String listed = slash < 0 ? key : key.substring(0, slash + 1);
                if (listed.compareTo(start) <= 0 || prefixes.contains(listed)) {
                    continue;
                }
                if (objects.size() + prefixes.size() == most) {
                    next = objects.isEmpty()
                                    || !prefixes.isEmpty() && prefixes.last().compareTo(last(objects)) > 0
                            ? prefixes.last()
                            : last(objects);
                    break;
                }
                if (slash < 0) {
                    objects.add(S3Object.builder()
                            .key(key)
                            .size(lengths.get(key))
                            .eTag("\"" + key + "\"")
                            .lastModified(Instant.EPOCH)
                            .build());
                } else {
                    prefixes.add(listed);
                }
            }
            return ListObjectsV2Response.builder()
                    .contents(objects)
                    .commonPrefixes(prefixes.stream()
                            .map(prefix -> CommonPrefix.builder().prefix(prefix).build())
                            .toList())
                    .isTruncated(next != null)
                    .nextContinuationToken(forgetsToken ? null : next)
                    .build();
        }

        private static String last(List<S3Object> objects) {
            return objects.get(objects.size() - 1).key();
        }

        @Override
        public String serviceName() {
            return "s3";
        }

        @Override
        public void close() {}
    }

    private static Storage storage(Keys keys) {
        return new S3Storage(new S3Store(keys));
    }

    private static List<String> names(List<Entry> entries) {
        return entries.stream()
                .map(entry -> entry.name() + (entry.isDirectory() ? "/" : ""))
                .toList();
    }

    // Would catch: an object that is hidden by a directory of its name, or a directory that is listed twice.
    @Test
    void objectAndDirectoryMayShareAName() throws IOException {
        Keys keys = new Keys()
                .with("t/a.parquet", 10)
                .with("t/a.parquet/b.parquet", 20)
                .with("t/day=1/", 0) // as consoles create directories
                .with("t/day=1/c.parquet", 30)
                .with("t/day=1/d.parquet", 40)
                .with("t/empty/", 0);
        for (boolean isDeep : new boolean[] {false, true}) {
            Storage.Tree tree = isDeep ? storage(keys).tree("s3://b/t") : storage(keys)::list;
            assertEquals(
                    List.of("a.parquet", "a.parquet/", "day=1/", "empty/"),
                    names(tree.list("s3://b/t")).stream().sorted().toList());
            assertEquals(List.of("b.parquet"), names(tree.list("s3://b/t/a.parquet")));
            assertEquals(List.of("c.parquet", "d.parquet"), names(tree.list("s3://b/t/day=1")));
            assertEquals(List.of(), names(tree.list("s3://b/t/empty")));
        }
    }

    // Would catch: a search that takes requests for each directory, of the sources or of the targets.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void requestsDoNotGrowWithTheDirectories(boolean isSecondRun) throws IOException {
        int[] requests = new int[2];
        for (int i = 0; i < 2; i++) {
            int directories = i == 0 ? 1 : 50;
            Keys keys = new Keys();
            for (int day = 0; day < directories; day++) {
                keys.with("in/day=" + day + "/a.parquet", 10);
                if (isSecondRun) {
                    keys.with("out/day=" + day + "/a.parquet", 10).with("out/old=" + day + "/a.parquet", 10);
                }
            }
            Storage store = storage(keys);
            Storages storages = new Storages(getClass().getClassLoader()) {
                @Override
                public Storage of(String path) {
                    return store;
                }
            };
            TargetDirectory target = TargetDirectory.at("s3://b/out", storages);
            FileList found = Search.find(List.of("s3://b/in"), storages, Search.onThisThread(storages), target);
            assertEquals(directories, found.files());
            assertEquals(isSecondRun ? directories : 0, found.withoutSource().size());
            assertEquals(isSecondRun, found.inOrder().get(0).targetWasThere());
            requests[i] = keys.requests;
        }
        assertEquals(requests[0], requests[1]);
    }

    // Would catch: a request for each directory of a tree, or a listing that ends after the first page.
    @Test
    void listsATreeAThousandObjectsAtATime() throws IOException {
        Keys keys = new Keys();
        for (int i = 0; i < 2_500; i++) {
            keys.with("t/day=" + i % 50 + "/" + i, 1);
        }
        Storage.Tree tree = storage(keys).tree("s3://b/t");
        int files = 0;
        for (Entry day : tree.list("s3://b/t")) {
            files += tree.list(day.path()).size();
        }
        assertEquals(2_500, files);
        assertEquals(3, keys.requests);
    }

    // Would catch: objects without a path that are skipped without an error.
    @ParameterizedTest
    @ValueSource(strings = {"t//a.parquet", "t/day=1//a.parquet", "t/a.parquet/"})
    void rejectsAKeyWithoutAPath(String key) {
        Storage storage = storage(new Keys().with(key, 10).with("t/b.parquet", 10));
        FileSystemException e = assertThrows(FileSystemException.class, () -> storage.tree("s3://b/t"));
        assertTrue(e.getMessage().contains('"' + key + '"'), e::getMessage);
    }

    // Would catch: a request that is repeated forever.
    @Test
    void rejectsAListingWithoutAContinuation() {
        Keys keys = new Keys();
        for (int i = 0; i < 1_001; i++) {
            keys.with("t/" + i, 1);
        }
        keys.forgetsToken = true;
        assertThrows(FileSystemException.class, () -> storage(keys).list("s3://b/t"));
        assertEquals(1, keys.requests);
        keys.forgetsToken = false;
        keys.beginsAnew = true; // whatever the token is
        assertThrows(FileSystemException.class, () -> storage(keys).list("s3://b/t"));
        assertEquals(3, keys.requests);
    }

    // Would catch: a table's marker that is missed after a page of other names, or among names that sort
    // between the marker and its slash, or in a directory for which an empty object of the same name stands.
    @ParameterizedTest
    @ValueSource(strings = {"_delta_log", "metadata", "snapshot"})
    void findsNamesAfterManyOthers(String name) throws IOException {
        for (int others : new int[] {0, 999, 1_000, 1_001, 2_500}) {
            Keys keys = new Keys().with("t/" + name + "/0", 1);
            for (int i = 0; i < others; i++) {
                keys.with("t/" + (i % 2 == 0 ? "0" + i : name + "-" + i), 1); // a hyphen sorts before the slash
            }
            Set<String> asked = Set.of("_delta_log", "metadata", "snapshot", "_metadata");
            assertEquals(Set.of(name), storage(keys).which("s3://b/t", asked), others + " others");
            keys.with("t/" + name, 0);
            assertEquals(Set.of(name), storage(keys).which("s3://b/t", asked), others + " others");
            assertEquals(
                    List.of("0"),
                    storage(keys).list("s3://b/t/" + name).stream()
                            .map(Entry::name)
                            .toList(),
                    others + " others");
        }
    }
}
