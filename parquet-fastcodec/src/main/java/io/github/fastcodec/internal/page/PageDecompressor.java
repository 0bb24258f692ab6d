// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.page;

import io.github.fastcodec.CorruptPageException;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.internal.context.ContextPool;
import io.github.fastcodec.internal.context.Lease;
import io.github.fastcodec.internal.format.HadoopFraming;
import io.github.fastcodec.internal.format.LikelySize;
import io.github.fastcodec.internal.format.PageClaim;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Decompresses pages of one codec, each in one call to an engine, with a context that belongs to the thread. The bytes and
 * the claimed sizes of a page are untrusted; every check of them that does not depend on the engine stands here.
 *
 * <p>For one thread at a time, as parquet-java has it; different threads may use an instance one after the other. An
 * instance holds no memory.
 */
public final class PageDecompressor implements CompressionCodecFactory.BytesInputDecompressor {

    private static final byte[] NOTHING = new byte[0];

    /**
     * What is believed of a page without evidence: a size of so many bytes, or of so many times its own bytes. It is beyond
     * what a dictionary makes of its bytes, the one kind of page whose size may have to be guessed.
     */
    private static final int MAX_ON_TRUST = 16 << 20;

    private static final int MAX_RATIO_ON_TRUST = 1024;

    private final CompressionCodecName codec;
    private final CodecEngine engine;
    private final int maxPageBytes;
    private final ContextPool<BlockDecompressor> contexts;
    private final InstanceGuard guard;
    private final PageCounters counters;

    /** The page at hand, and what it claims. */
    private final PageSource source = new PageSource();

    private final PageClaim claim = new PageClaim();

    /** The size of the page that was decompressed last, in bytes. */
    private int pageSize;

    /**
     * Creates a decompressor; contexts are created at its first page, if the pool has none.
     *
     * @param codec a codec of {@code engine}
     * @param maxPageBytes the largest size that a page may claim, compressed or not, in bytes
     */
    public PageDecompressor(CompressionCodecName codec, CodecEngine engine, int maxPageBytes) {
        this.codec = codec;
        this.engine = engine;
        this.maxPageBytes = maxPageBytes;
        this.contexts = ContextPool.of(
                List.of(engine, codec),
                () -> HadoopFraming.around(codec, engine.newDecompressor()),
                BlockDecompressor::footprint);
        this.guard = new InstanceGuard(codec + " decompressor");
        this.counters = PageCounters.ofDecompression(codec);
    }

    /**
     * Decompresses one page.
     *
     * @param bytes the compressed page, consumed by this call
     * @param decompressedSize the exact size of the page, in bytes, as its header claims
     * @return the page in a heap array of its own, which nobody else will touch
     * @throws CorruptPageException if the page does not decompress to exactly {@code decompressedSize} bytes, or claims a
     *     size that is negative, beyond the limit, or beyond what the codec can make of its bytes
     * @throws IOException if the input fails or ends early
     * @throws IllegalStateException if this instance was released, or another thread is using it
     */
    @Override
    public BytesInput decompress(BytesInput bytes, int decompressedSize) throws IOException {
        return BytesInput.from(call(bytes, decompressedSize, NOTHING, PageDecompressor::toArray));
    }

    /**
     * Decompresses one page straight into the caller's memory, all of it. What {@code target} held before may reach the
     * result of a hostile page through some older libraries, so it should be new; if this fails, it is left as zeros.
     *
     * @param bytes the compressed page, consumed by this call
     * @param target an array of the exact size of the page
     * @throws IOException under the conditions of {@link #decompress(BytesInput, int)}
     * @throws IllegalStateException if this instance was released, or another thread is using it
     */
    public void decompress(BytesInput bytes, byte[] target) throws IOException {
        call(bytes, target.length, target, PageDecompressor::toTarget);
    }

