// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;

/**
 * Writes rows. A row is an array with a value for each field: null, Integer, Long, Double, the bytes of a string, or,
 * for a repeated group, an array of such arrays. Rows contain only JDK types, because contenders share rows but not
 * parquet-java's classes.
 */
public final class RowWriter extends WriteSupport<Object[]> {

    private final MessageType schema;
    private RecordConsumer consumer;

    private RowWriter(MessageType schema) {
        this.schema = schema;
    }

    /** Returns a builder of a writer for rows in the form that {@link RowWriter} describes. */
    public static Builder builder(OutputFile file, MessageType schema) {
        return new Builder(file, schema);
    }

    @Override
    @SuppressWarnings("deprecation") // deprecated, but still abstract
    public WriteContext init(Configuration configuration) {
        return new WriteContext(schema, Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer recordConsumer) {
        consumer = recordConsumer;
    }

    @Override
    public void write(Object[] row) {
        consumer.startMessage();
        writeFields(schema, row);
        consumer.endMessage();
    }

    private void writeFields(GroupType type, Object[] values) {
        for (int i = 0; i < values.length; i++) {
            Object value = values[i];
            if (value == null || value instanceof Object[] elements && elements.length == 0) {
                continue;
            }
            String name = type.getFieldName(i);
            consumer.startField(name, i);
            if (value instanceof Long number) {
                consumer.addLong(number);
            } else if (value instanceof Integer number) {
                consumer.addInteger(number);
            } else if (value instanceof Double number) {
                consumer.addDouble(number);
            } else if (value instanceof byte[] text) {
                consumer.addBinary(Binary.fromConstantByteArray(text));
            } else {
                for (Object element : (Object[]) value) {
                    consumer.startGroup();
                    writeFields(type.getType(i).asGroupType(), (Object[]) element);
                    consumer.endGroup();
                }
            }
            consumer.endField(name, i);
        }
    }

    /** Builds writers for rows in the form that {@link RowWriter} describes. */
    public static final class Builder extends ParquetWriter.Builder<Object[], Builder> {
        private final MessageType schema;

        private Builder(OutputFile file, MessageType schema) {
            super(file);
            this.schema = schema;
        }

        @Override
        protected Builder self() {
            return this;
        }

        @Override
        @SuppressWarnings("deprecation") // deprecated, but still abstract
        protected WriteSupport<Object[]> getWriteSupport(Configuration configuration) {
            return new RowWriter(schema);
        }
    }
}
