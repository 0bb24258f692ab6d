// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Reads a FileMetaData, and the structures in it that hold file offsets. Notes unknown parts that are kept. Not thread-safe. */
final class FooterReader {

    /**
     * The versions of Arrow that write is_compressed as false for every page. Arrow's readers ignore the field in files that
     * these versions wrote (ARROW-10353).
     */
    private static final Pattern OLD_ARROW = Pattern.compile("parquet-cpp version [01]\\.");

    /** The field by which any structure may be extended. Some writers put a second footer into it, encoded as FlatBuffers. */
    private static final int EXTENSION = 32767;

    /** The maximum number of unknown encodings in a chunk. There is a limit because each takes memory. */
    private static final int MOST_NEW_ENCODINGS = 32;

    private final byte[] bytes;
    private final long start;
    private final Defects defects;
    private final CompactScanner scanner;
    private final Set<Note> notes = new LinkedHashSet<>();
    private final Set<String> keys = new LinkedHashSet<>();
    private final List<RowGroup> rowGroups = new ArrayList<>();
    private boolean ignoresIsCompressed;
    private int chunks;

    /** The schema's columns, which are read once a chunk without a path is found. */
    private @Nullable SchemaWalk columns;

    /**
     * @param bytes bytes that begin with the structure to be read
     * @param start the offset of the bytes in the file
     */
    FooterReader(byte[] bytes, long start, Defects defects) {
        this.bytes = bytes;
        this.start = start;
        this.defects = defects;
        this.scanner = new CompactScanner(bytes, 0, bytes.length, start);
    }

    /** Reads a FileMetaData that takes up all of the bytes. */
    Footer read(FooterOutline outline) throws FileDefect {
        notes.addAll(outline.notes());
        ignoresIsCompressed = OLD_ARROW.matcher(outline.createdBy()).lookingAt();
        int rowGroupsStart = 0;
        int rowGroupsEnd = 0;
        CompactScanner.Struct struct = scanner.struct("FileMetaData");
        while (struct.next()) {
            switch (struct.id()) {
                case 1 -> struct.i32();
                case 2, 6 -> struct.skip(); // the outline contains them
                case 3 -> struct.i64();
                case 4 -> {
                    rowGroupsStart = scanner.position();
                    int count = struct.list(CompactScanner.STRUCT);
                    for (int i = 0; i < count; i++) {
                        rowGroups.add(readRowGroup(i));
                    }
                    rowGroupsEnd = scanner.position();
                }
                case 5 -> readKeys(struct);
                case 7 -> Shape.COLUMN_ORDER.skipList(scanner, struct, notes);
                default -> {
                    defects.strange(
                            Place.FILE,
                            struct.id() == EXTENSION
                                    ? new FileDefect("its footer has an extension (field " + EXTENSION
                                            + "), which may be a second footer, whose offsets would be wrong"
                                            + " afterwards")
                                    : struct.unknown());
                    struct.skip();
                }
            }
        }
        struct.requireFields(4);
        if (scanner.position() != bytes.length) {
            defects.found(
                    Place.FILE,
                    new FileDefect(
                            "its footer takes " + scanner.position() + " bytes, but the file says " + bytes.length));
        }
        List<ColumnChunk> all =
                rowGroups.stream().flatMap(group -> group.chunks().stream()).toList();
        return new Footer(
                bytes,
                start,
                outline.createdBy(),
                Collections.unmodifiableSet(keys),
                Collections.unmodifiableSet(outline.newConvertedTypes()),
                Collections.unmodifiableSet(notes),
                List.copyOf(rowGroups),
                all,
                rowGroupsStart,
                rowGroupsEnd,
                boundaries(all));
    }

    private long[] boundaries(List<ColumnChunk> all) {
        LongStream starts = all.stream()
                .filter(ColumnChunk::isUsable)
                .flatMapToLong(chunk -> Arrays.stream(Region.Kind.values()).mapToLong(chunk::offset));
        return LongStream.concat(starts, LongStream.of(start))
                .filter(boundary -> boundary > 0)
                .sorted()
                .toArray();
    }

