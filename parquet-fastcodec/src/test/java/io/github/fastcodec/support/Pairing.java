// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.support;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.params.provider.Arguments;

/** A codec, and the sides whose factories write and read a file with it. */
public record Pairing(CompressionCodecName codec, Side writer, Side reader) {

    /**
     * Returns every codec with every writer and every reader that supports it. Pure-Java engines are only paired with
     * parquet-java, and so are our Hadoop codecs, or with themselves if parquet-java lacks the codec.
     */
    public static List<Pairing> all() {
        List<Pairing> pairings = new ArrayList<>();
        for (CompressionCodecName codec : CompressionCodecName.values()) {
            for (Side writer : Side.values()) {
                for (Side reader : Side.values()) {
                    Pairing pairing = new Pairing(codec, writer, reader);
                    if (writer.serves(codec) && reader.serves(codec) && !pairing.isCoveredByOthers()) {
                        pairings.add(pairing);
                    }
                }
            }
        }
        return pairings;
    }

    private boolean isCoveredByOthers() {
        if (writer == Side.PURE_JAVA || reader == Side.PURE_JAVA) {
            return writer != Side.PARQUET_JAVA && reader != Side.PARQUET_JAVA;
        }
        if (writer != Side.HADOOP_BRIDGE && reader != Side.HADOOP_BRIDGE) {
            return false;
        }
        return Side.PARQUET_JAVA.serves(codec)
                ? writer != Side.PARQUET_JAVA && reader != Side.PARQUET_JAVA
                : writer != reader;
    }

    /** Method sources of parameterized tests, by the names that JUnit requires. */
    public static final String WITH_WRITER_VERSIONS = "io.github.fastcodec.support.Pairing#withWriterVersions";

    public static final String WITH_KINDS_OF_PAGES = "io.github.fastcodec.support.Pairing#withKindsOfPages";

    public static Stream<Arguments> withWriterVersions() {
        return with((Object[]) WriterVersion.values());
    }

    /** Returns all pairings with the shapes whose pages differ most, for tests of features around the pages. */
    public static Stream<Arguments> withKindsOfPages() {
        return with(FileShape.NESTED_V1, FileShape.NESTED_V2, FileShape.LARGE_PAGES_V1);
    }

    /** Returns the arguments of a parameterized test: every pairing with each of {@code others}. */
    public static Stream<Arguments> with(Object... others) {
        return all().stream().flatMap(pairing -> Arrays.stream(others).map(other -> Arguments.of(pairing, other)));
    }

    @Override
    public String toString() {
        return codec + " by " + writer + " for " + reader;
    }
}
