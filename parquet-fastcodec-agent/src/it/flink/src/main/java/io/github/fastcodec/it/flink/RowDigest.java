// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.flink;

import org.apache.flink.api.common.functions.RichMapFunction;

/** Passes rows on as text, and reports their number and digest to the probe. */
public final class RowDigest<T> extends RichMapFunction<T, String> {

    private static final long serialVersionUID = 1L;

    /** A function that is serialized with the job. */
    interface Text<T> extends java.io.Serializable {
        String of(T row);
    }

    private final Text<T> text;
    private transient long rows;
    private transient long digest;

    RowDigest(Text<T> text) {
        this.text = text;
    }

    @Override
    public String map(T row) {
        String line = text.of(row);
        rows++;
        digest += line.hashCode() * 31L + line.length();
        return line;
    }

    @Override
    public void close() {
        Probe.rows(rows, digest);
        Probe.end();
    }
}
