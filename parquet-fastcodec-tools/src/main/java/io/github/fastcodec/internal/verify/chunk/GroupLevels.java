// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify.chunk;

import io.github.fastcodec.internal.parquet.ColumnChunk;
import io.github.fastcodec.internal.verify.finding.Findings;
import io.github.fastcodec.internal.verify.page.Nesting;
import io.github.fastcodec.verify.FindingKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Compares the levels of those columns of a row group that belong to the same group of the schema. Not thread-safe. */
public final class GroupLevels {

    private record First(ColumnChunk chunk, Nesting.Digest digest) {}

    private final Map<String, First> firstByGroup = new HashMap<>();
    private final Findings result;

    public GroupLevels(Findings result) {
        this.result = result;
    }

    /** @param digests a digest for each of the nesting's groups */
    void add(ColumnChunk chunk, Nesting nesting, List<Nesting.Digest> digests) {
        for (int i = 0; i < digests.size(); i++) {
            String group = nesting.groups().get(i).path();
            First first = firstByGroup.putIfAbsent(group, new First(chunk, digests.get(i)));
            if (first != null && !first.digest().equals(digests.get(i))) {
                result.found(
                        FindingKind.LEVELS,
                        chunk.at(),
                        "it and column " + first.chunk().path() + " contradict each other on where " + group
                                + " is null or repeated: readers return different rows");
                result.losses().addAll(first.chunk().at());
                result.losses().addAll(chunk.at());
                return;
            }
        }
    }
}
