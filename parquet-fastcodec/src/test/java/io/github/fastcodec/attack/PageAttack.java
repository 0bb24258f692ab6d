// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.attack;

import io.github.fastcodec.CorruptPageException;
import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.page.PageCompressor;
import io.github.fastcodec.internal.page.PageDecompressor;
import io.github.fastcodec.support.FakeEngine;
import io.github.fastcodec.support.Pages;
import io.github.fastcodec.support.PoolAccount;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Many threads that use compressors, decompressors and factories, with good and bad pages. */
final class PageAttack implements Attack.Actions {

    private static final CompressionCodecName[] CODECS = Arrays.stream(CompressionCodecName.values())
            .filter(codec -> codec != CompressionCodecName.UNCOMPRESSED)
            .toArray(CompressionCodecName[]::new);

    private static final String[] STRANGE = {
        "",
        " ",
        "\t3\n",
        "+3",
        "-0",
        "0x10",
        "1e3",
        "3.0",
        "\u0663",
        "\uff13",
        "\u00a03",
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775809",
        "2147483648",
        "99999999999999999999999",
        "null",
        "auto ",
        "AUTO",
        "\0",
        "true",
        "3;4",
        "-1"
    };

    private static final String[] KEYS = {
        "parquet.fastcodec.max.page.bytes",
        "parquet.fastcodec.pool.max.contexts",
        "parquet.fastcodec.pool.max.bytes",
        "parquet.fastcodec.pool.idle.seconds",
        "parquet.fastcodec.engine.zstd",
        "parquet.fastcodec.engine.gzip",
        "parquet.compression.codec.zstd.level",
        "parquet.compression.codec.zstd.workers",
        "zlib.compress.level",
        "compression.brotli.quality",
        "parquet.fastcodec.lz4.level"
    };

    private volatile FastCodecFactory factory;

    /** Passed from thread to thread, and used by one thread at a time. */
    private final Map<CompressionCodecName, Queue<BytesInputCompressor>> compressors = new HashMap<>();

    private final Map<CompressionCodecName, Queue<BytesInputDecompressor>> decompressors = new HashMap<>();

    /** Used by all threads, in violation of the contract. */
    private final Map<CompressionCodecName, BytesInputDecompressor> shared = new HashMap<>();

    /** @param random determines the pool's small initial limits */
    PageAttack(Random random) {
        Map<String, String> limits = Map.of(
                "parquet.fastcodec.pool.max.contexts", Integer.toString(random.nextInt(6)),
                "parquet.fastcodec.pool.max.bytes", Integer.toString(random.nextInt(16 << 20)),
                "parquet.fastcodec.pool.idle.seconds", "1");
        factory = new FastCodecFactory(FastCodecOptions.from(limits::get));
        for (CompressionCodecName codec : CODECS) {
            compressors.put(codec, new ConcurrentLinkedQueue<>());
            decompressors.put(codec, new ConcurrentLinkedQueue<>());
            shared.put(codec, factory.getDecompressor(codec));
        }
    }

    @Override
    public void act(Random random) throws Exception {
        CompressionCodecName codec = CODECS[random.nextInt(CODECS.length)];
        switch (random.nextInt(14)) {
            case 0:
                failingInput(codec, random);
                break;
            case 1:
                lyingInput(codec, random);
                break;
            case 2:
                anotherPageWhileReading(codec, random);
                break;
            case 3:
                damaged(codec, random);
                break;
            case 4:
                wrongClaim(codec, random);
                break;
            case 5:
                together(codec, random);
                break;
            case 6:
                released(codec, random);
                break;
            case 7:
                anotherFactory(random);
                break;
            case 8:
                strangeOptions(random);
                break;
            case 9:
                failingEngine(random);
                break;
            case 10:
                Thread.currentThread().interrupt();
                good(codec, random);
                break;
            case 11:
                buffers(codec, random);
                break;
            default:
                good(codec, random);
                break;
        }
    }

