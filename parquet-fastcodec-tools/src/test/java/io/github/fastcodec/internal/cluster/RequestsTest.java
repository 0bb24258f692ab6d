// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.internal.recompress.FileOutcome;
import io.github.fastcodec.internal.search.FileList;
import io.github.fastcodec.internal.search.Search;
import io.github.fastcodec.internal.search.TargetDirectory;
import io.github.fastcodec.internal.storage.Storages;
import io.github.fastcodec.internal.verify.Verification;
import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import io.github.fastcodec.recompress.RecompressOptions;
import io.github.fastcodec.verify.VerifyOptions;
import io.github.fastcodec.verify.VerifyResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The requests to an object store for each file, from which docs/lake.md estimates. */
class RequestsTest {

    private static final Path SOURCE = Path.of(
                    "../parquet-fastcodec/src/test/resources/interop/pyarrow-snappy-v1-plain-large.parquet")
            .toAbsolutePath();

    private static final int FILES = 10;

    @TempDir
    Path directory;

    private final RepeatingCluster cluster = new RepeatingCluster(Map.of(
            "fs." + CountingFileSystem.SCHEME + ".impl",
            CountingFileSystem.class.getName(),
            "fs." + CountingFileSystem.SCHEME + ".impl.disable.cache",
            "true"));

    @Test
    void recompressionTakesTheExpectedRequests() throws IOException {
        Path in = directory.resolve("in");
        Files.createDirectories(in);
        for (int i = 0; i < FILES; i++) {
            Files.copy(SOURCE, in.resolve("part-" + i + ".parquet"));
        }
        ClusterConversion conversion = new ClusterConversion(cluster);
        String scheme = CountingFileSystem.SCHEME + "://bucket";
        CountingFileSystem.REQUESTS.clear();
        Storages storages = cluster.storages();
        TargetDirectory target = TargetDirectory.at(scheme + directory.resolve("out"), storages);
        FileList files = Search.find(List.of(scheme + in), storages, new ClusterLister(cluster, true), target);
        Map<String, Integer> listing = Map.copyOf(CountingFileSystem.REQUESTS);
        System.out.println("requests to list " + FILES + " files: " + listing);
        CountingFileSystem.REQUESTS.clear();
        int[] written = {0};
        conversion.convert(
                files,
                RecompressOptions.of(Plan.to(new CodecLevel(CompressionCodecName.ZSTD))),
                result -> {
                    assertEquals(
                            FileOutcome.Status.RECOMPRESSED,
                            result.outcome().status(),
                            () -> result.outcome().failure().toString());
                    written[0]++;
                },
                () -> false);
        assertEquals(FILES, written[0]);
        System.out.println("requests to convert " + FILES + " files: " + CountingFileSystem.REQUESTS);
        assertEquals(1, listing.get("LIST"));
        for (String once : List.of("PUT", "COPY")) {
            assertEquals(FILES, CountingFileSystem.REQUESTS.get(once), once);
        }
        assertEquals(null, CountingFileSystem.REQUESTS.get("LIST"), "a directory is listed once, not for each file");
    }

    @Test
    void verificationTakesTheExpectedRequests() throws IOException {
        CountingFileSystem.REQUESTS.clear();
        List<VerifyResult> results = new ArrayList<>();
        new Verification(VerifyOptions.defaults().withThreads(1), bytes -> {}, file -> null)
                .run(List.of(CountingFileSystem.SCHEME + "://bucket" + SOURCE), cluster.storages(), results::add);
        assertTrue(results.get(0).isSound() && results.get(0).pages() > 1, results::toString);
        System.out.println("requests to verify a file of " + results.get(0).rowGroups() + " row groups: "
                + CountingFileSystem.REQUESTS);
        assertEquals(2, CountingFileSystem.REQUESTS.get("HEAD"));
        assertEquals(4, CountingFileSystem.REQUESTS.get("GET"));
    }
}
