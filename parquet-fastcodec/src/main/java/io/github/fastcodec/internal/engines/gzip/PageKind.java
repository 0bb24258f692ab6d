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
    /**
     * Hardly a sequence of four bytes comes again, or hardly one of eight, as in bases of DNA and other letters or digits in any
     * order: what is gained is gained by codes.
     */
    FEW_REPEATS,
    /** Text of some hundred words in many orders: the best of many candidates is much better than the first. */
    SHORT_REPEATS,
    /**
     * The same of some ten words, or of other values, of which a page has few where no dictionary was made: there are even more
     * candidates, and zlib's highest levels follow them all.
     */
    FEW_VALUES,
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

    /** How many sequences of few values repeat at least. */
    private static final int MIN_OF_FEW_VALUES = 200;

    /** In few values at least so many percent of the sequences that repeat do not go on: in what has long common parts, fewer do not. */
    private static final int MIN_SHORT_PERCENT_OF_FEW = 22;

    /** The same of two or three values, of whose sequences nearly all repeat: where lines are equal, 5 percent do not go on. */
    private static final int MIN_SHORT_PERCENT_OF_TWO = 10;

    private static final int MIN_OF_TWO_VALUES = 440;

    /** In letters in any order so many percent do not go on. In words at most 88 percent do not, in ones and zeros 94. */
    private static final int MIN_SHORT_PERCENT_OF_LETTERS = 96;

    /**
     * How many times as many pairs of equal sequences there are as there would be if each sequence came equally often. Letters in any
     * order have 1.5 to 2 times as many, words of three letters 2.5 to 4.5.
     */
    private static final double MAX_UNEVENNESS_OF_LETTERS = 2.2;

    /**
     * Where words come about equally often. TPC-H's texts have 1.9 to 2.8, logs 3.4 and more, code 9 and more. Prose has 2.3 to 3.8;
     * below the limit it gets the higher level of {@link #SHORT_REPEATS}, unless its words are many.
     */
    private static final double MAX_UNEVENNESS = 3;

    /** Few values have 1.1 to 4.1, unless they are parts of longer ones, as those of dates and addresses are. */
    private static final double MAX_UNEVENNESS_OF_FEW = 4.2;

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
            boolean noise = pairs <= MAX_PAIRS;
            return byRepeats(source, offset, length, text, length >= MIN_FEW_REPEATS && (text || noise));
        }

        private PageKind byRepeats(byte[] source, int offset, int length, boolean text, boolean mayHaveFew) {
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
                return mayHaveFew ? FEW_REPEATS : OTHER;
            }
            // d sequences that come n times each make d * n * (n - 1) / 2 pairs, and repeat d * (n - 1) times.
            double unevenness = 2.0 * pairs * (SAMPLE - repeated) / (SAMPLE * repeated);
            return kind(text, repeated, 100.0 * (repeated - longer) / repeated, unevenness);
        }

        /** Returns the kind by how many sequences repeat, and how many percent of these are short. */
        private static PageKind kind(boolean text, int repeated, double shortPercent, double unevenness) {
            double minShort = repeated < MIN_OF_TWO_VALUES ? MIN_SHORT_PERCENT_OF_FEW : MIN_SHORT_PERCENT_OF_TWO;
            boolean few = repeated >= MIN_OF_FEW_VALUES && shortPercent >= minShort;
            boolean letters = repeated > MAX_OF_MANY_WORDS && shortPercent >= MIN_SHORT_PERCENT_OF_LETTERS;
            if (text && letters && unevenness <= MAX_UNEVENNESS_OF_LETTERS) {
                return FEW_REPEATS;
            }
            if (few && unevenness <= MAX_UNEVENNESS_OF_FEW) {
                return FEW_VALUES;
            }
            boolean even = unevenness <= MAX_UNEVENNESS;
            if (!text || shortPercent < (even ? MIN_SHORT_PERCENT : MIN_UNEVEN_PERCENT)) {
                return OTHER;
            }
            return even && repeated > MAX_OF_MANY_WORDS ? SHORT_REPEATS : UNEVEN_REPEATS;
        }
    }
}
