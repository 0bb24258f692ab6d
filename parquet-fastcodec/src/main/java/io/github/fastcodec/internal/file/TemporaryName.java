// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.file;

import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name {@code .file.<uuid>.fastcodec.tmp}, under which a file is written beside the one that it is to become. Others, such as
 * Spark and Delta Lake, have files named {@code .file.<uuid>.tmp}, which are not ours to delete. Immutable.
 */
public final class TemporaryName {

    private static final Pattern NAME = Pattern.compile(
            "\\.(.+)\\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\\.fastcodec\\.tmp", Pattern.DOTALL);

    private final String file;
    private final UUID uuid;

    /** Creates the name of a file that stands beside another one; the parameters are what the methods of the same names return. */
    public TemporaryName(String file, UUID uuid) {
        this.file = file;
        this.uuid = uuid;
    }

    /** Reads a name; returns nothing if it is not that of a temporary file. */
    public static Optional<TemporaryName> of(String name) {
        Matcher matcher = NAME.matcher(name);
        return matcher.matches()
                ? Optional.of(new TemporaryName(matcher.group(1), UUID.fromString(matcher.group(2))))
                : Optional.empty();
    }

    /** Returns the name of the file that it stands beside. */
    public String file() {
        return file;
    }

    /** Returns what tells it from others beside the same file. */
    public UUID uuid() {
        return uuid;
    }

    @Override
    public String toString() {
        return "." + file + "." + uuid + ".fastcodec.tmp";
    }
}
