// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import io.github.fastcodec.FastCodecFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;

/** The rows of a file as parquet-java reads them, with verified checksums and, where available, its own codecs. */
final class Values {

    private Values() {}

    static List<String> of(Path path) throws IOException {
        boolean brotli = IndependentFile.read(path).chunks().stream()
                .anyMatch(chunk -> chunk.getMeta_data().getCodec() == CompressionCodec.BROTLI);
        Reader builder = new Reader(new LocalInputFile(path));
        builder.usePageChecksumVerification(true);
        if (brotli) {
            builder.withCodecFactory(new FastCodecFactory());
        }
        List<String> rows = new ArrayList<>();
        try (ParquetReader<Group> reader = builder.build()) {
            for (Group row = reader.read(); row != null; row = reader.read()) {
                rows.add(row.toString());
            }
        }
        return rows;
    }

    private static final class Reader extends ParquetReader.Builder<Group> {

        private Reader(InputFile file) {
            super(file, new PlainParquetConfiguration());
        }

        @Override
        protected ReadSupport<Group> getReadSupport() {
            return new GroupReadSupport();
        }
    }
}