    /**
     * Decompresses one page whose size the caller does not know: to the size that the page tells, or that its content turns out
     * to have. Without a caller who vouches for more, a page has at most {@value #MAX_RATIO_ON_TRUST} times its compressed size,
     * or 16 MiB.
     *
     * @param bytes the compressed page, consumed by this call
     * @param memory where the page goes if it is large enough, else to a new array; what it held before is gone
     * @return the page, from position 0 to the limit, over {@code memory} or an array that nobody else will touch
     * @throws CorruptPageException if the page has no bytes, does not decompress, or is larger than the limit of pages or this
     *     method's
     * @throws IOException if the input fails or ends early
     * @throws IllegalStateException if this instance was released, or another thread is using it
     */
    public ByteBuffer decompressUnsized(BytesInput bytes, byte[] memory) throws IOException {
        byte[] page = call(bytes, 0, memory, PageDecompressor::toArrayOfUnknownSize);
        return ByteBuffer.wrap(page, 0, pageSize);
    }

    /** What is done with a compressed page once it is a range of one array; captures nothing, so that it costs nothing. */
    private interface Decompression {
        byte[] page(PageDecompressor self, int size, byte[] target) throws IOException;
    }

    private byte[] call(BytesInput bytes, int size, byte[] target, Decompression decompression) throws IOException {
        long started = System.nanoTime();
        guard.enter();
        boolean done = false;
        try {
            requireLegalSizes(bytes.size(), size);
            source.takeCompressed(bytes);
            byte[] page = decompression.page(this, size, target);
            counters.add(source.length(), pageSize, started);
            done = true;
            return page;
        } finally {
            try {
                end(done);
            } finally {
                guard.busy = false;
            }
        }
    }

    /**
     * Decompresses {@code input[position, position + compressedSize)} to {@code output}, from its position on, and moves
     * both positions behind what was read and written. If it fails, neither buffer is changed.
     *
     * @param input a heap buffer, read-only or not, or a direct one
     * @param compressedSize size of the compressed page, in bytes
     * @param output a heap or direct buffer
     * @param decompressedSize the exact size of the page, in bytes, as its header claims
     * @throws CorruptPageException under the conditions of {@link #decompress(BytesInput, int)}
     * @throws IllegalArgumentException if {@code input} has fewer than {@code compressedSize} bytes remaining, or
     *     {@code output} less room than {@code decompressedSize} bytes
     * @throws ReadOnlyBufferException if {@code output} is read-only
     * @throws IllegalStateException if this instance was released, or another thread is using it
     */
    @Override
    public void decompress(ByteBuffer input, int compressedSize, ByteBuffer output, int decompressedSize)
            throws IOException {
        long started = System.nanoTime();
        guard.enter();
        boolean done = false;
        try {
            requireLegalSizes(compressedSize, decompressedSize);
            if (output.isReadOnly()) {
                throw new ReadOnlyBufferException();
            }
            if (input.remaining() < compressedSize) {
                throw new IllegalArgumentException("The input buffer has " + input.remaining()
                        + " bytes remaining, the compressed page is said to have " + compressedSize);
            }
            if (output.remaining() < decompressedSize) {
                throw new IllegalArgumentException("The output buffer has room for " + output.remaining()
                        + " bytes, the page is said to have " + decompressedSize);
            }
            ByteBuffer slice = input.duplicate();
            slice.limit(slice.position() + compressedSize);
            source.take(slice);
            // Not straight into the output: some older libraries copy what lies in their target into the result of a
            // hostile page, and a page that fails would be left there in part.
            output.put(toArray(decompressedSize, NOTHING));
            input.position(slice.limit());
            counters.add(compressedSize, decompressedSize, started);
            done = true;
        } finally {
            try {
                end(done);
            } finally {
                guard.busy = false;
            }
        }
    }

    /** Lets go of the page, and counts it if it failed. */
    private void end(boolean done) {
        try {
            source.clear();
        } finally {
            if (!done) {
                counters.addFailure();
            }
        }
    }