    private void readKeys(CompactScanner.Struct list) throws FileDefect {
        for (int left = list.optionalList(CompactScanner.STRUCT); left > 0; left--) {
            CompactScanner.Struct entry = scanner.struct("KeyValue");
            while (entry.next()) {
                if (entry.id() == 1) {
                    keys.add(entry.string());
                } else {
                    Shape.KEY_VALUE.skipField(entry, notes);
                }
            }
            Shape.KEY_VALUE.requireFields(entry);
        }
    }

    private RowGroup readRowGroup(int index) throws FileDefect {
        List<ColumnChunk> groupChunks = new ArrayList<>();
        List<RowGroup.SortingColumn> sortingColumns = new ArrayList<>();
        Fields.Numbers numbers = new Fields.Numbers(Fields.ROW_GROUP);
        CompactScanner.Struct struct = scanner.struct("RowGroup");
        while (struct.next()) {
            switch (struct.id()) {
                case 1 -> {
                    int count = struct.list(CompactScanner.STRUCT);
                    for (int i = 0; i < count; i++) {
                        groupChunks.add(readChunk(index, i));
                    }
                }
                case 4 -> {
                    for (int left = struct.optionalList(CompactScanner.STRUCT); left > 0; left--) {
                        sortingColumns.add(readSortingColumn());
                    }
                }
                default -> readNumber(struct, numbers, Place.rowGroup(index));
            }
        }
        struct.requireFields(3);
        return new RowGroup(groupChunks, sortingColumns, numbers);
    }

    private RowGroup.SortingColumn readSortingColumn() throws FileDefect {
        int column = 0;
        boolean isDescending = false;
        boolean isNullsFirst = false;
        CompactScanner.Struct struct = scanner.struct("SortingColumn");
        while (struct.next()) {
            switch (struct.id()) {
                case 1 -> column = struct.i32();
                case 2 -> isDescending = struct.bool();
                case 3 -> isNullsFirst = struct.bool();
                default -> Shape.SORTING_COLUMN.skipField(struct, notes);
            }
        }
        Shape.SORTING_COLUMN.requireFields(struct);
        return new RowGroup.SortingColumn(column, isDescending, isNullsFirst);
    }

    private ColumnChunk readChunk(int rowGroup, int column) throws FileDefect {
        ColumnChunk.Scanned scanned;
        try {
            scanned = scanChunk();
        } catch (FileDefect e) {
            throw e.in("row group " + rowGroup + ", column chunk " + column);
        }
        String path = scanned.metaData().path();
        if (!scanned.metaData().hasPath()) {
            path = path(column);
            notes.add(Note.kept("column chunks have no path_in_schema, and are known by their order"));
        }
        if (scanned.isEncrypted()) {
            // Always ends the reading: an encrypted column implies a signed footer or other encrypted columns.
            throw new FileDefect("encrypted columns are not supported")
                    .in(Place.column(rowGroup, path).toString());
        }
        ColumnChunk chunk = new ColumnChunk(chunks++, rowGroup, path, scanned, ignoresIsCompressed);
        if (chunk.problem() != null) {
            defects.found(chunk.at(), new FileDefect(chunk.problem()));
        }
        return chunk;
    }

    /**
     * Returns the path of the column with index {@code column}. The outline has checked that each row group has as many columns
     * as the schema.
     */
    private String path(int column) throws FileDefect {
        if (columns == null) {
            columns = SchemaWalk.columns(bytes, start);
        }
        return columns.paths().get(column);
    }

    private ColumnChunk.Scanned scanChunk() throws FileDefect {
        Fields.Numbers numbers = new Fields.Numbers(Fields.COLUMN_CHUNK);
        ColumnChunk.MetaData metaData = ColumnChunk.MetaData.MISSING;
        boolean isElsewhere = false;
        boolean isEncrypted = false;
        int indexes = 0;
        CompactScanner.Struct struct = scanner.struct("ColumnChunk");
        while (struct.next()) {
            if (struct.id() < ColumnChunk.OFFSET_INDEX_OFFSET || struct.id() > ColumnChunk.COLUMN_INDEX_LENGTH) {
                indexes = indexes == 0 ? 0 : -1;
            } else if (indexes == 0) {
                indexes = struct.start();
            }
            switch (struct.id()) {
                case 1 -> isElsewhere = !struct.optionalString().isEmpty();
                case 3 -> {
                    int at = scanner.position();
                    metaData = scanMetaData(struct.struct("ColumnMetaData"), at);
                }
                case 8, 9 -> {
                    isEncrypted = true;
                    struct.skip();
                }
                default -> readNumber(struct, numbers, Place.FILE);
            }
        }
        struct.requireField(ColumnChunk.FILE_OFFSET);
        int end = scanner.position() - 1; // before the byte that ends the structure
        return new ColumnChunk.Scanned(numbers, metaData, indexes, end, isElsewhere, isEncrypted);
    }

