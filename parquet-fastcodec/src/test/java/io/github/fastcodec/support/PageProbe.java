// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.support;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.fastcodec.CorruptPageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;

/**
 * Passes good and bad pages through a decompressor in every kind of memory, and asserts the rules for all of them: the same
 * outcome everywhere, even over memory with old content; no changed byte outside the page; nothing published by a failed page,
 * neither bytes nor positions; no exception but {@link CorruptPageException}.
 */
public final class PageProbe {

    private static final int CANARY = 8;

    /** Larger claims are not tested with the caller's buffers, which would have to be as large. */
    private static final int MAX_BUFFERED = 1 << 22;

    private final BytesInputDecompressor decompressor;
    private ByteBuffer directInput = ByteBuffer.allocateDirect(0);
    private ByteBuffer directOutput = ByteBuffer.allocateDirect(0);
    private ByteBuffer heapOutput = ByteBuffer.allocate(0);

    public PageProbe(BytesInputDecompressor decompressor) {
        this.decompressor = decompressor;
    }

    /**
     * The outcome of a page.
     *
     * @param page the content, or null if the page was rejected
     * @param rejection why it was rejected, or null
     */
    public record Outcome(byte[] page, CorruptPageException rejection) {}

    /** Returns the outcome of a page, which is the same in every kind of memory. */
    public Outcome decompress(byte[] compressed, int claim) {
        Outcome outcome = fresh(compressed, claim);
        if (claim >= 0 && claim <= MAX_BUFFERED) {
            directInput = room(directInput, compressed.length);
            directInput.clear().put(compressed).flip();
            heapOutput = room(heapOutput, claim + 2 * CANARY);
            assertArrayEquals(outcome.page, into(directInput, heapOutput, claim, (byte) 0x5a), "direct to heap");

            ByteBuffer offset = ByteBuffer.allocate(compressed.length + 3);
            offset.position(3).put(compressed).position(3);
            directOutput = room(directOutput, claim + 2 * CANARY);
            assertArrayEquals(
                    outcome.page,
                    into(offset.slice().asReadOnlyBuffer(), directOutput, claim, (byte) 0xa5),
                    "read-only heap with an offset to direct");

            assertArrayEquals(outcome.page, into(offset, heapOutput, claim, (byte) 0), "heap with an offset to heap");
        }
        return outcome;
    }

    private Outcome fresh(byte[] compressed, int claim) {
        try {
            byte[] page = TestPages.toArray(decompressor.decompress(BytesInput.from(compressed), claim));
            assertEquals(claim, page.length);
            return new Outcome(page, null);
        } catch (CorruptPageException e) {
            return new Outcome(null, e);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the page, or null. {@code output} is filled with {@code before} first, with a canary on each side of the page. */
    private byte[] into(ByteBuffer input, ByteBuffer output, int claim, byte before) {
        byte[] all = new byte[claim + 2 * CANARY];
        Arrays.fill(all, before);
        output.clear().put(all).position(CANARY);
        int start = input.position();
        int length = input.remaining();
        boolean intact;
        try {
            decompressor.decompress(input, length, output, claim);
            intact = true;
        } catch (CorruptPageException e) {
            intact = false;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        assertEquals(intact ? start + length : start, input.position(), "input position");
        assertEquals(start + length, input.limit(), "input limit");
        assertEquals(intact ? CANARY + claim : CANARY, output.position(), "output position");
        byte[] after = new byte[all.length];
        output.clear().get(after);
        if (intact) {
            System.arraycopy(after, CANARY, all, CANARY, claim);
        }
        assertArrayEquals(all, after, "bytes next to the page, or those of a failed page");
        return intact ? Arrays.copyOfRange(after, CANARY, CANARY + claim) : null;
    }

    private static ByteBuffer room(ByteBuffer buffer, int size) {
        if (buffer.capacity() >= size) {
            return buffer;
        }
        return buffer.isDirect() ? ByteBuffer.allocateDirect(2 * size) : ByteBuffer.allocate(2 * size);
    }
}
