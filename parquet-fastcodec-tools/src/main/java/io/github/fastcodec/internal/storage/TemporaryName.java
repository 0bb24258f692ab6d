// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name {@code .file.<uuid>.fastcodec.tmp}, under which a file is written beside the one that it is to become. Others, such as
 * Spark and Delta Lake, have files named {@code .file.<uuid>.tmp}, which are not ours to delete. Of a long name it has the
 * beginning. Immutable.
 *
 * @param file the name of the file that it is beside, {@linkplain #shortened shortened}
 * @param uuid tells it from others beside the same file
 */
public record TemporaryName(String file, UUID uuid) {

    private static final Pattern NAME = Pattern.compile(
            "\\.(.+)\\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\\.fastcodec\\.tmp", Pattern.DOTALL);

    /** What file systems have room for, 255 bytes, without the rest of the name and what Hadoop's checksum files add to it. */
    private static final int LONGEST_FILE = 255 - 52 - 5;

    private static final int HASH = 9;

    /** Creates the name of a file beside another one. */
    public TemporaryName {
        file = shortened(file);
    }

    /** Returns a file's name as it is in those of temporary files beside it: the same, or its beginning and a hash. */
    public static String shortened(String file) {
        if (file.getBytes(StandardCharsets.UTF_8).length <= LONGEST_FILE) {
            return file;
        }
        int bytes = 0;
        int end = 0;
        while (bytes <= LONGEST_FILE - HASH) {
            int character = file.codePointAt(end);
            bytes += Character.toString(character).getBytes(StandardCharsets.UTF_8).length;
            end += Character.charCount(character);
        }
        return file.substring(0, file.offsetByCodePoints(end, -1)) + String.format("~%08x", file.hashCode());
    }

    /** Reads a name; returns nothing if it is not that of a temporary file. */
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