    /** Decompresses to {@code memory} if that is large enough, else to a new array. */
    private byte[] toArray(int size, byte[] memory) throws IOException {
        pageSize = size;
        if (!requireCredible(size)) {
            return NOTHING;
        }
        if (size > sizeOnTrust()) {
            requireLength(size);
        }
        byte[] page = memory;
        if (memory.length < size) {
            page = new byte[size];
        }
        decompress(page, size);
        return page;
    }

    private byte[] toTarget(int size, byte[] target) throws IOException {
        pageSize = size;
        if (requireCredible(size)) {
            decompress(target, size);
        }
        return target;
    }

    private byte[] toArrayOfUnknownSize(int none, byte[] memory) throws IOException {
        if (source.length() == 0) {
            throw corrupt("there are no compressed bytes", 0, 1, 0, null);
        }
        claim.read(codec, source.array(), source.offset(), source.length());
        if (claim.problem() != null || claim.minimum() == claim.maximum()) {
            int stated = (int) Math.min(Integer.MAX_VALUE, claim.maximum());
            requireLegalSizes(source.length(), stated);
            return toArray(stated, asNew(memory, stated));
        }
        int limit = (int) Math.min(Math.min(maxPageBytes, claim.maximum()), sizeOnTrust());
        long likely = LikelySize.of(codec, source.array(), source.offset(), source.length());
        CorruptPageException failure = null;
        if (likely >= 0 && likely <= limit) {
            try {
                // an LZ4 page that tells its size cannot show what is not its own
                return toArray(
                        (int) likely, codec == CompressionCodecName.LZ4_RAW ? memory : asNew(memory, (int) likely));
            } catch (CorruptPageException e) {
                failure = e; // damaged, or of an unusual shape: its content tells
            }
        }
        long counted = withContext(limit, null, false, PageDecompressor::count);
        if (failure != null && counted == likely) {
            throw failure;
        }
        if (counted != BlockDecompressor.UNKNOWN_LENGTH) {
            requireWithin(limit, counted);
            return toArray((int) counted, asNew(memory, (int) counted));
        }
        return toArrayOfTriedSize(limit);
    }

    /** Returns memory that is used again, without what it held if the engine could show that. */
    private byte[] asNew(byte[] memory, int size) {
        if (engine.mayRevealTarget() && size <= memory.length) {
            Arrays.fill(memory, 0, size, (byte) 0);
        }
        return memory;
    }

    /** For engines that cannot tell a size: arrays of growing sizes, until the page fits. */
    private byte[] toArrayOfTriedSize(int limit) throws CorruptPageException {
        for (long size = Math.min(limit, 64 << 10); ; size = Math.min(limit, 2 * size)) {
            byte[] page = new byte[(int) size];
            try {
                pageSize = run(page, page.length, false);
                requireWithin(page.length, pageSize);
                return page;
            } catch (CorruptPageException e) {
                if (size == limit || e.actualSize() != CorruptPageException.UNKNOWN_SIZE) {
                    throw e;
                }
            }
        }
    }

    private void requireWithin(int limit, long size) throws CorruptPageException {
        if (size < 0 || size > limit) {
            throw corrupt(
                    "it holds more than the " + limit + " bytes that are read without knowing its size",
                    source.length(),
                    limit,
                    size,
                    null);
        }
    }

    /**
     * Checks what can be known before memory is allocated or native code is called.
     *
     * @return whether there is anything to decompress
     */
    private boolean requireCredible(int size) throws CorruptPageException {
        if (source.length() == 0) {
            if (size != 0) {
                throw corrupt("there are no compressed bytes", source.length(), size, 0, null);
            }
            return false;
        }
        claim.read(codec, source.array(), source.offset(), source.length());
        if (claim.problem() != null) {
            throw corrupt(claim.problem(), source.length(), size, CorruptPageException.UNKNOWN_SIZE, null);
        }
        if (size < claim.minimum() || size > claim.maximum()) {
            boolean exact = claim.minimum() == claim.maximum();
            throw corrupt(
                    exact ? "it states another size itself" : "its bytes cannot hold the expected size",
                    source.length(),
                    size,
                    exact ? claim.minimum() : CorruptPageException.UNKNOWN_SIZE,
                    null);
        }
        return true;
    }

