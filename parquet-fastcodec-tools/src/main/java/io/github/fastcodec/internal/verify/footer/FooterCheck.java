// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify.footer;

import io.github.fastcodec.internal.parquet.ColumnChunk;
import io.github.fastcodec.internal.parquet.Footer;
import io.github.fastcodec.internal.parquet.Place;
import io.github.fastcodec.internal.parquet.RowGroup;
import io.github.fastcodec.internal.parquet.StatisticsDetails;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.text.Reason;
import io.github.fastcodec.internal.verify.finding.Findings;
import io.github.fastcodec.verify.FindingKind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/**
 * Reads the footer with parquet-java. Errors of parquet-java, and contradictions within the footer, become findings. Only the
 * schema stays in memory; the metadata of column chunks is read one chunk at a time, on demand. Not thread-safe.
 */
public final class FooterCheck {

    private static final Set<ConvertedType> GROUP_TYPES =
            EnumSet.of(ConvertedType.LIST, ConvertedType.MAP, ConvertedType.MAP_KEY_VALUE);

    private static final int ARROW_NULL = 24;

    private final Footer footer;
    private final Findings result;
    private final ParquetMetadataConverter converter = new ParquetMetadataConverter();
    private @Nullable MessageType schema;
    private @Nullable List<ColumnDescriptor> columns;
    private long rows;

    private FooterCheck(Footer footer, Findings result) {
        this.footer = footer;
        this.result = result;
    }

    /** Reads and checks a footer whose structure is known to be sound. */
    public static FooterCheck of(Footer footer, Findings result) {
        FooterCheck check = new FooterCheck(footer, result);
        try {
            check.read();
        } catch (IOException | RuntimeException e) {
            result.found(FindingKind.FOOTER, Place.FILE, "parquet-java cannot read its footer: " + Reason.of(e));
        }
        return check;
    }

    private void read() throws IOException {
        FileMetaData metaData = Util.readFileMetaData(new ByteArrayInputStream(footer.bytesWithoutRowGroups()));
        rows = metaData.getNum_rows();
        checkRows();
        checkConvertedTypes();
        checkArrowSchema(metaData);
        checkAnnotations(metaData.getSchema());
        MessageType read = schemaOf(metaData);
        schema = read;
        columns = read.getColumns();
        if (metaData.getColumn_ordersSize() > read.getColumns().size()) {
            result.found(
                    FindingKind.FOOTER,
                    Place.FILE,
                    "its footer has " + metaData.getColumn_ordersSize() + " column_orders, but its schema has "
                            + read.getColumns().size() + " columns: pyarrow refuses the file");
        }
        requireDistinctNames(read);
        read.getFields().forEach(field -> checkShape(field, false, false));
    }

    private MessageType schemaOf(FileMetaData metaData) throws IOException {
        try {
            return converter.fromParquetMetadata(metaData).getFileMetaData().getSchema();
        } catch (RuntimeException e) {
            for (SchemaElement element : metaData.getSchema()) {
                if (element.isSetLogicalType() && element.getLogicalType().getSetField() == null) {
                    throw new FileDefect(
                            "its schema gives " + element.getName()
                                    + " a logical type that is newer than the parquet-java on the class path",
                            e);
                }
            }
            throw e;
        }
    }

    /** Reports unknown converted types. Old versions of Arrow marked columns of nulls with a type that the format never had. */
    private void checkConvertedTypes() {
        for (int type : footer.newConvertedTypes()) {
            if (type == ARROW_NULL) {
                result.found(
                        FindingKind.NULL_TYPE,
                        Place.FILE,
                        "its schema has the converted type " + type
                                + ", with which old versions of Arrow mark a column of nulls: pyarrow and DuckDB read nulls"
                                + " whatever it holds, parquet-java ignores the mark, polars refuses the file");
            } else {
                foundInSchema(
                        "its schema has the converted type " + type
                                + ", which does not exist: pyarrow, DuckDB and polars refuse the file, parquet-java ignores it");
            }
        }
    }

    private void checkArrowSchema(FileMetaData metaData) {
        if (!metaData.isSetKey_value_metadata()) {
            return;
        }
        for (KeyValue entry : metaData.getKey_value_metadata()) {
            if (ArrowSchema.KEY.equals(entry.getKey())) {
                try {
                    for (String type : ArrowSchema.check(entry.isSetValue() ? entry.getValue() : "")) {
                        result.foundOnce(
                                FindingKind.NEW_TYPE,
                                "its key-value " + ArrowSchema.KEY + " has the " + type
                                        + ", which this version does not know: pyarrow may refuse the file");
                    }
                } catch (FileDefect e) {
                    foundInSchema(Reason.of(e));
                }
            }
        }
    }

