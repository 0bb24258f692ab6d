// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.message;

import com.github.luben.zstd.ZstdOutputStream;
import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.bench.Repeated;
import io.github.fastcodec.bench.turns.Operation;
import io.github.fastcodec.bench.turns.Subject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** One contender that serializes and compresses a message. */
public final class MessageSubject implements Subject {

    private CompressionCodecName codec;
    private Status[] statuses;

    /** The state that Spark's driver keeps for a map task: its location, and one byte for the size of each block. */
    @SuppressWarnings("unused") // serialization reads the fields
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

    @Override
    public Map<String, Operation> operations(String contender, Map<String, String> params, Object shared) {
        codec = CompressionCodecName.valueOf(params.get("codec"));
        statuses = statuses(Integer.parseInt(params.get("maps")), Integer.parseInt(params.get("blocks")));
        Repeated.Call call = switch (contender) {
            case "streaming" -> this::streaming;
            case "one-step" -> this::oneStep;
            case "fastcodec" -> this::fastcodec;
            default ->
                throw new IllegalArgumentException(
                        "contender " + contender + ", expected streaming, one-step or fastcodec");
        };
        return Map.of("serialize/", Repeated.of(call));
    }

    /** Returns statuses of tasks on a hundred executors, with sizes on Spark's logarithmic scale. */
    private static Status[] statuses(int maps, int blocks) {
        SplittableRandom random = new SplittableRandom(29434);
        Status[] statuses = new Status[maps];
        for (int i = 0; i < maps; i++) {
            byte[] sizes = new byte[blocks];
            int typical = 60 + random.nextInt(40);
            for (int j = 0; j < blocks; j++) {
                sizes[j] = (byte) (typical + random.nextInt(16));
            }
            statuses[i] = new Status("executor-" + random.nextInt(100) + ".example:7337", sizes, i);
        }
        return statuses;
    }

    /** Compresses while serializing. The stream is the library's, because this project has none. */
    private Object streaming() throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream stream = stream(compressed)) {
            serialize(stream);
        }
        return compressed;
    }

    private Object oneStep() throws IOException {
        ByteArrayOutputStream serialized = new ByteArrayOutputStream();
        serialize(serialized);
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream stream = stream(compressed)) {
            serialized.writeTo(stream);
        }
        return compressed;
    }

    private Object fastcodec() throws IOException {
        ByteArrayOutputStream serialized = new ByteArrayOutputStream();
        serialize(serialized);
        BytesInputCompressor compressor =
                new FastCodecFactory().getCompressor(codec, codec == CompressionCodecName.ZSTD ? 1 : 6);
        return compressor.compress(BytesInput.from(serialized.toByteArray()));
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
