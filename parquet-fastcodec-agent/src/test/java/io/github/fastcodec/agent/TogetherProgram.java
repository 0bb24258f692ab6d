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

/** A program with parquet-fastcodec on its class path that uses each of its entry points next to the agent. */
public final class TogetherProgram {

    private static final CompressionCodecName CODEC = CompressionCodecName.ZSTD;

    private TogetherProgram() {}

    public static void main(String[] arguments) throws Exception {
        String directory = arguments[0];
        files(directory + "/before.parquet", new Configuration());
        System.out.println("installed " + FastCodecInstaller.install(new Configuration()));
        files(directory + "/installed.parquet", new Configuration());
        Configuration key = new Configuration();
        key.set("parquet.crypto.factory.class", "io.github.fastcodec.hadoop.FastCodecCryptoFactory");
        files(directory + "/key.parquet", key);
        key.setBoolean(FastCodecInstaller.ENABLED, false);
        files(directory + "/off.parquet", key);
        System.out.println("own " + ownPages(Direction.COMPRESS) + " and " + ownPages(Direction.DECOMPRESS));

        long agents = AgentCounts.pages(CODEC, true);
        FastCodecFactory factory =
                new FastCodecFactory(FastCodecOptions.from(Map.of("parquet.fastcodec.pool.max.contexts", "77")::get));
        factory.getCompressor(CODEC).compress(BytesInput.from(new byte[1_000]));
        System.out.println(
                "factory " + ownPages(Direction.COMPRESS) + " agent " + (AgentCounts.pages(CODEC, true) - agents));
        System.out.println("contexts " + FastCodecStats.pool().getContexts() + " of "
                + FastCodecStats.pool().getMaxContexts() + ", the agent's " + AgentCounts.maxContexts());
    }

    private static long ownPages(Direction direction) {
        return FastCodecStats.of(CODEC, direction).getPages();
    }

    private static void files(String name, Configuration configuration) throws Exception {
        Path file = new Path(name);
        long written = AgentCounts.pages(CODEC, true);
        FilesProgram.write(file, CODEC, configuration);
        written = AgentCounts.pages(CODEC, true) - written;
        long read = AgentCounts.pages(CODEC, false);
        FilesProgram.read(file, configuration);
        read = AgentCounts.pages(CODEC, false) - read;
        System.out.println(name.replaceAll(".*/", "") + " pages " + FilesProgram.pages(file, configuration)
                + " written " + written + " read " + read);
    }
}