    /** Requires that annotations fit each other and their element: Arrow or DuckDB refuses any other file. */
    private void checkAnnotations(List<SchemaElement> schema) {
        for (SchemaElement element : schema) {
            LogicalType type = element.getLogicalType();
            if (element.isSetLogicalType() && type.getSetField() == null) {
                result.found(
                        FindingKind.NEW_TYPE,
                        Place.FILE,
                        "its schema gives " + element.getName()
                                + " a logical type that this version does not know: polars and Trino refuse the file");
            }
            if (!element.isSetType() && element.isSetLogicalType() && !NewTypes.mayAnnotateGroup(type)) {
                foundInSchema("its schema gives the group " + element.getName() + " the logical type " + type
                        + ", expected LIST, MAP or VARIANT");
            } else if (!element.isSetType()
                    && element.isSetConverted_type()
                    && !GROUP_TYPES.contains(element.getConverted_type())) {
                foundInSchema("its schema gives the group " + element.getName() + " the converted type "
                        + element.getConverted_type() + ", expected LIST, MAP or MAP_KEY_VALUE");
            } else if (element.isSetLogicalType() && element.isSetConverted_type()) {
                ConvertedType converted = element.getConverted_type();
                if (type.isSetLIST() && converted != ConvertedType.LIST) {
                    foundInSchema(contradiction(element, "LIST", "LIST"));
                } else if (type.isSetMAP()
                        && converted != ConvertedType.MAP
                        && converted != ConvertedType.MAP_KEY_VALUE) {
                    foundInSchema(contradiction(element, "MAP", "MAP or MAP_KEY_VALUE"));
                }
            }
            if (element.getConverted_type() == ConvertedType.DECIMAL
                    && !(element.isSetScale() && element.isSetPrecision())) {
                foundInSchema("its schema gives " + element.getName()
                        + " the converted type DECIMAL, but no scale or no precision");
            }
        }
    }

    /** Requires that a decimal of a fixed length has at most 16 bytes if it has few digits: Arrow and polars refuse longer ones. */
    private void checkDecimal(PrimitiveType field) {
        int bytes = ChunkStatistics.decimalBytes(field);
        if (bytes > 0 && ChunkStatistics.lengthOf(field) > bytes) {
            foundInSchema("its schema gives " + field.getName() + " of " + ChunkStatistics.lengthOf(field)
                    + " bytes the logical type " + field.getLogicalTypeAnnotation() + ", which has at most " + bytes
                    + ": pyarrow and polars refuse the file");
        }
    }

    private void foundInSchema(String message) {
        result.found(FindingKind.SCHEMA, Place.FILE, message);
    }

    private static String contradiction(SchemaElement element, String logicalType, String expected) {
        return "its schema gives " + element.getName() + " the logical type " + logicalType + " and the converted type "
                + element.getConverted_type() + ", expected " + expected;
    }

    /**
     * Requires that lists, maps and variants have the children that Arrow and DuckDB expect.
     *
     * @param isElement whether the field is the repeated one of a list
     */
    private void checkShape(Type field, boolean isInVariant, boolean isElement) {
        if (field.isPrimitive()) {
            checkDecimal(field.asPrimitiveType());
            return;
        }
        GroupType group = field.asGroupType();
        requireDistinctNames(group);
        LogicalTypeAnnotation annotation = group.getLogicalTypeAnnotation();
        boolean isMap = annotation instanceof LogicalTypeAnnotation.MapLogicalTypeAnnotation
                || annotation instanceof LogicalTypeAnnotation.MapKeyValueTypeAnnotation // from old writers
                        && group.getRepetition() != Type.Repetition.REPEATED;
        boolean isNested = isMap || annotation instanceof LogicalTypeAnnotation.ListLogicalTypeAnnotation;
        if (group.getFieldCount() == 0) {
            result.found(
                    FindingKind.RARE_GROUP,
                    Place.FILE,
                    "its schema has the group " + group.getName()
                            + " without fields: DuckDB and polars refuse the file");
        } else if (isMap && group.getType(0) instanceof GroupType entry && entry.getFieldCount() == 1) {
            result.found(
                    FindingKind.RARE_GROUP,
                    Place.FILE,
                    "its schema has the map " + group.getName() + " without values: DuckDB refuses the file");
        }
        if (isNested && group.getRepetition() == Type.Repetition.REPEATED && (isMap || !isElement)) {
            result.found(
                    FindingKind.RARE_GROUP,
                    Place.FILE,
                    "its schema has the repeated " + annotation + " " + group.getName() + ": "
                            + (isMap ? "polars" : "pyarrow") + " refuses the file");
        }
        if (isNested
                && !isMap
                && group.getFieldCount() == 1
                && group.getType(0) instanceof GroupType element
                && element.getLogicalTypeAnnotation() == null
                && element.getFieldCount() == 1
                && element.getType(0).getRepetition() == Type.Repetition.REPEATED) {
            result.found(
                    FindingKind.RARE_GROUP,
                    Place.FILE,
                    "its schema has the list " + group.getName() + " of a group of one repeated field: readers make it"
                            + " either a list of lists or a list of structs");
        }
        if (isNested && (group.getFieldCount() != 1 || group.getType(0).getRepetition() != Type.Repetition.REPEATED)) {
            foundInSchema("its schema has the " + annotation + " " + group.getName()
                    + ", which must have one repeated field and nothing else");
        } else if (isMap && !isKeyValue(group.getType(0))) {
            foundInSchema("its schema has the " + annotation + " " + group.getName()
                    + ", whose entries must have a required key and at most one value");
        } else if (isInVariant && annotation == null && hasRepeated(group)) {
            foundInSchema("its schema has the group " + group.getName()
                    + " of a VARIANT with a repeated field, but without the annotation LIST");
        } else if (annotation instanceof LogicalTypeAnnotation.MapKeyValueTypeAnnotation
                && group.getRepetition() == Type.Repetition.REPEATED
                && group.getFieldCount() != 2) {
            foundInSchema("its schema has the MAP_KEY_VALUE " + group.getName() + " of " + group.getFieldCount()
                    + " fields, expected 2");
        }
        boolean isVariant = NewTypes.isVariant(annotation);
        for (Type child : group.getFields()) { // a loop takes one stack frame per level; a schema may be deep
            checkShape(child, isInVariant && annotation == null || isVariant, isNested && !isMap);
        }
    }

