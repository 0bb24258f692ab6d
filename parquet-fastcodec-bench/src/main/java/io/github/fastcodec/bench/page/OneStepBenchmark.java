// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.page;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdOutputStream;
import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.bench.Repeated;
import io.github.fastcodec.bench.turns.InSlices;
import io.github.fastcodec.bench.turns.Operation;
import io.github.fastcodec.bench.turns.Subject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.openjdk.jmh.annotations.Param;

/**
 * Compresses a block while it is written into a stream, or gathers it first and compresses it in one step, as SPARK-29434 does.
 * Small blocks show the fixed cost of a block, and the gain of one compressor for many blocks over one for each.
 */
public class OneStepBenchmark extends InSlices {

    /** The number of map statuses that are compressed together, as in SPARK-29434. */
    private static final int MAPS = 20_000;

    /** "streaming" and "one-step" call the same library, zstd-jni or the JDK, with a new context for each block. */
    @Param("streaming+one-step+fastcodec+fastcodec:each")
    public String contenders;

    /** The default levels of zstd-jni's and the JDK's streams. */
    @Param({"ZSTD:3", "GZIP:6"})
    public String codec;

    /** The sizes of pages, in bytes. */
    @Param("100+1024+65536")
    public String sizes;

    /** The sizes of map statuses, in shuffle blocks. */
    @Param("5+500")
    public String blocks;

    @Override
    protected Class<? extends Subject> subject() {
        return BlockSubject.class;
    }

    @Override
    protected Object shared() {
        return PageSubject.pages("PLAIN_TEXT", sizes);
    }

    /** One contender that compresses each content. */
    public static final class BlockSubject implements Subject {
        @Override
        public Map<String, Operation> operations(String contender, Map<String, String> params, Object shared)
                throws Exception {
            Map<String, Content> contents = new LinkedHashMap<>();
            ((Map<?, ?>) shared).forEach((cell, page) -> contents.put((String) cell, new Page((byte[]) page)));
            for (String blocks : params.get("blocks").split("\\+")) {
                contents.put("shape=MAP_STATUSES&size=" + blocks, statuses(Integer.parseInt(blocks)));
            }
            Map<String, Operation> operations = new LinkedHashMap<>();
            CodecParam codec = CodecParam.parse(params.get("codec"));
            for (Map.Entry<String, Content> cell : contents.entrySet()) {
                Callable<BytesInput> call = compression(contender, codec, cell.getValue());
                long size = call.call().size();
                operations.put("compress/" + cell.getKey(), Repeated.writing(size, call::call));
            }
            return operations;
        }
    }

    /** The content of a block. */
    interface Content {
        void writeTo(OutputStream target) throws IOException;

        /** Returns the content in memory. */
        default BytesInput gathered() throws IOException {
            ByteArrayOutputStream memory = new ByteArrayOutputStream();
            writeTo(memory);
            return BytesInput.from(memory);
        }
    }

    record Page(byte[] bytes) implements Content {
        @Override
        public void writeTo(OutputStream target) throws IOException {
            gathered().writeAllTo(target);
        }

        @Override
        public BytesInput gathered() {
            return PageImplementation.slabs(bytes);
        }
    }

    /** Returns a contender's way to compress a content. */
    static Callable<BytesInput> compression(String contender, CodecParam codec, Content content) {
        return switch (contender) {
            case "streaming" -> () -> streamed(codec, content);
            case "one-step" -> () -> inOneStep(codec, content);
            case "fastcodec" -> {
                BytesInputCompressor compressor = codec.compressor(new FastCodecFactory());
                yield () -> compressor.compress(content.gathered());
            }
            case "fastcodec:each" ->
                () -> codec.compressor(new FastCodecFactory()).compress(content.gathered());
            default ->
                throw new IllegalArgumentException(
                        "contender " + contender + ", expected streaming, one-step, fastcodec or fastcodec:each");
        };
    }

    private static BytesInput streamed(CodecParam codec, Content content) throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream stream = stream(codec, compressed)) {
            content.writeTo(stream);
        }
        return BytesInput.from(compressed);
    }

    private static OutputStream stream(CodecParam codec, OutputStream target) throws IOException {
        return switch (codec.codec()) {
            case ZSTD -> new ZstdOutputStream(target, codec.level());
            case GZIP ->
                new GZIPOutputStream(target) {
                    {
                        def.setLevel(codec.level());
                    }
                };
            default -> throw new IllegalArgumentException("codec " + codec.codec() + ", expected ZSTD or GZIP");
        };
    }

    /** Compresses with one call to zstd-jni, or with one write to the JDK's stream, because the JDK has no such call. */
    private static BytesInput inOneStep(CodecParam codec, Content content) throws IOException {
        byte[] gathered = content.gathered()
                .toByteBuffer(HeapByteBufferAllocator.getInstance(), released -> {})
                .array();
        return codec.codec() == CompressionCodecName.ZSTD
                ? BytesInput.from(Zstd.compress(gathered, codec.level()))
                : streamed(codec, target -> target.write(gathered));
    }

    /** Returns map statuses with the sizes of {@code blocks} blocks each. */
    static Content statuses(int blocks) {
        SplittableRandom random = new SplittableRandom(29434);
        MapStatus[] statuses = new MapStatus[MAPS];
        Arrays.setAll(statuses, task -> new MapStatus(task, blocks, random));
        return target -> {
            ObjectOutputStream objects = new ObjectOutputStream(target);
            objects.writeObject(statuses);
            objects.flush();
        };
    }

    /**
     * The output of a map task, as Spark's driver sends it to reduce tasks: the fields of Spark's CompressedMapStatus, written in
     * the same order. As in Spark's own benchmark, blocks have up to 1 GiB.
     */
    private static final class MapStatus implements Serializable {
        private static final long serialVersionUID = 1;
        private final String executor;
        private final String host;
        private final byte[] sizes;
        private final long task;

        private MapStatus(int task, int blocks, SplittableRandom random) {
            this.task = task;
            executor = "" + random.nextInt(100);
            host = "node" + executor + ".spark.apache.org";
            sizes = new byte[blocks];
            for (int i = 0; i < blocks; i++) {
                // a byte is enough for the logarithm of a size to the base 1.1
                sizes[i] = (byte) Math.ceil(Math.log(random.nextInt(1, 1 << 30)) / Math.log(1.1));
            }
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeUTF(executor);
            out.writeUTF(host);
            out.writeInt(7337); // the port
            out.writeBoolean(false); // the topology is unknown
            out.writeInt(sizes.length);
            out.write(sizes);
            out.writeLong(task);
        }
    }
}
