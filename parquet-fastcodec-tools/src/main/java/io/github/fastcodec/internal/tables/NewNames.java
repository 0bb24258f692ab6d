// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Generates names for new files. A name identifies the plan by which the file was written, because a file does not record the
 * compression level of its pages. So a run that continues the work of a killed run knows which files are done. No two attempts
 * ever share a name, so an attempt that deletes its uncommitted files never deletes a file of another attempt. Immutable and
 * thread-safe.
 */
public final class NewNames {

    /** The suffix that an earlier run added to a file's name. */
    private static final Pattern MARK = Pattern.compile("-fc[0-9a-f]{8}-[0-9a-f]{32}$");

    /** The suffix with which writers name the codec. It may be wrong for the new file, so it is removed. */
    private static final Pattern CODEC =
            Pattern.compile("\\.(?:snappy|gz|gzip|zstd|lz4|lz4raw|lz4_raw|lzo|br|brotli)$");

    private static final String EXTENSION = ".parquet";

    private final String plan;
    private final String run = UUID.randomUUID().toString();
    private final String mark;

    /** @param plan a string that is the same only for equal plans */
    public NewNames(String plan) {
        this.plan = plan;
        this.mark = "-fc" + digest(plan) + "-";
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 4);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JVM supports SHA-256
        }
    }

    /** Returns the string for the plan, to be recorded in the table's log. */
    public String plan() {
        return plan;
    }

    /** Returns the unique id of this run, to be recorded in the table's log. */
    public String run() {
        return run;
    }

    /** Returns whether a file's name shows that a run with the same plan wrote it. */
    public boolean isWrittenByPlan(String name) {
        String base = base(name);
        return MARK.matcher(base).find() && base.startsWith(mark, base.length() - mark.length() - 32);
    }

    /** Returns a unique name for the new file that replaces the file {@code name}. */
    public String next(String name) {
        String base = MARK.matcher(base(name)).replaceFirst("");
        base = CODEC.matcher(base).replaceFirst("");
        return base + mark + UUID.randomUUID().toString().replace("-", "") + EXTENSION;
    }

    private static String base(String name) {
        return name.endsWith(EXTENSION) ? name.substring(0, name.length() - EXTENSION.length()) : name;
    }
}