    private ColumnChunk.MetaData scanMetaData(CompactScanner.Struct struct, int at) throws FileDefect {
        Fields.Numbers numbers = new Fields.Numbers(Fields.COLUMN_META_DATA);
        String path = "";
        Set<Integer> newEncodings = new TreeSet<>();
        while (struct.next()) {
            switch (struct.id()) {
                case 2 -> {
                    for (int left = struct.list(CompactScanner.I32); left > 0; left--) {
                        addIfNew(scanner.i32Element(), newEncodings);
                    }
                }
                case ColumnChunk.PATH -> path = struct.dottedPath();
                case 8 -> Shape.KEY_VALUE.skipList(scanner, struct, notes);
                case 12 -> Shape.STATISTICS.skip(struct, notes);
                case ColumnChunk.ENCODING_STATS -> Shape.PAGE_ENCODING_STATS.skipList(scanner, struct, notes);
                case 16 -> Shape.SIZE_STATISTICS.skip(struct, notes);
                case 17 -> Shape.GEOSPATIAL_STATISTICS.skip(struct, notes);
                default -> readNumber(struct, numbers, Place.FILE);
            }
        }
        struct.requireFields(2);
        for (int encoding : newEncodings) {
            notes.add(Note.kept(
                    "the encoding " + encoding + " is not known to this version, and its values are kept as they are"));
        }
        return new ColumnChunk.MetaData(
                at,
                struct.has(ColumnChunk.PATH),
                path,
                newEncodings.isEmpty() ? Set.of() : Collections.unmodifiableSet(newEncodings),
                numbers);
    }

    private static void addIfNew(int encoding, Set<Integer> newEncodings) throws FileDefect {
        if (!Fields.isKnownInFooter(encoding)
                && newEncodings.add(encoding)
                && newEncodings.size() > MOST_NEW_ENCODINGS) {
            throw new FileDefect("ColumnMetaData names more than " + MOST_NEW_ENCODINGS
                    + " encodings that this version does not know");
        }
    }

    private void readNumber(CompactScanner.Struct struct, Fields.Numbers numbers, Place place) throws FileDefect {
        if (!numbers.read(struct)) {
            defects.strange(place, struct.unknown());
            struct.skip();
        }
    }

    /**
     * If {@code bytes} begin with a copy of a chunk's metadata (a ColumnMetaData or a ColumnChunk), returns the length of the
     * copy, in bytes; otherwise 0.
     */
    static int copyLength(ColumnChunk chunk, byte[] bytes) {
        int length = copyLength(chunk, bytes, false);
        return length > 0 ? length : copyLength(chunk, bytes, true);
    }

    private static int copyLength(ColumnChunk chunk, byte[] bytes, boolean isChunk) {
        FooterReader reader = new FooterReader(bytes, 0, Defects.REFUSED);
        try {
            ColumnChunk.MetaData copy = isChunk
                    ? reader.scanChunk().metaData()
                    : reader.scanMetaData(reader.scanner.struct("ColumnMetaData"), 0);
            return isCopy(copy, chunk) ? reader.scanner.position() : 0;
        } catch (FileDefect e) {
            return 0; // the bytes are something else
        }
    }

    /**
     * Returns whether a ColumnMetaData is a copy of the chunk's. Offsets are not compared: in a copy, parquet-rs 49 and 50 count
     * them from the start of the chunk.
     */
    private static boolean isCopy(ColumnChunk.MetaData copy, ColumnChunk chunk) {
        return (!copy.hasPath() || copy.path().equals(chunk.path()))
                && IntStream.of(ColumnChunk.CODEC, ColumnChunk.VALUES, ColumnChunk.UNCOMPRESSED_SIZE)
                        .allMatch(id -> copy.numbers().has(id) && copy.numbers().value(id) == chunk.metaData(id));
    }
}
