// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify.log;

import io.github.fastcodec.internal.parquet.ColumnChunk;
import io.github.fastcodec.internal.parquet.Place;
import io.github.fastcodec.internal.parquet.RowGroup;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.text.Reason;
import io.github.fastcodec.internal.verify.chunk.ChunkFacts;
import io.github.fastcodec.internal.verify.finding.Findings;
import io.github.fastcodec.internal.verify.footer.Bounds;
import io.github.fastcodec.internal.verify.footer.ChunkStatistics;
import io.github.fastcodec.internal.verify.footer.NewTypes;
import io.github.fastcodec.internal.verify.page.ListColumn;
import io.github.fastcodec.internal.verify.page.PageFacts;
import io.github.fastcodec.verify.FindingKind;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.internal.column.columnindex.BinaryTruncator;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/** Compares a file with its entry in a table's log. Not thread-safe. */
public final class TableLogCheck {

    private static final String LOG = "the table's log";
    private static final String PARTITION = "the partition in the table's log";

    private static final int THOUSAND = 1_000;

    /** A statement about a column, and where it was made. */
    private record Claim(String where, TableLogColumn stated) {}

    /** A column with claims, and the totals of its chunks. */
    private static final class Counted {
        private final List<Claim> claims;
        private final boolean isList;
        private int chunks;
        private long nulls;
        private long nans;

        private Counted(List<Claim> claims, boolean isList) {
            this.claims = claims;
            this.isList = isList;
        }

        private void add(long moreNulls, long moreNans) {
            chunks++;
            nulls = PageFacts.sum(nulls, moreNulls);
            nans = PageFacts.sum(nans, moreNans);
        }
    }

    private final TableLogEntry entry;
    private final Map<Integer, List<Claim>> byId = new HashMap<>();
    private final Map<String, List<Claim>> byPath = new HashMap<>();

    /** The columns with claims, keyed by path. */
    private final Map<String, Counted> counted = new LinkedHashMap<>();

    /** The path of the column whose levels show where a list or map is null, keyed by the path of the list or map. */
    private final Map<String, String> leafByList = new HashMap<>();

    /** The lists and maps, keyed by the path of the column whose levels show where they are null. */
    private final Map<String, ListColumn> listByLeaf = new HashMap<>();

    public TableLogCheck(TableLogEntry entry) {
        this.entry = entry;
        entry.columns().forEach(column -> add(new Claim(LOG, column)));
        entry.partition().forEach(column -> add(new Claim(PARTITION, column)));
    }

    private void add(Claim claim) {
        if (claim.stated().fieldId() != null) {
            byId.computeIfAbsent(claim.stated().fieldId(), none -> new ArrayList<>(1))
                    .add(claim);
        } else if (claim.stated().path() != null) {
            byPath.computeIfAbsent(claim.stated().path(), none -> new ArrayList<>(1))
                    .add(claim);
        }
    }

    public void checkLength(long length, Findings result) {
        if (length != entry.length()) {
            result.found(
                    FindingKind.TABLE_LOG,
                    Place.FILE,
                    "it has " + length + " bytes, but " + LOG + " says " + entry.length());
        }
    }

    /** Requires that the file's delete files exist. */
    public void checkDeletes(FileInput.Opener opener, Findings result) throws IOException {
        for (String path : entry.deletes()) {
            try {
                opener.open(path).closeQuietly();
            } catch (NoSuchFileException e) {
                result.found(
                        FindingKind.TABLE_LOG,
                        Place.FILE,
                        "its delete file " + path + " does not exist, but " + LOG + " references it");
            } catch (IOException e) {
                result.failed(FindingKind.TABLE_LOG, Place.FILE, "its delete file " + path, e);
            }
        }
    }

    /** Compares the number of rows, and requires that no row group comes before the first split. */
    public void checkRows(long rows, List<RowGroup> groups, Findings result) {
        if (entry.rows() >= 0 && rows != entry.rows()) {
            result.found(
                    FindingKind.TABLE_LOG,
                    Place.FILE,
                    "it has " + rows + " rows, but " + LOG + " says " + entry.rows());
        }
        for (int i = 0; i < groups.size(); i++) {
            if (groups.get(i).middle() < entry.firstSplit()) {
                result.found(
                        FindingKind.TABLE_LOG,
                        Place.rowGroup(i),
                        "its middle is at offset " + groups.get(i).middle() + ", but " + LOG
                                + " says that the first split of the file is at " + entry.firstSplit()
                                + ": no task reads it");
            }
        }
    }

    /** Returns the list or map whose nulls are counted in a column's pages, or null if there is none. */
    @Nullable
    public ListColumn listOf(ColumnDescriptor column, GroupType schema) {
        String leaf = String.join(".", column.getPath());
        ListColumn list = list(column, schema);
        if (list == null
                || !byPath.containsKey(list.path())
                || !leafByList.computeIfAbsent(list.path(), path -> leaf).equals(leaf)) {
            return null;
        }
        listByLeaf.put(leaf, list);
        return list;
    }

