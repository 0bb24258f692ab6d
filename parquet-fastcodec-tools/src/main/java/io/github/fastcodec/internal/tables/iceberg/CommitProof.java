// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables.iceberg;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableScan;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.util.ByteBuffers;
import org.jspecify.annotations.Nullable;

/**
 * Proves that a snapshot has the same rows as the one before it. Except for the replaced paths, the live data files must be the
 * same, each with the same spec, partition, data sequence number, number of rows and first row id. The delete files must be the
 * same except for those that Iceberg drops because they no longer apply to any data file. Together, these facts determine which
 * delete files apply to a data file. No delete file may apply to a file that is replaced, because a delete file may contain the
 * path of that file. All attempts of one commit share an instance. Not thread-safe.
 */
final class CommitProof {

    private final FileIO io;

    /** The snapshot in which the {@link #unused} delete files apply to no file, or null. */
    private @Nullable Snapshot known;

    private Map<String, List<Object>> unused = Map.of();

    CommitProof(FileIO io) {
        this.io = io;
    }

    /**
     * Compares two consecutive snapshots, and plans a scan of the first snapshot as readers do.
     *
     * @param table a version of the table that contains the first snapshot
     * @param replaced the paths of the new files, keyed by the paths of the old files
     * @throws ValidationException if the second snapshot is not proved to have the same rows, or a delete applies to a file that
     *     is replaced; the message says what is wrong
     */
    void require(BaseTable table, Snapshot before, Snapshot after, Map<String, String> replaced) {
        Map<String, List<Object>> dropped = requireSameFiles(table, before, after, replaced);
        if (!before.deleteManifests(io).isEmpty()) {
            requireUnused(
                    Manifests.scan(table, before, before.dataManifests(io), before.deleteManifests(io)),
                    dropped,
                    replaced);
        }
    }

    /**
     * Compares two consecutive snapshots. The caller must have checked that no delete applies to a file that is replaced. Reads
     * only the manifests that the snapshots do not share. If the commit drops delete files, the first attempt reads all
     * manifests, and later attempts read only new manifests: a delete file that applied to none of a manifest's files does not
     * apply to them later, unless a deletion vector that replaced it has been removed.
     *
     * @throws ValidationException if the second snapshot is not proved to have the same rows; the message says what is wrong
     */
    void requireChange(BaseTable table, Snapshot before, Snapshot after, Map<String, String> replaced) {
        Map<String, List<Object>> dropped = requireSameFiles(table, before, after, replaced);
        if (dropped.isEmpty()) {
            return;
        }
        List<ManifestFile> data = before.dataManifests(io);
        if (known != null
                && unused.entrySet().containsAll(dropped.entrySet())
                && Manifests.without(known.deleteManifests(io), before.deleteManifests(io))
                        .isEmpty()) {
            data = Manifests.without(data, known.dataManifests(io));
        }
        requireUnused(Manifests.scan(table, before, data, before.deleteManifests(io)), dropped, Map.of());
        known = before;
        unused = dropped;
    }

    /**
     * Requires that the files are the same, except for replaced data files and dropped delete files; returns the dropped files.
     */
    private Map<String, List<Object>> requireSameFiles(
            Table table, Snapshot before, Snapshot after, Map<String, String> replaced) {
        Map<String, List<Object>> dropped = requireSameDeletes(table.specs(), before, after);
        requireSameData(table.specs(), before, after, replaced);
        return dropped;
    }

    private Map<String, List<Object>> requireSameDeletes(
            Map<Integer, PartitionSpec> specs, Snapshot before, Snapshot after) {
        List<ManifestFile> old = before.deleteManifests(io);
        List<ManifestFile> now = after.deleteManifests(io);
        Map<String, List<Object>> dropped = new HashMap<>();
        for (ManifestFile manifest : Manifests.without(old, now)) {
            read(
                    ManifestFiles.readDeleteManifest(manifest, io, specs),
                    file -> dropped.put(identity(file), entry(file)));
        }
        for (ManifestFile manifest : Manifests.without(now, old)) {
            read(ManifestFiles.readDeleteManifest(manifest, io, specs), file -> {
                List<Object> entry = entry(file);
                ValidationException.check(
                        entry.equals(dropped.remove(identity(file))),
                        "the delete file %s would be added or changed",
                        entry);
            });
        }
        return dropped;
    }

