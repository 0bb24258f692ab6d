// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

import io.github.fastcodec.bench.Implementation;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.api.InitContext;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * Reads rows of any schema into one 64-bit digest of every value, its column and its position. It builds no objects, so that
 * the codec takes a large part of the time. Digests are equal only if all rows are equal. Each record is the digest of all
 * rows read so far.
 */
public final class RowDigest extends ReadSupport<Long> {

    private long digest = 1;

    /** Returns the digest of all rows of a file; 0 if it has none. */
    public static long of(InputFile file, Implementation implementation) throws IOException {
        long digest = 0;
        try (ParquetReader<Long> reader =
                new Builder(file).withCodecFactory(implementation.newFactory()).build()) {
            for (Long row = reader.read(); row != null; row = reader.read()) {
                digest = row;
            }
        }
        return digest;
    }

    private static final class Builder extends ParquetReader.Builder<Long> {
        private Builder(InputFile file) {
            super(file);
        }

        @Override
        protected ReadSupport<Long> getReadSupport() {
            return new RowDigest();
        }
    }

    @Override
    public ReadContext init(InitContext context) {
        return new ReadContext(context.getFileSchema());
    }

    @Override
    @SuppressWarnings("deprecation") // deprecated, but still abstract
    public RecordMaterializer<Long> prepareForRead(
            Configuration configuration, Map<String, String> metadata, MessageType schema, ReadContext context) {
        GroupConverter root = new Digesting(schema, 0);
        return new RecordMaterializer<>() {
            @Override
            public Long getCurrentRecord() {
                return digest;
            }

            @Override
            public GroupConverter getRootConverter() {
                return root;
            }
        };
    }

    private void mix(long value) {
        long mixed = (digest ^ value) * 0x9e3779b97f4a7c15L;
        digest = mixed ^ mixed >>> 32;
    }

    private Converter converter(Type field, int column) {
        return field.isPrimitive() ? new Value(column) : new Digesting(field.asGroupType(), column);
    }

    private final class Digesting extends GroupConverter {
        private final int column;
        private final Converter[] fields;

        private Digesting(GroupType type, int column) {
            this.column = column;
            this.fields = new Converter[type.getFieldCount()];
            for (int i = 0; i < fields.length; i++) {
                fields[i] = converter(type.getType(i), 31 * column + i);
            }
        }

        @Override
        public Converter getConverter(int fieldIndex) {
            return fields[fieldIndex];
        }

        @Override
        public void start() {
            mix(column);
        }

        @Override
        public void end() {
            mix(~column);
        }
    }

    private final class Value extends PrimitiveConverter {
        private final long column;

        private Value(int column) {
            this.column = (long) column << 32;
        }

        @Override
        public void addBinary(Binary value) {
            mix(column + value.length());
            mix(value.hashCode());
        }

        @Override
        public void addBoolean(boolean value) {
            mix(column + (value ? 1 : 2));
        }

        @Override
        public void addDouble(double value) {
            mix(column ^ Double.doubleToRawLongBits(value));
        }

        @Override
        public void addFloat(float value) {
            mix(column ^ Float.floatToRawIntBits(value));
        }

        @Override
        public void addInt(int value) {
            mix(column ^ value);
        }

        @Override
        public void addLong(long value) {
            mix(column ^ value);
        }
    }
}
