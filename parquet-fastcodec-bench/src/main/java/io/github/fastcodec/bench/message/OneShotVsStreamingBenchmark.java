// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.message;

import com.github.luben.zstd.ZstdOutputStream;
import io.github.fastcodec.FastCodecFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The question of SPARK-29434: the statuses of many map outputs, serialized by Java, are compressed either while they are
 * written, or in one step afterwards.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
        value = 1,
        jvmArgs = {"-Xms1500m", "-Xmx1500m", "-XX:+AlwaysPreTouch", "--enable-native-access=ALL-UNNAMED"})
@Warmup(iterations = 8)
@Measurement(iterations = 12)
public class OneShotVsStreamingBenchmark {

    /** "library" is zstd-jni's stream and the JDK's, at Spark's default levels (ZSTD 1, GZIP 6). */
    @Param({"library", "fastcodec"})
    public String impl;

    @Param({"ZSTD", "GZIP"})
    public CompressionCodecName codec;

    @Param({"5", "500"})
    public int blocks;

    @Param("20000")
    public int maps;

    private Status[] statuses;

    /** What Spark's driver keeps of one map task: where it ran, and one byte for the size of each block. */
    private static final class Status implements Serializable {
        private static final long serialVersionUID = 1;

        private final String location;
        private final byte[] blockSizes;
        private final long task;

        private Status(String location, byte[] blockSizes, long task) {
            this.location = location;
            this.blockSizes = blockSizes;
            this.task = task;
        }
    }

    /** Makes the statuses: hundred executors, sizes on Spark's logarithmic scale. */
    @Setup(Level.Trial)
    public void setUp() {
        SplittableRandom random = new SplittableRandom(29434);
        statuses = new Status[maps];
        for (int i = 0; i < maps; i++) {
            byte[] sizes = new byte[blocks];
            int typical = 60 + random.nextInt(40);
            for (int j = 0; j < blocks; j++) {
                sizes[j] = (byte) (typical + random.nextInt(16));
            }
            statuses[i] = new Status("executor-" + random.nextInt(100) + ".example:7337", sizes, i);
        }
    }

    /** Compresses while serializing. This project has no streams, so {@code fastcodec} has no result here. */
    @Benchmark
    public int streaming() throws IOException {
        if (impl.equals("fastcodec")) {
            throw new UnsupportedOperationException("fastcodec compresses whole pages only");
        }
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream stream = stream(compressed)) {
            serialize(stream);
        }
        return compressed.size();
    }

    /** Serializes, then compresses in one step. */
    @Benchmark
    public long oneShot() throws IOException {
        ByteArrayOutputStream serialized = new ByteArrayOutputStream();
        serialize(serialized);
        if (impl.equals("fastcodec")) {
            BytesInputCompressor compressor =
                    new FastCodecFactory().getCompressor(codec, codec == CompressionCodecName.ZSTD ? 1 : 6);
            return compressor
                    .compress(BytesInput.from(serialized.toByteArray()))
                    .size();
        }
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream stream = stream(compressed)) {
            serialized.writeTo(stream);
        }
        return compressed.size();
    }

    private void serialize(OutputStream target) throws IOException {
        ObjectOutputStream objects = new ObjectOutputStream(target);
        objects.writeObject(statuses);
        objects.flush();
    }

    private OutputStream stream(OutputStream target) throws IOException {
        return switch (codec) {
            case ZSTD -> new ZstdOutputStream(target, 1);
            case GZIP -> new GZIPOutputStream(target);
            default -> throw new IllegalArgumentException("codec " + codec + ", expected ZSTD or GZIP");
        };
    }
}