    /** Returns the largest size that memory is allocated for because a page says so, or may be so large, in bytes. */
    private long sizeOnTrust() {
        return Math.max(MAX_ON_TRUST, (long) source.length() * MAX_RATIO_ON_TRUST);
    }

    /** Has a page that claims out of proportion decompressed once to nowhere, if its engine can, before memory is allocated. */
    private void requireLength(int size) throws CorruptPageException {
        long length = withContext(size, null, false, PageDecompressor::count);
        if (length != size && length != BlockDecompressor.UNKNOWN_LENGTH) {
            throw corrupt("it decompresses to another size", source.length(), size, length, null);
        }
    }

    /** Decompresses to {@code page[0, size)}, or leaves zeros there. */
    private void decompress(byte[] page, int size) throws IOException {
        boolean whole = false;
        try {
            int produced = run(page, size, true);
            if (produced != size) {
                throw corrupt("it decompresses to another size", source.length(), size, produced, null);
            }
            whole = true;
        } finally {
            if (!whole) {
                Arrays.fill(page, 0, size, (byte) 0);
            }
        }
    }

    private int run(byte[] page, int size, boolean exact) throws CorruptPageException {
        return (int) withContext(size, page, exact, PageDecompressor::produce);
    }

    /** One call of an engine, which returns a size in bytes; captures nothing, so that it costs nothing. */
    private interface EngineCall {
        long size(BlockDecompressor engine, PageSource source, int size, byte[] page) throws IOException;
    }

    private static long produce(BlockDecompressor engine, PageSource source, int size, byte[] page) throws IOException {
        return engine.decompress(source.array(), source.offset(), source.length(), page, 0, size);
    }

    private static long count(BlockDecompressor engine, PageSource source, int limit, byte[] none) throws IOException {
        return engine.decompressedLength(source.array(), source.offset(), source.length(), limit);
    }

    /**
     * Calls an engine in a leased context, which stays in use unless the call fails.
     *
     * @param size the most that the call may return, in bytes
     * @param exact whether to return less is a failure too
     */
    private long withContext(int size, byte[] page, boolean exact, EngineCall call) throws CorruptPageException {
        Lease<BlockDecompressor> lease = contexts.lease();
        boolean intact = false;
        try {
            long returned = call.size(lease.context(), source, size, page);
            // a count beyond the target comes from an engine that lies; what its context is worth then nobody knows
            intact = returned == size || !exact && returned <= size;
            return returned;
        } catch (IOException | RuntimeException e) {
            throw corrupt(reason(e), source.length(), size, CorruptPageException.UNKNOWN_SIZE, e);
        } finally {
            if (intact) {
                lease.giveBack();
            } else {
                lease.discard();
            }
        }
    }

    private void requireLegalSizes(long compressedSize, int decompressedSize) throws CorruptPageException {
        if (compressedSize < 0 || decompressedSize < 0) {
            throw corrupt(
                    "its header claims a negative size",
                    compressedSize,
                    decompressedSize,
                    CorruptPageException.UNKNOWN_SIZE,
                    null);
        }
        if (compressedSize > maxPageBytes || decompressedSize > maxPageBytes) {
            throw corrupt(
                    "it is larger than the limit of " + maxPageBytes
                            + " bytes; if the file is to be trusted, raise parquet.fastcodec.max.page.bytes",
                    compressedSize,
                    decompressedSize,
                    CorruptPageException.UNKNOWN_SIZE,
                    null);
        }
    }

    private CorruptPageException corrupt(
            String reason, long compressedSize, int expectedSize, long actualSize, Exception cause) {
        return new CorruptPageException(reason, codec, engine.name(), compressedSize, expectedSize, actualSize, cause);
    }

    private static String reason(Exception e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    /** Ends the use of this instance, and of no other. Idempotent. */
    @Override
    public void release() {
        guard.release();
    }
}
