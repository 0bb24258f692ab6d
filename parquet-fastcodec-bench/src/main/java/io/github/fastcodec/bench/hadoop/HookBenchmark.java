// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.hadoop;

import io.github.fastcodec.bench.turns.InSlices;
import io.github.fastcodec.bench.turns.Subject;
import org.openjdk.jmh.annotations.Param;

/** The cost of {@code parquet.crypto.factory.class} for each file, once the codecs are installed. */
public class HookBenchmark extends InSlices {

    @Param("fastcodec-hadoop")
    public String contenders;

    /** Whether levels are set. If so, each level is also looked up in parquet-java's map. */
    @Param("false+true")
    public String levels;

    @Override
    protected Class<? extends Subject> subject() {
        return HookSubject.class;
    }

    @Override
    protected String contenders() {
        return contenders;
    }
}
