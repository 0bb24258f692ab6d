// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Names of new files. A name says by which plan the file was written, because a file does not tell the level of its pages, so
 * that a run that goes on with a killed one's work knows what is done. And no two attempts ever have a name in common, so that
 * whoever deletes what it did not commit deletes nothing of anybody else's. Immutable and safe for use by many threads.
 */
public final class NewNames {

    /** What an earlier run has put behind the name. */
    private static final Pattern MARK = Pattern.compile("-fc[0-9a-f]{8}-[0-9a-f]{32}$");

    /** What writers put behind the name, and what is no longer true. */
    private static final Pattern CODEC =
            Pattern.compile("\\.(?:snappy|gz|gzip|zstd|lz4|lz4raw|lz4_raw|lzo|br|brotli)$");

    private static final String EXTENSION = ".parquet";

    private final String plan;
    private final String run = UUID.randomUUID().toString();
    private final String mark;

    /** @param plan a text that is the same for equal plans only */
    public NewNames(String plan) {
        this.plan = plan;
        this.mark = "-fc" + digest(plan) + "-";
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 4);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // each JVM has it
        }
    }

    /** Returns the text of the plan, for the table's log. */
    public String plan() {
        return plan;
    }

    /** Returns a number that no other run has, for the table's log. */
    public String run() {
        return run;
    }

    /** Returns whether a file's name says that a run with the same plan has written it. */
    public boolean isWrittenByPlan(String name) {
        String base = base(name);
        return MARK.matcher(base).find() && base.startsWith(mark, base.length() - mark.length() - 32);
    }

    /** Returns a name that no file has, for the file that takes the place of another. */
    public String next(String name) {
        String base = MARK.matcher(base(name)).replaceFirst("");
        base = CODEC.matcher(base).replaceFirst("");
        return base + mark + UUID.randomUUID().toString().replace("-", "") + EXTENSION;
    }

    private static String base(String name) {
        return name.endsWith(EXTENSION) ? name.substring(0, name.length() - EXTENSION.length()) : name;
    }
}
