// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The source and the plan from which a file was made. A storage keeps the origin with the file, bound to the file and its
 * content, so that it is not valid for another file or other content. Immutable.
 *
 * @param source a digest of the source's {@link FileInput#version}
 * @param plan a digest of the plan
 */
public record Origin(String source, String plan) {

    /** The name under which storages keep an origin. */
    public static final String NAME = "parquet-fastcodec-origin";

    private static final int DIGEST = 16;

    /**
     * Returns the origin of a file.
     *
     * @param sourceVersion the {@link FileInput#version} of the source
     * @param plan a string that describes the plan
     */
    public static Origin of(String sourceVersion, String plan) {
        return new Origin(digest(sourceVersion), digest(plan));
    }

    /**
     * Returns the origin as ASCII text, to be read by {@link #read}.
     *
     * @param file a string without spaces that identifies the file and its content
     */
    public String bound(String file) {
        return source + " " + plan + " " + file;
    }

    /**
     * Reads an origin from the text that {@link #bound} returned.
     *
     * @param isOfFile returns whether a string identifies the file that is being read and its content
     * @return empty if the origin is bound to another file, or if the text is not an origin
     */
    public static Optional<Origin> read(String text, Predicate<String> isOfFile) {
        String[] parts = text.split(" ", -1);
        return parts.length == 3 && isOfFile.test(parts[2])
                ? Optional.of(new Origin(parts[0], parts[1]))
                : Optional.empty();
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(Arrays.copyOf(digest, DIGEST));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JDK has SHA-256
        }
    }
}
