// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.flink;

import java.io.IOException;
import org.apache.flink.formats.parquet.ParquetBuilder;
import org.apache.flink.formats.parquet.ParquetWriterFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.io.OutputFile;

/** Makes bulk writers that compress with our codecs. */
final class CodecWriterFactory<T> extends ParquetWriterFactory<T> {

    private static final long serialVersionUID = 1L;

    private final transient FastCodecWriters.BuilderFactory<T> builders;
    private final transient JobSettings settings;

    CodecWriterFactory(FastCodecWriters.BuilderFactory<T> builders, JobSettings settings) {
        this(builders, settings, null);
    }

    private CodecWriterFactory(FastCodecWriters.BuilderFactory<T> builders, JobSettings settings, OperatorPages pages) {
        super(new Writers<>(builders, settings, pages));
        this.builders = builders;
        this.settings = settings;
    }

    /** Returns one whose pages count for an operator; for the client, before the job is submitted. */
    ParquetWriterFactory<T> counting(OperatorPages pages) {
        return new CodecWriterFactory<>(builders, settings, pages);
    }

    private static final class Writers<T> implements ParquetBuilder<T> {

        private static final long serialVersionUID = 1L;

        private final FastCodecWriters.BuilderFactory<T> builders;
        private final JobSettings settings;

        /** Null if nobody wants to know. */
        private final OperatorPages pages;

        Writers(FastCodecWriters.BuilderFactory<T> builders, JobSettings settings, OperatorPages pages) {
            this.builders = builders;
            this.settings = settings;
            this.pages = pages;
        }

        @Override
        public ParquetWriter<T> createWriter(OutputFile file) throws IOException {
            return WriterCodecs.build(builders.create(file), settings, pages);
        }
    }
}
