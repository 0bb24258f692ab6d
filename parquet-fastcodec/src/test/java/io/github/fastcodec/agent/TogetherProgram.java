// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.agent;

import io.github.fastcodec.Direction;
import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.FastCodecStats;
import io.github.fastcodec.hadoop.FastCodecInstaller;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** A program that has parquet-fastcodec on its class path and uses every way in, with an agent or without. */
public final class TogetherProgram {

    private static final CompressionCodecName CODEC = CompressionCodecName.ZSTD;

    private TogetherProgram() {}

    public static void main(String[] arguments) throws Exception {
        String directory = arguments[0];
        System.out.println("installed " + FastCodecInstaller.install(new Configuration()));
        files(directory + "/installed.parquet", new Configuration());
        Configuration key = new Configuration();
        key.set("parquet.crypto.factory.class", "io.github.fastcodec.hadoop.FastCodecCryptoFactory");
        files(directory + "/key.parquet", key);
        key.setBoolean(FastCodecInstaller.ENABLED, false);
        files(directory + "/off.parquet", key);

        int agents = FastCodecStats.pool().getContexts();
        long before = FastCodecStats.of(CODEC, Direction.COMPRESS).getPages();
        FastCodecFactory factory = new FastCodecFactory(FastCodecOptions.from(
                Map.of("parquet.fastcodec.pool.max.contexts", "77", "parquet.fastcodec.pool.idle.seconds", "88")::get));
        factory.getCompressor(CODEC).compress(BytesInput.from(new byte[1_000]));
        System.out.println(
                "factory " + (FastCodecStats.of(CODEC, Direction.COMPRESS).getPages() - before) + " agent "
                        + AgentCounts.pages(CODEC, true));
        System.out.println("pool " + FastCodecStats.pool());
        System.out.println(
                "contexts " + agents + " and " + (FastCodecStats.pool().getContexts() - agents));
    }

    private static void files(String name, Configuration configuration) throws Exception {
        Path file = new Path(name);
        long written = FastCodecStats.of(CODEC, Direction.COMPRESS).getPages();
        FilesProgram.write(file, CODEC, configuration);
        written = FastCodecStats.of(CODEC, Direction.COMPRESS).getPages() - written;
        long read = FastCodecStats.of(CODEC, Direction.DECOMPRESS).getPages();
        FilesProgram.read(file, configuration);
        read = FastCodecStats.of(CODEC, Direction.DECOMPRESS).getPages() - read;
        System.out.println(name.replaceAll(".*/", "") + " pages " + FilesProgram.pages(file, configuration)
                + " written " + written + " read " + read);
    }
}