    /** Returns the outermost list or map that contains a column, or null. */
    private static @Nullable ListColumn list(ColumnDescriptor column, GroupType schema) {
        GroupType group = schema;
        List<String> path = new ArrayList<>();
        int level = 0;
        for (String name : column.getPath()) {
            Type type = group.getType(name);
            if (type.getRepetition() == Type.Repetition.REPEATED) {
                return new ListColumn(String.join(".", path), level);
            }
            if (type.isPrimitive()) {
                return null;
            }
            path.add(name);
            level += type.getRepetition() == Type.Repetition.OPTIONAL ? 1 : 0;
            group = type.asGroupType();
        }
        return null;
    }

    /**
     * Adds a column chunk, and compares its bounds.
     *
     * @param facts the totals of its pages; if bounds or a number of nulls are unknown, those in the footer are used
     */
    public void add(ColumnChunk chunk, ChunkStatistics statistics, ChunkFacts facts, Findings result) {
        PrimitiveType type = statistics.column().getPrimitiveType();
        List<Claim> claims = claims(type, chunk.path());
        claims.forEach(claim -> checkBounds(claim, statistics, facts.values(), chunk.at(), result));
        ListColumn list = listByLeaf.get(chunk.path());
        if (list != null) {
            counted.computeIfAbsent(list.path(), path -> new Counted(byPath.getOrDefault(path, List.of()), true))
                    .add(facts.nullLists(), PageFacts.UNKNOWN);
        } else if (!claims.isEmpty() && statistics.column().getMaxRepetitionLevel() == 0) {
            boolean isFloat = type.getPrimitiveTypeName() == PrimitiveTypeName.FLOAT
                    || type.getPrimitiveTypeName() == PrimitiveTypeName.DOUBLE;
            counted.computeIfAbsent(chunk.path(), path -> new Counted(claims, false))
                    .add(
                            facts.nulls() == PageFacts.UNKNOWN ? statistics.nullCount() : facts.nulls(),
                            isFloat ? facts.nans() : PageFacts.UNKNOWN);
        }
    }

    private List<Claim> claims(PrimitiveType type, String path) {
        List<Claim> claims = type.getId() == null ? null : byId.get(type.getId().intValue());
        return claims != null ? claims : byPath.getOrDefault(path, List.of());
    }

    /** Compares the numbers of values, nulls and NaN values, after all column chunks were added. */
    public void finish(long rows, int rowGroups, Findings result) {
        counted.forEach((path, column) -> {
            if (column.chunks != rowGroups) {
                return; // some chunks could not be read
            }
            for (Claim claim : column.claims) {
                TableLogColumn stated = claim.stated();
                if (!column.isList && stated.values() >= 0 && stated.values() != rows) {
                    found(path, rows, "values, nulls included", claim, stated.values(), result);
                }
                if (stated.nulls() >= 0
                        && column.nulls != PageFacts.UNKNOWN
                        && (column.nulls < stated.nulls() || column.nulls > stated.nulls() + entry.deletedRows())) {
                    found(path, column.nulls, "nulls", claim, stated.nulls(), result);
                }
                if (stated.nans() >= 0 && column.nans != PageFacts.UNKNOWN && column.nans != stated.nans()) {
                    found(path, column.nans, "NaN", claim, stated.nans(), result);
                }
            }
        });
    }

    private void found(String path, long actual, String what, Claim claim, long stated, Findings result) {
        result.found(
                FindingKind.TABLE_LOG,
                Place.column(path),
                "it has " + actual + " " + what + ", but " + claim.where() + " says " + stated
                        + (entry.deletedRows() > 0 ? " without " + entry.deletedRows() + " deleted rows" : ""));
    }

    /** @param decoded the least and the largest decoded value; if null, those in the footer are used */
    private static void checkBounds(
            Claim claim, ChunkStatistics statistics, @Nullable Statistics<?> decoded, Place place, Findings result) {
        PrimitiveType type = statistics.column().getPrimitiveType();
        Statistics<?> values = decoded == null ? statistics.trusted() : decoded;
        if (!values.hasNonNullValue()) {
            return;
        }
        try {
            for (Bounds.Side side : Bounds.Side.values()) {
                boolean isLargest = side == Bounds.Side.MAXIMUM;
                byte[] stated = plain(
                        type,
                        isLargest ? claim.stated().largest() : claim.stated().least(),
                        isLargest);
                Boolean isExact = decoded == null ? statistics.isExact(side) : Boolean.TRUE;
                if (stated != null && !Boolean.FALSE.equals(isExact)) {
                    byte[] bound = isExact == null ? truncate(type, stated, values, isLargest) : stated;
                    Bounds.of(FindingKind.TABLE_LOG, claim.where(), type, bound, bound)
                            .check(side, values, (kind, message) -> result.found(kind, place, message));
                }
            }
        } catch (RuntimeException e) { // thrown by parquet-java for a value that does not fit its type
            result.found(
                    FindingKind.TABLE_LOG,
                    place,
                    "the bounds in " + claim.where() + " cannot be read: " + Reason.of(e));
        }
    }

