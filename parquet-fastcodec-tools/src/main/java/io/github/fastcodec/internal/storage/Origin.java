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
 * What a file was made of, and how. A storage keeps it with the file, bound to what the file is then, so that it proves nothing for
 * another file or another content. Immutable.
 *
 * @param source stands for the source as it was read
 * @param plan stands for what was asked for
 */
public record Origin(String source, String plan) {

    /** What a storage calls it that keeps values by names. */
    public static final String NAME = "parquet-fastcodec-origin";

    private static final int DIGEST = 16;

    /**
     * Returns the origin of a file.
     *
     * @param sourceVersion the {@link FileInput#version} of the source
     * @param plan any text
     */
    public static Origin of(String sourceVersion, String plan) {
        return new Origin(digest(sourceVersion), digest(plan));
    }

    /**
     * Returns a text in ASCII from which {@link #read} reads the origin.
     *
     * @param file tells the file and its content from others; without spaces
     */
    public String bound(String file) {
        return source + " " + plan + " " + file;
    }

    /**
     * Reads what {@link #bound} returned.
     *
     * @param isOfFile whether a text tells the file that is there from others
     * @return nothing if the origin is another file's, or the text is none
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
            throw new IllegalStateException(e); // each Java has it
        }
    }
}
