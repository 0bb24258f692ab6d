// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify.finding;

import io.github.fastcodec.internal.parquet.Defects;
import io.github.fastcodec.internal.parquet.Place;
import io.github.fastcodec.internal.parquet.Region;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.text.Reason;
import io.github.fastcodec.verify.FindingKind;

/** Turns each defect in the structure of a file into a finding, and lets reading continue. Not thread-safe. */
public record FoundDefects(Findings findings) implements Defects {

    @Override
    public void found(Place place, FileDefect defect) {
        FindingKind kind = place.page() >= 0
                ? FindingKind.PAGE
                : place.column() != null ? FindingKind.COLUMN_CHUNK : FindingKind.FOOTER;
        findings.found(kind, place, Reason.of(defect));
    }

    @Override
    public void found(Place place, Region.Kind part, FileDefect defect) {
        FindingKind kind = switch (part) {
            case PAGES -> FindingKind.COLUMN_CHUNK;
            case COLUMN_INDEX -> FindingKind.COLUMN_INDEX;
            case OFFSET_INDEX -> FindingKind.OFFSET_INDEX;
            case BLOOM_FILTER -> FindingKind.BLOOM_FILTER;
        };
        findings.found(kind, place, Reason.of(defect));
    }

    @Override
    public void strange(Place place, FileDefect defect) {
        findings.found(FindingKind.UNKNOWN, place, Reason.of(defect));
    }
}