    /** Checks that no context is in use, and that every codec works. */
    @Override
    public void end() throws Exception {
        Random random = new Random(1);
        for (CompressionCodecName codec : CODECS) {
            good(codec, random);
            byte[] page = page(random);
            requireEqual(
                    codec, page, shared.get(codec).decompress(BytesInput.from(compressed(codec, page)), page.length));
        }
        PoolAccount.assertRunsEmpty();
    }

    /** Passes a good page in any shape through instances that other threads have used. */
    void good(CompressionCodecName codec, Random random) throws IOException {
        byte[] page = page(random);
        BytesInputCompressor compressor = compressors.get(codec).poll();
        if (compressor == null) {
            compressor = factory.getCompressor(codec);
        }
        byte[] compressed = Pages.toArray(compressor.compress(gathered(page, random)));
        compressors.get(codec).add(compressor);
        BytesInputDecompressor decompressor = decompressors.get(codec).poll();
        if (decompressor == null) {
            decompressor = factory.getDecompressor(codec);
        }
        BytesInput back = decompressor.decompress(shaped(compressed, random), page.length);
        decompressors.get(codec).add(decompressor);
        requireEqual(codec, page, back);
    }

    private void failingInput(CompressionCodecName codec, Random random) throws IOException {
        byte[] page = page(random);
        Throwable fault = fault(random);
        BytesInput failing = TrickyBytes.inParts(page, random, () -> throwUnchecked(fault));
        BytesInputCompressor compressor = factory.getCompressor(codec);
        BytesInputDecompressor decompressor = factory.getDecompressor(codec);
        requireSame(fault, thrown(() -> compressor.compress(failing)));
        requireSame(fault, thrown(() -> decompressor.decompress(failing, 10)));
        goodWith(codec, compressor, decompressor, random);
    }

    private void lyingInput(CompressionCodecName codec, Random random) throws IOException {
        byte[] page = page(random);
        BytesInputCompressor compressor = factory.getCompressor(codec);
        BytesInputDecompressor decompressor = factory.getDecompressor(codec);
        int[] lies = {page.length + 1 + random.nextInt(9), -1, Integer.MIN_VALUE, page.length / 2 - 1};
        int lie = lies[random.nextInt(lies.length)];
        if (lie != page.length) {
            Throwable e = thrown(() -> compressor.compress(TrickyBytes.lying(page, lie, random)));
            require(e instanceof IOException, "a size of " + lie + " for " + page.length + " bytes", e);
        }
        byte[] compressed = compressed(codec, page);
        int shorter = compressed.length + 1 + random.nextInt(9);
        Throwable e = thrown(() ->
                decompressor.decompress(BytesInput.from(new ByteArrayInputStream(compressed), shorter), page.length));
        require(e instanceof IOException, "a compressed size of " + shorter, e);
        int[] compressedLies = {compressed.length - 1, shorter, -1};
        int compressedLie = compressedLies[random.nextInt(compressedLies.length)];
        try {
            // parquet-java pads missing bytes with zeros, and for LZ4 and LZO four zeros are an empty frame
            requireEqual(
                    codec,
                    page,
                    decompressor.decompress(TrickyBytes.lying(compressed, compressedLie, random), page.length));
        } catch (IOException refused) {
            // as it should be
        }
        goodWith(codec, compressor, decompressor, random);
    }

    /** Uses an input that has other pages compressed while it is read, by the same instance and by another. */
    private void anotherPageWhileReading(CompressionCodecName codec, Random random) throws IOException {
        byte[] page = page(random);
        byte[] other = page(random);
        BytesInputCompressor compressor = factory.getCompressor(codec);
        BytesInputDecompressor decompressor = factory.getDecompressor(codec);
        byte[] compressed = Pages.toArray(compressor.compress(TrickyBytes.inParts(page, random, () -> {
            Throwable e = thrown(() -> compressor.compress(BytesInput.from(other)));
            require(e instanceof IllegalStateException, "a page within a page", e);
            goodWith(codec, factory.getCompressor(codec), decompressor, random);
        })));
        BytesInput input = TrickyBytes.inParts(compressed, random, () -> {
            requireEqual(codec, page, decompressor.decompress(BytesInput.from(compressed), page.length));
            goodWith(codec, compressor, factory.getDecompressor(codec), random);
        });
        requireEqual(codec, page, decompressor.decompress(input, page.length));
    }