    /** Requires that the fields of a group have distinct names, without which parquet-java cannot read any row. */
    private void requireDistinctNames(GroupType group) {
        Set<String> names = new HashSet<>();
        for (Type field : group.getFields()) {
            if (!names.add(field.getName())) {
                foundInSchema("its schema has two fields named " + field.getName() + " in " + group.getName()
                        + ": parquet-java cannot read any row");
            }
        }
    }

    private static boolean isKeyValue(Type repeated) {
        if (repeated.isPrimitive()) {
            return false;
        }
        GroupType group = repeated.asGroupType();
        return group.getFieldCount() >= 1
                && group.getFieldCount() <= 2
                && group.getType(0).getRepetition() == Type.Repetition.REQUIRED;
    }

    private static boolean hasRepeated(GroupType group) {
        return group.getFields().stream().anyMatch(child -> child.getRepetition() == Type.Repetition.REPEATED);
    }

    private void checkRows() {
        long sum = 0;
        for (int group = 0; group < footer.rowGroups().size(); group++) {
            long inGroup = footer.rowGroups().get(group).rowCount();
            if (inGroup < 0) {
                result.found(
                        FindingKind.FOOTER, Place.rowGroup(group), "it has " + inGroup + " rows, expected 0 or more");
            }
            sum += inGroup;
        }
        if (sum != rows) {
            result.found(
                    FindingKind.FOOTER,
                    Place.FILE,
                    "its row groups have " + sum + " rows, but its footer says " + rows);
        }
    }

    /** Returns the number of rows in the file. */
    public long rows() {
        return rows;
    }

    /** Returns the schema, or null if it cannot be read, which has already been reported. */
    @Nullable
    public MessageType schema() {
        return schema;
    }

    /** Returns the columns of the schema, or null if the schema cannot be read. */
    @Nullable
    List<ColumnDescriptor> columns() {
        return columns;
    }

    /** Returns the column and the statistics of a column chunk. If they cannot be read, adds a finding and returns null. */
    @Nullable
    public ChunkStatistics column(RowGroup group, int index) {
        if (columns == null || index >= columns.size()) {
            return null; // reported when the footer was read
        }
        ColumnChunk chunk = group.chunks().get(index);
        ColumnDescriptor column = columns.get(index);
        String path = String.join(".", column.getPath());
        if (!path.equals(chunk.path())) {
            result.found(
                    FindingKind.COLUMN_CHUNK,
                    chunk.at(),
                    "it is column chunk " + index + ", but the schema has the column " + path + " there");
            return null;
        }
        try {
            byte[] bytes = chunk.metaData(footer.bytes());
            ColumnMetaData metaData = Util.readColumnMetaData(new ByteArrayInputStream(bytes), null, null);
            if (chunk.hasPath() && !List.of(column.getPath()).equals(metaData.getPath_in_schema())) {
                result.found(
                        FindingKind.COLUMN_CHUNK,
                        chunk.at(),
                        "its path_in_schema is " + metaData.getPath_in_schema() + ", but the schema says "
                                + List.of(column.getPath()));
                return null;
            }
            if (column.getPrimitiveType().getPrimitiveTypeName() != converter.getPrimitive(metaData.getType())) {
                result.found(
                        FindingKind.COLUMN_CHUNK,
                        chunk.at(),
                        "its type is " + metaData.getType() + ", but the schema says "
                                + column.getPrimitiveType().getPrimitiveTypeName());
                return null;
            }
            ColumnChunkMetaData read = converter.buildColumnChunkMetaData(
                    metaData, ColumnPath.get(column.getPath()), column.getPrimitiveType(), footer.createdBy());
            return ChunkStatistics.of(metaData, StatisticsDetails.read(bytes), column, read);
        } catch (FileDefect e) {
            result.found(FindingKind.STATISTICS, chunk.at(), Reason.of(e));
            return null;
        } catch (IOException | RuntimeException e) {
            result.found(
                    FindingKind.COLUMN_CHUNK, chunk.at(), "parquet-java cannot read its metadata: " + Reason.of(e));
            return null;
        }
    }
}
