// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.attack;

import static io.github.fastcodec.attack.PageAttack.require;
import static io.github.fastcodec.attack.PageAttack.thrown;

import io.github.fastcodec.hadoop.FastCodecInstaller;
import io.github.fastcodec.support.PoolAccount;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionInputStream;
import org.apache.hadoop.io.compress.CompressionOutputStream;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.io.compress.Decompressor;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Correct and incorrect use of the codecs in parquet-java's map, through Hadoop's pool and streams. */
final class HadoopAttack implements Attack.Actions {

    private final Map<CompressionCodecName, CompressionCodec> codecs = new EnumMap<>(CompressionCodecName.class);
    private final CompressionCodecName[] names;

    @SuppressWarnings("unchecked") // its declared type
    HadoopAttack() throws ReflectiveOperationException, IOException {
        require(FastCodecInstaller.install(new Configuration(false)), "not installed", null);
        Field field = CodecFactory.class.getDeclaredField("CODEC_BY_NAME");
        field.setAccessible(true);
        Map<String, CompressionCodec> byName = (Map<String, CompressionCodec>) field.get(null);
        for (CompressionCodecName name : CompressionCodecName.values()) {
            CompressionCodec codec = byName.get(name.getHadoopCompressionCodecClassName());
            if (codec != null) {
                codecs.put(name, codec);
            }
        }
        require(codecs.size() == 7, codecs.toString(), null);
        names = codecs.keySet().toArray(CompressionCodecName[]::new);
    }

    @Override
    public void act(Random random) throws Exception {
        CompressionCodec codec = codecs.get(names[random.nextInt(names.length)]);
        byte[] page = PageAttack.page(random);
        switch (random.nextInt(8)) {
            case 0:
                manyEnds(codec, page, random);
                break;
            case 1:
                resetWhileReading(codec, page, random);
                break;
            case 2:
                wrongDecompressor(codec, page, random);
                break;
            case 3:
                damaged(codec, page, random);
                break;
            case 4:
                failingInput(codec, page, random);
                break;
            case 5:
                givenUp(codec, page, random);
                break;
            default:
                requireEqual(page, read(codec, written(codec, page, random), page.length, random));
                break;
        }
    }

    @Override
    public void end() throws Exception {
        Random random = new Random(1);
        for (CompressionCodec codec : codecs.values()) {
            byte[] page = PageAttack.page(random);
            requireEqual(page, read(codec, written(codec, page, random), page.length, random));
        }
        PoolAccount.assertBalanced();
    }

