// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.files;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.fastcodec.support.Pairing;
import io.github.fastcodec.support.Side;
import java.util.EnumSet;
import java.util.Set;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.BadConfigurationException;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;

/** The codecs that the other tests' pairings omit, so that a further omission is noticed. */
class PairingTest {

    @Test
    void skipsExactlyTheCodecsThatParquetJavaLacks() {
        Set<CompressionCodecName> missing = EnumSet.noneOf(CompressionCodecName.class);
        CompressionCodecFactory parquetJava = Side.PARQUET_JAVA.newFactory();
        for (CompressionCodecName codec : CompressionCodecName.values()) {
            try {
                parquetJava.getCompressor(codec);
                parquetJava.getDecompressor(codec);
            } catch (BadConfigurationException e) {
                assertEquals("Class " + codec.getHadoopCompressionCodecClassName() + " was not found", e.getMessage());
                missing.add(codec);
            }
        }
        parquetJava.release();
        assertEquals(Side.MISSING_IN_PARQUET_JAVA, missing);
    }

    @Test
    void everyPossiblePairingIsListed() {
        int codecs = CompressionCodecName.values().length;
        int oursOnly = Side.MISSING_IN_PARQUET_JAVA.size();
        int pureJava = Side.PURE_JAVA_ENGINES.size();
        assertEquals(
                6 * (codecs - oursOnly) + 2 * oursOnly + 2 * pureJava,
                Pairing.all().size());
    }
}
