// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.search;

import io.github.fastcodec.internal.storage.Entry;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.Storage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The role of a directory's entry in a search. Files that Spark and Hadoop ignore do not count as Parquet files: those whose name
 * begins with a dot or an underscore, and those in directories with such a name, except for partitions such as {@code _day=1}.
 */
enum EntryRole {
    PARQUET,
    /** A file that is copied as it is: one that describes the data next to it, such as {@code _SUCCESS}, or a dangling link. */
    OTHER,
    DIRECTORY,
    /**
     * A path that is ignored: a directory without data, such as {@code _temporary}; a file whose name begins with a dot, such as a
     * checksum of Hadoop's local file system, because it is private to a tool; or a device.
     */
    HIDDEN,
    /** A file that was deleted after its directory was listed, as temporary files are. */
    GONE;

    private static final Pattern PARQUET_NAME = Pattern.compile(".*\\.(parquet|parq|pq)", Pattern.CASE_INSENSITIVE);
    private static final Set<String> MAGIC = Set.of("PAR1", "PARE");

    /** Returns the role of an entry. A file that cannot be read is PARQUET: the run reports the reason when it opens the file. */
    static EntryRole of(Storage storage, Entry entry) {
        String name = entry.name();
        if (isHidden(name)) {
            return entry.isFile() && name.startsWith("_") ? OTHER : HIDDEN;
        }
        if (isUndecodable(storage, entry)) { // reported when the file is opened
            return entry.isDirectory() || hasParquetName(name) ? PARQUET : OTHER;
        }
        return switch (entry.type()) {
            case DIRECTORY -> DIRECTORY;
            case BROKEN_LINK -> OTHER; // reported because it cannot be copied
            case OTHER -> HIDDEN;
            case FILE -> hasParquetName(name) ? PARQUET : ofContent(storage, entry);
        };
    }

    private static EntryRole ofContent(Storage storage, Entry entry) {
        if (entry.length() < 2 * Integer.BYTES) {
            return OTHER;
        }
        byte[] start = new byte[Integer.BYTES];
        try (FileInput input = storage.open(entry.path())) {
            input.read(0, start, 0, start.length);
        } catch (NoSuchFileException e) {
            return GONE;
        } catch (IOException e) {
            return PARQUET;
        }
        return MAGIC.contains(new String(start, StandardCharsets.ISO_8859_1)) ? PARQUET : OTHER;
    }

    /** Returns whether Spark and Hadoop ignore files and directories of this name. */
    static boolean isHidden(String name) {
        return name.startsWith(".") || name.startsWith("_") && name.indexOf('=') < 0 || name.endsWith("._COPYING_");
    }

    static boolean hasParquetName(String name) {
        return PARQUET_NAME.matcher(name).matches();
    }

    /** Returns whether a listed path cannot be opened, because Java cannot decode its name. */
    private static boolean isUndecodable(Storage storage, Entry entry) {
        try {
            return entry.path().indexOf('\ufffd') >= 0
                    && storage.find(entry.path()).isEmpty();
        } catch (IOException e) {
            return true;
        }
    }
}