    /** Truncates a bound to the length of the footer's bound, because not every writer declares that it has truncated a bound. */
    private static byte[] truncate(PrimitiveType type, byte[] value, Statistics<?> values, boolean isLargest) {
        if (!isBytes(type)) {
            return value;
        }
        BinaryTruncator truncator = BinaryTruncator.getTruncator(type); // does not change types such as decimals
        Binary whole = Binary.fromConstantByteArray(value);
        Binary truncated = isLargest
                ? truncator.truncateMax(whole, values.getMaxBytes().length)
                : truncator.truncateMin(whole, values.getMinBytes().length);
        return truncated.getBytes();
    }

    private static boolean isBytes(PrimitiveType type) {
        return type.getPrimitiveTypeName() == PrimitiveTypeName.BINARY
                || type.getPrimitiveTypeName() == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
    }

    /**
     * Returns a bound in Parquet's plain encoding; null if {@code value} is null or its form in the log does not fit the column's type.
     *
     * @param isLargest true for the upper bound, false for the lower bound
     */
    private static byte @Nullable [] plain(PrimitiveType type, byte @Nullable [] value, boolean isLargest) {
        LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
        PrimitiveTypeName name = type.getPrimitiveTypeName();
        if (value == null || name == PrimitiveTypeName.INT96 || NewTypes.isFloat16(annotation)) {
            return null;
        }
        if (annotation instanceof DecimalLogicalTypeAnnotation) {
            return decimal(type, value);
        }
        if (value.length == Long.BYTES && (name == PrimitiveTypeName.INT32 || name == PrimitiveTypeName.INT64)) {
            long number = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getLong();
            long bound = inUnit(unit(annotation), number, isLargest);
            if (name == PrimitiveTypeName.INT64) {
                return littleEndian(Long.BYTES).putLong(bound).array();
            }
            // null if the bound is too large, because the column's type was widened after the file was written
            return bound == (int) bound
                    ? littleEndian(Integer.BYTES).putInt((int) bound).array()
                    : null;
        }
        return ChunkStatistics.mayHaveLength(type, value.length) && !isNan(name, value) ? value : null;
    }

    /** Returns whether a bound is NaN, which old versions of Iceberg wrote. Readers skip nothing because of such a bound. */
    private static boolean isNan(PrimitiveTypeName name, byte[] value) {
        ByteBuffer bytes = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
        return name == PrimitiveTypeName.FLOAT && Float.isNaN(bytes.getFloat())
                || name == PrimitiveTypeName.DOUBLE && Double.isNaN(bytes.getDouble());
    }

    private static TimeUnit unit(@Nullable LogicalTypeAnnotation annotation) {
        return annotation instanceof TimestampLogicalTypeAnnotation timestamp
                ? timestamp.getUnit()
                : annotation instanceof TimeLogicalTypeAnnotation time ? time.getUnit() : TimeUnit.MICROS;
    }

    /** Converts a bound in microseconds to another unit. Readers round nanoseconds down to microseconds. */
    private static long inUnit(TimeUnit unit, long micros, boolean isLargest) {
        return switch (unit) {
            case MICROS -> micros;
            case MILLIS -> isLargest ? Math.floorDiv(micros, THOUSAND) : -Math.floorDiv(-micros, THOUSAND);
            case NANOS -> Math.addExact(Math.multiplyExact(micros, THOUSAND), isLargest ? THOUSAND - 1 : 0);
        };
    }

    private static byte @Nullable [] decimal(PrimitiveType type, byte[] value) {
        if (value.length == 0) {
            return null;
        }
        BigInteger unscaled = new BigInteger(value);
        int length = ChunkStatistics.lengthOf(type);
        if (length >= 0 && unscaled.bitLength() >= length * Byte.SIZE) {
            return null;
        }
        return switch (type.getPrimitiveTypeName()) {
            case INT32 -> littleEndian(length).putInt(unscaled.intValue()).array();
            case INT64 -> littleEndian(length).putLong(unscaled.longValue()).array();
            case FIXED_LEN_BYTE_ARRAY -> extended(unscaled, length);
            default -> unscaled.toByteArray();
        };
    }

    private static ByteBuffer littleEndian(int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] extended(BigInteger unscaled, int length) {
        byte[] bytes = unscaled.toByteArray();
        byte[] extended = new byte[length];
        Arrays.fill(extended, (byte) (unscaled.signum() < 0 ? -1 : 0));
        System.arraycopy(bytes, 0, extended, length - bytes.length, bytes.length);
        return extended;
    }
}