    private void damaged(CompressionCodecName codec, Random random) throws IOException {
        byte[] page = page(random);
        byte[] damaged = compressed(codec, page);
        for (int i = random.nextInt(4); i >= 0 && damaged.length > 0; i--) {
            damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
        }
        byte[] cut = random.nextInt(3) == 0 ? Arrays.copyOf(damaged, random.nextInt(damaged.length + 1)) : damaged;
        BytesInputDecompressor decompressor = factory.getDecompressor(codec);
        try {
            BytesInput back = decompressor.decompress(shaped(cut, random), page.length);
            require(back.size() == page.length, "a damaged page of " + page.length + " has " + back.size(), null);
        } catch (CorruptPageException e) {
            // as it should be
        }
        goodWith(codec, factory.getCompressor(codec), decompressor, random);
    }

    private void wrongClaim(CompressionCodecName codec, Random random) throws IOException {
        byte[] page = page(random);
        BytesInput compressed = BytesInput.from(compressed(codec, page));
        int[] claims = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, page.length + 1, page.length - 1, 0};
        int claim = claims[random.nextInt(claims.length)];
        BytesInputDecompressor decompressor = factory.getDecompressor(codec);
        if (claim != page.length) {
            Throwable e = thrown(() -> decompressor.decompress(compressed, claim));
            require(e instanceof CorruptPageException, "a claim of " + claim + " for " + page.length + " bytes", e);
        }
        goodWith(codec, factory.getCompressor(codec), decompressor, random);
    }

    /** Has all threads use one decompressor. */
    private void together(CompressionCodecName codec, Random random) throws IOException {
        byte[] page = page(random);
        requireEqual(codec, page, shared.get(codec).decompress(BytesInput.from(compressed(codec, page)), page.length));
    }

    private void released(CompressionCodecName codec, Random random) throws IOException {
        BytesInputCompressor compressor = factory.getCompressor(codec);
        BytesInputDecompressor decompressor = factory.getDecompressor(codec);
        byte[] page = page(random);
        byte[] compressed = Pages.toArray(compressor.compress(TrickyBytes.inParts(page, random, compressor::release)));
        requireEqual(
                codec,
                page,
                decompressor.decompress(TrickyBytes.inParts(compressed, random, decompressor::release), page.length));
        decompressor.release();
        for (Throwable e : List.of(
                thrown(() -> compressor.compress(BytesInput.from(page))),
                thrown(() -> decompressor.decompress(BytesInput.from(compressed), page.length)))) {
            require(e instanceof IllegalStateException && e.getMessage().contains("released"), "released", e);
        }
        factory.release();
    }

    /** Replaces the factory by one with another configuration, which may raise the pool's limits for all threads. */
    private void anotherFactory(Random random) throws IOException {
        Map<String, String> settings = Map.of(
                "parquet.fastcodec.pool.max.contexts", Integer.toString(random.nextInt(40)),
                "parquet.fastcodec.pool.max.bytes", Integer.toString(random.nextInt(64 << 20)),
                "parquet.compression.codec.zstd.level", Integer.toString(random.nextInt(12) - 3),
                "zlib.compress.level", Integer.toString(random.nextInt(10)),
                "compression.brotli.quality", Integer.toString(random.nextInt(6)),
                "parquet.fastcodec.lz4.level", Integer.toString(1 + random.nextInt(12)));
        factory = new FastCodecFactory(FastCodecOptions.from(settings::get));
        for (int i = 0; i < 50; i++) {
            new FastCodecFactory().release();
        }
        compressors.values().forEach(Queue::clear);
    }

    /** Sets an unusual value. An invalid value is reported with its key; an accepted value works. */
    private void strangeOptions(Random random) throws IOException {
        String key = KEYS[random.nextInt(KEYS.length)];
        String value = STRANGE[random.nextInt(STRANGE.length)];
        try {
            FastCodecOptions options = FastCodecOptions.from(wanted -> wanted.equals(key) ? value : null);
            if (key.contains(".pool.")) {
                return; // an accepted limit would apply to all other factories
            }
            FastCodecFactory strange = new FastCodecFactory(options);
            for (CompressionCodecName codec : new CompressionCodecName[] {
                CompressionCodecName.ZSTD, CompressionCodecName.GZIP, CompressionCodecName.BROTLI
            }) {
                byte[] page = {1, 2, 3};
                byte[] compressed = Pages.compress(strange.getCompressor(codec), page);
                if (!key.endsWith("max.page.bytes")) {
                    requireEqual(
                            codec,
                            page,
                            strange.getDecompressor(codec).decompress(BytesInput.from(compressed), page.length));
                }
            }
        } catch (IllegalArgumentException e) {
            require(e.getMessage().contains(key) && e.getMessage().contains('"' + value + '"'), "a strange value", e);
        }
    }

    private void failingEngine(Random random) throws IOException {
        Throwable fault = fault(random);
        FakeEngine.Call call = (source, sourceOffset, sourceLength, target, targetOffset, room) -> {
            throw FakeEngine.<RuntimeException>unchecked(fault);
        };
        FakeEngine engine =
                new FakeEngine(CompressionCodecName.LZ4_RAW).compressing(call).decompressing(call);
        byte[] page = page(random);
        Throwable compressing = thrown(
                () -> new PageCompressor(CompressionCodecName.LZ4_RAW, engine, CompressionSettings.ofLevel(0), false)
                        .compress(gathered(page, random)));
        Throwable decompressing = thrown(
                () -> new PageDecompressor(CompressionCodecName.LZ4_RAW, engine, 1 << 30, CorruptPageException::new)
                        .decompress(BytesInput.from(new byte[10]), 10));
        for (Throwable e : List.of(compressing, decompressing)) {
            requireSame(fault, fault instanceof Error ? e : e.getCause());
        }
        require(engine.closed().equals("1, 1"), "closed " + engine.closed(), null);
    }

    /** Makes the call of off-heap decryption. Positions move if and only if the page is good. */
    private void buffers(CompressionCodecName codec, Random random) throws IOException {
        byte[] page = page(random);
        byte[] compressed = compressed(codec, page);
        int before = random.nextInt(5);
        ByteBuffer input = buffer(before + compressed.length + 3, random).position(before);
        input.put(compressed).position(before);
        ByteBuffer output = buffer(before + page.length + 3, random).position(before);
        boolean bad = random.nextInt(3) == 0;
        BytesInputDecompressor decompressor = factory.getDecompressor(codec);
        ByteBuffer in = random.nextBoolean() ? input.asReadOnlyBuffer() : input;
        if (bad) {
            Throwable e = thrown(() -> decompressor.decompress(in, compressed.length, output, page.length + 1));
            require(e instanceof CorruptPageException, "a claim of one more byte", e);
            require(in.position() == before && output.position() == before, "positions of a bad page", e);
        }
        decompressor.decompress(in, compressed.length, output, page.length);
        require(in.position() == before + compressed.length, "position of the input", null);
        require(output.position() == before + page.length, "position of the output", null);
        byte[] back = new byte[page.length];
        output.position(before).get(back);
        requireEqual(codec, page, BytesInput.from(back));
    }

    private void goodWith(
            CompressionCodecName codec,
            BytesInputCompressor compressor,
            BytesInputDecompressor decompressor,
            Random random)
            throws IOException {
        byte[] page = page(random);
        BytesInput compressed = BytesInput.from(Pages.toArray(compressor.compress(gathered(page, random))));
        requireEqual(codec, page, decompressor.decompress(compressed, page.length));
    }

    private byte[] compressed(CompressionCodecName codec, byte[] page) throws IOException {
        return Pages.compress(factory.getCompressor(codec), page);
    }

    /** Returns a page of any size, mostly a small one. */
    static byte[] page(Random random) {
        int size = random.nextInt(50) == 0
                ? random.nextInt(400_000)
                : 1 + random.nextInt(random.nextBoolean() ? 50 : 20_000);
        byte[] page = new byte[Math.max(1, size)];
        random.nextBytes(page);
        if (random.nextInt(4) > 0) {
            int alphabet = 1 + random.nextInt(20);
            for (int i = 0; i < page.length; i++) {
                page[i] = (byte) Math.floorMod(page[i], alphabet);
            }
        }
        return page;
    }

    /** Returns a compressed page in one of the shapes that parquet-java uses. */
    private static BytesInput shaped(byte[] bytes, Random random) {
        switch (random.nextInt(3)) {
            case 0: {
                ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length);
                return BytesInput.from(direct.put(bytes).flip());
            }
            case 1: {
                byte[] wide = new byte[bytes.length + 7];
                System.arraycopy(bytes, 0, wide, 3, bytes.length);
                return BytesInput.from(ByteBuffer.wrap(wide, 3, bytes.length).slice());
            }
            default:
                return gathered(bytes, random);
        }
    }

    /**
     * Returns a page in one of the shapes from which parquet-java writes pages, except as a buffer, because parquet-java turns
     * that into a channel, which an interrupt closes.
     */
    private static BytesInput gathered(byte[] bytes, Random random) {
        switch (random.nextInt(4)) {
            case 0:
                return BytesInput.from(new ByteArrayInputStream(bytes), bytes.length);
            case 1:
                return TrickyBytes.inParts(bytes, random, () -> {});
            case 2: {
                int part = random.nextInt(bytes.length + 1);
                return BytesInput.concat(
                        BytesInput.from(bytes, 0, part),
                        BytesInput.empty(),
                        BytesInput.from(bytes, part, bytes.length - part));
            }
            default:
                return BytesInput.from(bytes);
        }
    }

    private static ByteBuffer buffer(int size, Random random) {
        return random.nextBoolean() ? ByteBuffer.allocate(size) : ByteBuffer.allocateDirect(size);
    }

    @SuppressWarnings({"deprecation", "removal"}) // a stopped thread used to throw it
    private static Throwable fault(Random random) {
        switch (random.nextInt(6)) {
            case 0:
                return new IOException("of the test");
            case 1:
                return new IllegalStateException("of the test");
            case 2:
                return new OutOfMemoryError("of the test");
            case 3:
                return new ThreadDeath();
            case 4:
                return new LinkageError("of the test");
            default:
                return new StackOverflowError("of the test");
        }
    }

    private static void throwUnchecked(Throwable fault) {
        throw FakeEngine.<RuntimeException>unchecked(fault);
    }

    /** An action that is expected to fail. */
    interface Attempt {
        void run() throws IOException;
    }

    static Throwable thrown(Attempt attempt) {
        try {
            attempt.run();
        } catch (IOException | RuntimeException | Error e) {
            return e;
        }
        return new AssertionError("nothing was thrown");
    }

    static void require(boolean condition, String what, Throwable cause) {
        if (!condition) {
            throw new AssertionError(what, cause);
        }
    }

    private static void requireSame(Throwable expected, Throwable actual) {
        require(expected == actual, "another exception than " + expected, actual);
    }

    private static void requireEqual(CompressionCodecName codec, byte[] page, BytesInput back) throws IOException {
        require(Arrays.equals(page, Pages.toArray(back)), codec + ": another page of " + page.length + " bytes", null);
    }
}
