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

/** Compares snapshots by their manifests. Only manifests that two snapshots do not share need to be read. */
final class Manifests {

    private Manifests() {}

    /** Returns the manifests in {@code some} that are not in {@code others}. */
    static List<ManifestFile> without(List<ManifestFile> some, List<ManifestFile> others) {
        Set<String> known = others.stream().map(Manifests::identity).collect(Collectors.toSet());
        return some.stream()
                .filter(manifest -> !known.contains(identity(manifest)))
                .collect(Collectors.toList());
    }

    /**
     * Returns the sequence number and the path, which identify a manifest and its content: a manifest is written only once, and
     * its files inherit the sequence number of the commit that adds the manifest.
     */
    private static String identity(ManifestFile manifest) {
        return manifest.sequenceNumber() + " " + manifest.path();
    }

    /** Returns a scan that reads only the given manifests of a snapshot. */
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

    /** A table that returns the same snapshot for every id. */
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