    private static byte[] written(CompressionCodec codec, byte[] page, Random random) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Compressor compressor = CodecPool.getCompressor(codec, new Configuration(false));
        CompressionOutputStream out = codec.createOutputStream(bytes, compressor);
        write(out, page, random);
        out.finish();
        out.close();
        CodecPool.returnCompressor(compressor);
        if (random.nextInt(10) == 0) {
            CodecPool.returnCompressor(compressor);
        }
        return bytes.toByteArray();
    }

    private static void write(CompressionOutputStream out, byte[] page, Random random) throws IOException {
        for (int at = 0; at < page.length; ) {
            int length = Math.min(page.length - at, 1 + random.nextInt(random.nextBoolean() ? 20 : 20_000));
            if (length == 1) {
                out.write(page[at]);
            } else {
                out.write(page, at, length);
            }
            if (random.nextInt(8) == 0) {
                out.flush();
            }
            at += length;
        }
    }

    private static byte[] read(CompressionCodec codec, byte[] compressed, int size, Random random) throws IOException {
        Decompressor decompressor = CodecPool.getDecompressor(codec);
        try (InputStream in = codec.createInputStream(input(compressed, random), decompressor)) {
            byte[] page = new byte[size];
            new DataInputStream(in).readFully(page);
            require(in.read() == -1, "more than the page", null);
            return page;
        } finally {
            CodecPool.returnDecompressor(decompressor);
            if (random.nextInt(10) == 0) {
                CodecPool.returnDecompressor(decompressor);
            }
        }
    }

    private static InputStream input(byte[] compressed, Random random) {
        return random.nextBoolean()
                ? new ByteArrayInputStream(compressed)
                : ByteBufferInputStream.wrap(ByteBuffer.wrap(compressed));
    }

    /** Finishes, closes and reads beyond the end more than once. The page is written once and stays the same. */
    private static void manyEnds(CompressionCodec codec, byte[] page, Random random) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CompressionOutputStream out = codec.createOutputStream(bytes);
        write(out, page, random);
        out.finish();
        byte[] once = bytes.toByteArray();
        out.finish();
        thrown(() -> write(out, page, random)); // has no effect, with or without an exception
        out.finish();
        out.close();
        out.close();
        thrown(() -> write(out, page, random));
        thrown(out::finish);
        require(Arrays.equals(once, bytes.toByteArray()), "a finished page was written to", null);

        InputStream in = codec.createInputStream(input(once, random));
        byte[] back = new byte[page.length];
        new DataInputStream(in).readFully(back);
        requireEqual(page, back);
        for (int i = 0; i < 3; i++) {
            require(in.read() == -1 && in.read(back) == -1 && in.available() == 0, "more than the page", null);
        }
        in.close();
        in.close();
        thrown(() -> require(in.read(back) == -1, "the page again after close", null));
    }

    private static void resetWhileReading(CompressionCodec codec, byte[] page, Random random) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CompressionOutputStream out = codec.createOutputStream(bytes);
        write(out, PageAttack.page(random), random);
        out.resetState();
        write(out, page, random);
        out.finish();
        requireEqual(page, read(codec, bytes.toByteArray(), page.length, random));
        bytes.reset();
        out.resetState();
        write(out, page, random);
        out.close();
        requireEqual(page, read(codec, bytes.toByteArray(), page.length, random));
    }

    /** Another codec's decompressor throws an exception, or returns the page. */
    private void wrongDecompressor(CompressionCodec codec, byte[] page, Random random) throws IOException {
        byte[] compressed = written(codec, page, random);
        Decompressor wrong = CodecPool.getDecompressor(codecs.get(names[random.nextInt(names.length)]));
        try {
            InputStream in = codec.createInputStream(input(compressed, random), wrong);
            byte[] back = new byte[page.length];
            new DataInputStream(in).readFully(back);
            requireEqual(page, back);
        } catch (IOException e) {
            // another codec's page
        }
        CodecPool.returnDecompressor(wrong);
        requireEqual(page, read(codec, compressed, page.length, random));
    }

    private static void damaged(CompressionCodec codec, byte[] page, Random random) throws IOException {
        byte[] compressed = written(codec, page, random);
        byte[] cut = Arrays.copyOf(compressed, random.nextInt(compressed.length));
        Decompressor decompressor = CodecPool.getDecompressor(codec);
        InputStream in = codec.createInputStream(input(cut, random), decompressor);
        Throwable e = thrown(() -> new DataInputStream(in).readFully(new byte[page.length]));
        require(e instanceof IOException, "a damaged page", e);
        e = thrown(() -> in.read(new byte[page.length]));
        require(e instanceof IOException, "a damaged page, again", e);
        CodecPool.returnDecompressor(decompressor);
        requireEqual(page, read(codec, compressed, page.length, random));
    }

    private static void failingInput(CompressionCodec codec, byte[] page, Random random) throws IOException {
        byte[] compressed = written(codec, page, random);
        int after = random.nextInt(compressed.length);
        IOException fault = new IOException("of the test");
        InputStream good = new ByteArrayInputStream(compressed, 0, after);
        InputStream failing = new InputStream() {
            @Override
            public int read() throws IOException {
                int read = good.read();
                if (read < 0) {
                    throw fault;
                }
                return read;
            }
        };
        CompressionInputStream in = codec.createInputStream(failing);
        byte[] back = new byte[page.length];
        Throwable e = thrown(() -> new DataInputStream(in).readFully(back));
        require(e == fault, "a failing input", e);
        e = thrown(() -> in.read(back));
        require(e instanceof IOException, "a failing input, again", e);
        requireEqual(page, read(codec, compressed, page.length, random));
    }

    /** Abandons streams without finishing or closing them. The collector frees their contexts. */
    private static void givenUp(CompressionCodec codec, byte[] page, Random random) throws IOException {
        CompressionOutputStream out = codec.createOutputStream(new ByteArrayOutputStream());
        write(out, page, random);
        byte[] compressed = written(codec, page, random);
        InputStream in = codec.createInputStream(input(compressed, random));
        require(in.read() == (page[0] & 0xff), "the first byte", null);
    }

    private static void requireEqual(byte[] page, byte[] back) {
        require(Arrays.equals(page, back), "another page of " + page.length + " bytes", null);
    }
}