    private static void requireUnused(
            TableScan before, Map<String, List<Object>> dropped, Map<String, String> replaced) {
        try (CloseableIterable<FileScanTask> tasks = before.planFiles()) {
            for (FileScanTask task : tasks) {
                for (DeleteFile delete : task.deletes()) {
                    ValidationException.check(
                            !replaced.containsKey(task.file().location()),
                            "the delete file %s applies to %s, which is to be replaced",
                            delete.location(),
                            task.file().location());
                    ValidationException.check(
                            !dropped.containsKey(identity(delete)),
                            "Iceberg would drop the delete file %s, which applies to %s",
                            delete.location(),
                            task.file().location());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the path with the offset: a file can contain the deletion vectors of several data files, at different offsets. */
    private static String identity(DeleteFile file) {
        return file.location() + " " + file.contentOffset();
    }

    private void requireSameData(
            Map<Integer, PartitionSpec> specs, Snapshot before, Snapshot after, Map<String, String> replaced) {
        List<ManifestFile> old = before.dataManifests(io);
        List<ManifestFile> now = after.dataManifests(io);
        // Before the first commit in format 3, no file has a first row id; after it, all files have one.
        boolean hasIds = before.firstRowId() != null;
        Difference kept = new Difference();
        Map<String, List<Object>> expected = new HashMap<>();
        for (ManifestFile manifest : Manifests.without(old, now)) {
            read(ManifestFiles.read(manifest, io, specs), file -> {
                String target = replaced.get(file.location());
                if (target == null) {
                    kept.add(entry(file, hasIds));
                } else {
                    ValidationException.check(
                            expected.put(target, entry(file, hasIds)) == null,
                            "%s, which is to be replaced, is in the table twice",
                            file.location());
                }
            });
        }
        ValidationException.check(
                expected.size() == replaced.size(),
                "only %s of the %s files to replace are in the table",
                expected.size(),
                replaced.size());
        for (ManifestFile manifest : Manifests.without(now, old)) {
            read(ManifestFiles.read(manifest, io, specs), file -> {
                List<Object> promised = expected.remove(file.location());
                if (promised == null) {
                    kept.subtract(entry(file, hasIds));
                } else {
                    List<Object> entry = entry(file, hasIds);
                    promised.set(0, file.location());
                    ValidationException.check(
                            promised.equals(entry), "the entry %s would be committed as %s", promised, entry);
                }
            });
        }
        ValidationException.check(
                expected.isEmpty(), "new files would be missing from the table: %s", expected.keySet());
        kept.require();
        Map<String, Long> firstRowIds = new HashMap<>();
        old.forEach(manifest -> firstRowIds.put(manifest.path(), manifest.firstRowId()));
        for (ManifestFile manifest : now) {
            Long firstRowId = firstRowIds.get(manifest.path());
            ValidationException.check(
                    firstRowId == null || firstRowId.equals(manifest.firstRowId()),
                    "the rows of %s would get other ids",
                    manifest.path());
        }
    }

    private static <T> void read(CloseableIterable<T> manifest, Consumer<T> files) {
        try (CloseableIterable<T> opened = manifest) {
            opened.forEach(files);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the fields that a commit must not change. */
    static List<Object> entry(DataFile file, boolean withIds) {
        return Arrays.asList(
                file.location(),
                file.specId(),
                partition(file),
                IcebergLog.sequenceNumber(file),
                file.recordCount(),
                withIds ? file.firstRowId() : null);
    }

    private static List<Object> entry(DeleteFile file) {
        return Arrays.asList(
                file.location(),
                file.specId(),
                partition(file),
                file.dataSequenceNumber(),
                file.recordCount(),
                file.content(),
                file.referencedDataFile());
    }

    /** Returns the partition's values as strings, each prefixed with its length; bytes are in hexadecimal. */
    private static List<String> partition(ContentFile<?> file) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < file.partition().size(); i++) {
            Object value = file.partition().get(i, Object.class);
            String text = value instanceof ByteBuffer bytes
                    ? HexFormat.of().formatHex(ByteBuffers.toByteArray(bytes))
                    : String.valueOf(value);
            values.add(value == null ? null : text.length() + " " + text);
        }
        return values;
    }

    /** Checks that the same entries are added and subtracted, in any order. Keeps a sum of digests instead of the entries. */
    private static final class Difference {

        private BigInteger sum = BigInteger.ZERO;
        private long added;
        private long subtracted;

        void add(List<Object> entry) {
            sum = sum.add(digest(entry));
            added++;
        }

        void subtract(List<Object> entry) {
            sum = sum.subtract(digest(entry));
            subtracted++;
        }

        void require() {
            ValidationException.check(
                    sum.signum() == 0,
                    "the data files that are not replaced would change: %s in the old manifests, %s in the new ones",
                    added,
                    subtracted);
        }

        private static BigInteger digest(List<Object> entry) {
            try {
                byte[] text = entry.toString().getBytes(StandardCharsets.UTF_8);
                return new BigInteger(1, MessageDigest.getInstance("SHA-256").digest(text));
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e); // every JVM supports SHA-256
            }
        }
    }
}
