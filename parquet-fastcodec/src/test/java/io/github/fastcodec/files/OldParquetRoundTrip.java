// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.files;

import io.github.fastcodec.FastCodecFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.BiFunction;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Writes a file, with our factory or with parquet-java's own, reads it with ours, and returns the version that parquet-java
 * says it has. Made for an {@link io.github.fastcodec.IsolatedLoader}: uses nothing that parquet-java 1.13 lacks, apart from
 * {@code withCodecFactory} of the writer, which it was given in 1.14.
 */
public final class OldParquetRoundTrip implements BiFunction<String, Boolean, String> {

    private static final Rows ROWS = Rows.random(FileShape.Schemas.NESTED, 300, 0.2, 1131);

    /** For the loader. */
    public OldParquetRoundTrip() {}

    /**
     * @param file the file to write, whose name starts with a codec and a dot
     * @param ours whether our factory writes it
     */
    @Override
    public String apply(String file, Boolean ours) {
        Path path = new Path(file);
        String codec = path.getName().substring(0, path.getName().indexOf('.'));
        ExampleParquetWriter.Builder builder = ExampleParquetWriter.builder(path)
                .withType(ROWS.schema())
                .withCompressionCodec(CompressionCodecName.valueOf(codec));
        if (ours) {
            builder.withCodecFactory(new FastCodecFactory());
        }
        try {
            try (ParquetWriter<Group> writer = builder.build()) {
                ROWS.writeTo(writer);
            }
            try (ParquetReader<Group> reader = ParquetReader.builder(new GroupReadSupport(), path)
                    .withCodecFactory(new FastCodecFactory())
                    .build()) {
                ROWS.assertEqualTo(Rows.rest(reader));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ParquetWriter.class.getPackage().getImplementationVersion();
    }
}
