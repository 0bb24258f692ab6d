// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name {@code .file.<uuid>.fastcodec.tmp} of a temporary file, in the directory of its target. Other programs, such as Spark
 * and Delta Lake, use {@code .file.<uuid>.tmp}; their files must not be deleted. Long names are shortened. Immutable.
 *
 * @param file the name of the target, {@linkplain #shortened shortened}
 * @param uuid distinguishes it from other temporary files of the same target
 */
public record TemporaryName(String file, UUID uuid) {

    private static final Pattern NAME = Pattern.compile(
            "\\.(.+)\\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\\.fastcodec\\.tmp", Pattern.DOTALL);

    /**
     * The maximum length of the target's name, in bytes: the usual limit of a name, minus the other parts of a temporary name and
     * the parts that Hadoop's checksum files add.
     */
    private static final int LONGEST_FILE = 255 - 52 - 5;

    private static final int HASH_LENGTH = 9;

    /** Creates the name of a temporary file for a target. */
    public TemporaryName {
        file = shortened(file);
    }

    /** Returns the form of a target's name in temporary names: the name itself or, if it is long, its beginning and a hash. */
    public static String shortened(String file) {
        if (file.getBytes(StandardCharsets.UTF_8).length <= LONGEST_FILE) {
            return file;
        }
        int bytes = 0;
        int end = 0;
        while (bytes <= LONGEST_FILE - HASH_LENGTH) {
            int character = file.codePointAt(end);
            bytes += Character.toString(character).getBytes(StandardCharsets.UTF_8).length;
            end += Character.charCount(character);
        }
        return file.substring(0, file.offsetByCodePoints(end, -1)) + String.format("~%08x", file.hashCode());
    }

    /** Parses a name; empty if it is not the name of a temporary file. */
    public static Optional<TemporaryName> of(String name) {
        Matcher matcher = NAME.matcher(name);
        return matcher.matches()
                ? Optional.of(new TemporaryName(matcher.group(1), UUID.fromString(matcher.group(2))))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return "." + file + "." + uuid + ".fastcodec.tmp";
    }
}
