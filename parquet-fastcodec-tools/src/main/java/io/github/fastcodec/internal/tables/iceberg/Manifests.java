// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables.iceberg;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableScan;

/** Snapshots by their manifests, so that only what two of them do not share is read. */
final class Manifests {

    private Manifests() {}

    /** Returns the manifests that are not among others. */
    static List<ManifestFile> without(List<ManifestFile> some, List<ManifestFile> others) {
        Set<String> known = others.stream().map(Manifests::identity).collect(Collectors.toSet());
        return some.stream()
                .filter(manifest -> !known.contains(identity(manifest)))
                .collect(Collectors.toList());
    }

    /** A manifest is written once, and its files have the sequence number of the commit that came to be with it. */
    private static String identity(ManifestFile manifest) {
        return manifest.sequenceNumber() + " " + manifest.path();
    }

    /** Returns a scan of a snapshot that has some of its manifests only. */
    static TableScan scan(BaseTable table, Snapshot snapshot, List<ManifestFile> data, List<ManifestFile> deletes) {
        Snapshot part = (Snapshot) Proxy.newProxyInstance(
                Snapshot.class.getClassLoader(),
                new Class<?>[] {Snapshot.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "dataManifests" -> data;
                    case "deleteManifests" -> deletes;
                    default -> method.invoke(snapshot, arguments);
                });
        return new PartOfTable(table, part).newScan().useSnapshot(snapshot.snapshotId());
    }

    /** A table whose snapshots are all one. */
    private static final class PartOfTable extends BaseTable {

        private static final long serialVersionUID = 1L;

        private final transient Snapshot snapshot;

        private PartOfTable(BaseTable table, Snapshot snapshot) {
            super(table.operations(), table.name());
            this.snapshot = snapshot;
        }

        @Override
        public Snapshot snapshot(long snapshotId) {
            return snapshot;
        }
    }
}
