// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables.iceberg;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.FileIO;

/**
 * The proof that a snapshot says of all rows what the one before said: the live data files are the same but for the paths that
 * were replaced, each with its spec, its partition, its data sequence number, its number of rows and the id of its first row;
 * and the delete files are the same, but for those that Iceberg drops because they apply to no data file any more. Which
 * delete files apply to a data file follows from these; none applies to a file that is replaced, because some name its path.
 * Reads the manifests that only one of both snapshots has. Immutable.
 */
final class CommitProof {

    private final Table table;
    private final FileIO io;
    private final Map<Integer, PartitionSpec> specs;
    private final Map<String, String> replaced;

    /**
     * @param table a version of the table that has the first snapshot
     * @param replaced the paths of the new files by those of the old ones
     */
    CommitProof(Table table, Map<String, String> replaced) {
        this.table = table;
        this.io = table.io();
        this.specs = table.specs();
        this.replaced = Map.copyOf(replaced);
    }

    /**
     * Compares two snapshots, of which the second follows the first.
     *
     * @throws ValidationException if the second says something else; the message says what
     */
    void require(Snapshot before, Snapshot after) {
        requireSameDeletes(before, after);
        requireSameData(before, after);
    }

    private void requireSameDeletes(Snapshot before, Snapshot after) {
        Map<String, ManifestFile> old = byPath(before.deleteManifests(io));
        Map<String, ManifestFile> now = byPath(after.deleteManifests(io));
        Map<String, List<Object>> dropped = new HashMap<>();
        without(old, now).forEach(manifest -> deletes(manifest, file -> dropped.put(identity(file), entry(file))));
        without(now, old)
                .forEach(manifest -> deletes(manifest, file -> {
                    List<Object> entry = entry(file);
                    ValidationException.check(
                            entry.equals(dropped.remove(identity(file))),
                            "the delete file %s would be new or another",
                            entry);
                }));
        if (!old.isEmpty()) {
            requireWithoutEffect(before, dropped);
        }
    }

    /** Plans the first snapshot as readers do: no dropped delete applies to a file, and no delete to a replaced one. */
    private void requireWithoutEffect(Snapshot before, Map<String, List<Object>> dropped) {
        try (CloseableIterable<FileScanTask> tasks =
                table.newScan().useSnapshot(before.snapshotId()).planFiles()) {
            for (FileScanTask task : tasks) {
                for (DeleteFile delete : task.deletes()) {
                    ValidationException.check(
                            !replaced.containsKey(task.file().location()),
                            "the delete file %s applies to %s, which would be replaced",
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

    /** Deletion vectors of several data files can be in one file. */
    private static String identity(DeleteFile file) {
        return file.location() + " " + file.contentOffset();
    }

    private void requireSameData(Snapshot before, Snapshot after) {
        Map<String, ManifestFile> old = byPath(before.dataManifests(io));
        Map<String, ManifestFile> now = byPath(after.dataManifests(io));
        // before the first commit in format 3 no file has an id, and afterwards all have
        boolean hasIds = before.firstRowId() != null;
        Difference kept = new Difference();
        Map<String, List<Object>> expected = new HashMap<>();
        without(old, now)
                .forEach(manifest -> data(manifest, file -> {
                    String target = replaced.get(file.location());
                    if (target == null) {
                        kept.add(entry(file, hasIds));
                    } else {
                        ValidationException.check(
                                expected.put(target, entry(file, hasIds)) == null,
                                "%s, which would be replaced, is part of the table twice",
                                file.location());
                    }
                }));
        ValidationException.check(
                expected.size() == replaced.size(),
                "%s of %s files that are to be replaced are part of the table",
                expected.size(),
                replaced.size());
        without(now, old)
                .forEach(manifest -> data(manifest, file -> {
                    List<Object> promised = expected.remove(file.location());
                    if (promised == null) {
                        kept.subtract(entry(file, hasIds));
                    } else {
                        List<Object> entry = entry(file, hasIds);
                        promised.set(0, file.location());
                        ValidationException.check(
                                promised.equals(entry), "%s would become part of the table as %s", promised, entry);
                    }
                }));
        ValidationException.check(expected.isEmpty(), "new files would be no part of the table: %s", expected.keySet());
        kept.require();
        now.forEach((path, manifest) -> {
            Long firstRowId = old.containsKey(path) ? old.get(path).firstRowId() : null;
            ValidationException.check(
                    firstRowId == null || Objects.equals(firstRowId, manifest.firstRowId()),
                    "the rows of %s would have other ids",
                    path);
        });
    }

    private static Map<String, ManifestFile> byPath(List<ManifestFile> manifests) {
        Map<String, ManifestFile> byPath = new HashMap<>();
        manifests.forEach(manifest -> byPath.put(manifest.path(), manifest));
        return byPath;
    }

    private static Iterable<ManifestFile> without(Map<String, ManifestFile> some, Map<String, ManifestFile> others) {
        Map<String, ManifestFile> left = new HashMap<>(some);
        left.keySet().removeAll(others.keySet());
        return left.values();
    }

    private void data(ManifestFile manifest, Consumer<DataFile> files) {
        read(ManifestFiles.read(manifest, io, specs), files);
    }

    private void deletes(ManifestFile manifest, Consumer<DeleteFile> files) {
        read(ManifestFiles.readDeleteManifest(manifest, io, specs), files);
    }

    private static <T> void read(CloseableIterable<T> manifest, Consumer<T> files) {
        try (CloseableIterable<T> opened = manifest) {
            opened.forEach(files);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Object> entry(DataFile file, boolean withIds) {
        return Arrays.asList(
                file.location(),
                file.specId(),
                file.partition().toString(),
                file.dataSequenceNumber(),
                file.recordCount(),
                withIds ? file.firstRowId() : null);
    }

    private static List<Object> entry(DeleteFile file) {
        return Arrays.asList(
                file.location(),
                file.specId(),
                file.partition().toString(),
                file.dataSequenceNumber(),
                file.recordCount(),
                file.content(),
                file.referencedDataFile());
    }

    /** Entries of which each is added once and subtracted once, however many and in whatever order; kept as a sum of digests. */
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
                    "of the data files that are not replaced, %s in the replaced manifests and %s in the new ones differ",
                    added,
                    subtracted);
        }

        private static BigInteger digest(List<Object> entry) {
            try {
                byte[] text = entry.toString().getBytes(StandardCharsets.UTF_8);
                return new BigInteger(1, MessageDigest.getInstance("SHA-256").digest(text));
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e); // each JVM has it
            }
        }
    }
}
