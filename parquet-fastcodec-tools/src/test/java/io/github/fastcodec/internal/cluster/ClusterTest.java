// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.FastCodecOptions;
import java.util.Map;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ClusterTest {

    // Would catch: levels that only the local command heeds, because the keys for GZIP and BROTLI do not begin
    // with "parquet.".
    @ParameterizedTest
    @EnumSource(names = {"GZIP", "ZSTD", "BROTLI"})
    void usesTheApplicationsLevels(CompressionCodecName codec) {
        String key = FastCodecOptions.levelKey(codec);
        FastCodecFactory factory = new FastCodecFactory(new RepeatingCluster(Map.of(key, "99")).codecs());
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> factory.getCompressor(codec));
        assertTrue(e.getMessage().contains(key), e::getMessage);
    }
}
