// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.hadoop;

import io.github.fastcodec.bench.Repeated;
import io.github.fastcodec.bench.turns.Operation;
import io.github.fastcodec.bench.turns.Subject;
import io.github.fastcodec.hadoop.FastCodecCryptoFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** The calls that parquet-java makes to open a file for reading, with and without levels that are looked up in its map. */
public final class HookSubject implements Subject {

    @Override
    public Map<String, Operation> operations(String contender, Map<String, String> params, Object shared) {
        if (!contender.equals("fastcodec-hadoop")) {
            throw new IllegalArgumentException("contender " + contender + ", expected fastcodec-hadoop");
        }
        Map<String, Operation> operations = new LinkedHashMap<>();
        Path file = new Path("file:/warehouse/table/part-00000.parquet");
        for (String levels : params.get("levels").split("\\+")) {
            Configuration configuration = configuration(Boolean.parseBoolean(levels));
            operations.put("open/levels=" + levels, Repeated.of(() -> {
                new FastCodecCryptoFactory().getFileDecryptionProperties(configuration, file);
                return configuration;
            }));
        }
        return operations;
    }

    /** Returns a configuration as large as a job's. */
    private static Configuration configuration(boolean levels) {
        Configuration configuration = new Configuration();
        for (int i = 0; i < 500; i++) {
            configuration.set("some.key.of.a.job." + i, "value " + i);
        }
        if (levels) {
            configuration.set("zlib.compress.level", "BEST_SPEED");
            configuration.set("parquet.compression.codec.zstd.level", "6");
            configuration.set("compression.brotli.quality", "5");
        }
        return configuration;
    }
}
