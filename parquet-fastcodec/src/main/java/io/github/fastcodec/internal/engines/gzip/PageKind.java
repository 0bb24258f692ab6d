// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

import io.github.fastcodec.internal.format.BytePairs;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * What the levels of libdeflate and zlib differ in on a page: how often its sequences repeat, and how far such a repeat goes on.
 * Zlib's levels and libdeflate's follow chains of candidates to different lengths, which tells where there are many of them and
 * most are short.
 */
enum PageKind {
    /** Hardly a sequence of four bytes comes again: what is gained is gained by codes. */
    FEW_REPEATS,
    /** Text of some hundred words in many orders: the best of many candidates is much better than the first. */
    SHORT_REPEATS,
    /** The same of some ten words: there are even more candidates, and zlib's highest levels follow them all. */
    FEW_WORDS,
    /**
     * Other text of short repeats: of many words, so that there are few candidates; of words of which some come more often than
     * others, as in prose; or of a few sequences that make most of the repeats, as indentation does in code.
     */
    UNEVEN_REPEATS,
    OTHER;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    /** Of the bytes at the places of {@link BytePairs}. The length before a string has bytes that are 0. */
    private static final int MIN_PRINTABLE = 150;

    private static final int MIN_PRINTABLE_OR_ZERO = 230;

    /** The pairs of equal bytes there; where there are more, sequences repeat. */
    private static final int MAX_PAIRS = 400;

    /** Where sequences are looked for: deflate's window. */
    private static final int WINDOW = 32 << 10;

    /** How many sequences are looked for there. */
    private static final int SAMPLE = 512;

    private static final int FEW = 8;

    /** In smaller blocks, in bytes, the levels make next to the same of what hardly repeats. */
    private static final int MIN_FEW_REPEATS = 16 << 10;

    /** In a text of short repeats so many percent of the sequences that repeat do not go on for eight bytes. */
    private static final int MIN_SHORT_PERCENT = 50;

    /** The same where some sequences repeat more often than others: below it lie the lines of logs. */
    private static final int MIN_UNEVEN_PERCENT = 55;

    /** How many sequences of a text of many words repeat at most. */
    private static final int MAX_OF_MANY_WORDS = 80;

    /** How many sequences of a text of some ten words repeat at least. */
    private static final int MIN_OF_FEW_WORDS = 200;

    /**
     * Where words come about equally often, there are at most so many times as many pairs of equal sequences as there would be if each
     * sequence came equally often. TPC-H's texts have 1.9 to 2.8 times as many, logs 3.4 and more, code 9 and more. Prose has 2.3 to
     * 3.8; below the limit it gets the higher level of {@link #SHORT_REPEATS}, unless its words are many.
     */
    private static final int MAX_UNEVENNESS = 3;

    private static final int SLOTS = 1024;
    private static final int SLOT_SHIFT = Integer.numberOfLeadingZeros(SLOTS - 1);

    /** Looks at a sample of blocks. For one thread at a time. */
    static final class Look {

        /** What an instance takes on the heap, in bytes. */
        static final int SIZE = 2 * SLOTS * Integer.BYTES + BytePairs.SIZE;

        /** Where the sequence that came into a slot last stands, counted from the window's start; negative if none did. */
        private final int[] last = new int[SLOTS];

        /** How often that sequence has been seen before without another one in its slot. */
        private final int[] times = new int[SLOTS];

        private final BytePairs bytePairs = new BytePairs();

        /** Returns the kind of {@code source[offset, offset + length)}. */
        PageKind of(byte[] source, int offset, int length) {
            if (length < 2 * SAMPLE) {
                return OTHER;
            }
            int printable = 0;
            int zeros = 0;
            int pairs = 0;
            for (int place = 0; place < BytePairs.PLACES; place++) {
                int from = BytePairs.place(offset, length, place);
                pairs += bytePairs.at(source, from);
                for (int i = from; i < from + BytePairs.PLACE; i++) {
                    printable += source[i] >= ' ' && source[i] <= '~' ? 1 : 0;
                    zeros += source[i] == 0 ? 1 : 0;
                }
            }
            boolean text = printable >= MIN_PRINTABLE && printable + zeros >= MIN_PRINTABLE_OR_ZERO;
            boolean noise = pairs <= MAX_PAIRS && length >= MIN_FEW_REPEATS;
            return text || noise ? byRepeats(source, offset, length, text) : OTHER;
        }

        private PageKind byRepeats(byte[] source, int offset, int length, boolean text) {
            int span = Math.min(WINDOW, length);
            int start = offset + (length - span) / 2;
            int step = (span - 2 * Integer.BYTES) / SAMPLE;
            Arrays.fill(last, -1);
            int repeated = 0;
            int longer = 0;
            int pairs = 0;
            for (int i = 0; i < SAMPLE; i++) {
                // not in even steps, which could be those of the values
                int at = start + i * step + (int) ((i * 0x9e3779b9 & 0xffffffffL) * step >>> Integer.SIZE);
                int bytes = (int) INT.get(source, at);
                int slot = bytes * 0x9e3779b1 >>> SLOT_SHIFT;
                int before = last[slot];
                last[slot] = at - start;
                if (before >= 0 && (int) INT.get(source, start + before) == bytes) {
                    repeated++;
                    pairs += ++times[slot];
                    int next = (int) INT.get(source, at + Integer.BYTES);
                    longer += next == (int) INT.get(source, start + before + Integer.BYTES) ? 1 : 0;
                } else {
                    times[slot] = 0;
                }
            }
            if (repeated < FEW) {
                return length >= MIN_FEW_REPEATS ? FEW_REPEATS : OTHER;
            }
            return text ? ofText(repeated, repeated - longer, pairs) : OTHER;
        }

        /** Returns the kind of a text by how many sequences repeat, how many of these are short, and how many pairs they make. */
        private static PageKind ofText(int repeated, int shortRepeats, int pairs) {
            // d sequences that come n times each make d * n * (n - 1) / 2 pairs, and repeat d * (n - 1) times.
            int different = SAMPLE - repeated;
            boolean even = 2L * pairs * different <= (long) MAX_UNEVENNESS * SAMPLE * repeated;
            if (100 * shortRepeats < (even ? MIN_SHORT_PERCENT : MIN_UNEVEN_PERCENT) * repeated) {
                return OTHER;
            }
            if (!even || repeated <= MAX_OF_MANY_WORDS) {
                return UNEVEN_REPEATS;
            }
            return repeated < MIN_OF_FEW_WORDS ? SHORT_REPEATS : FEW_WORDS;
        }
    }
}
