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
     * Hardly a sequence of four bytes comes again, or hardly one of eight, as in bases of DNA and other letters in any order: what is
     * gained is gained by codes.
     */
    CODES_ONLY,
    /** Text of some hundred words in many orders: the best of many candidates is much better than the first. */
    SHORT_REPEATS,
    /**
     * The same of some ten words, or of other values without much in common, of which a page has few where no dictionary was made:
     * there are even more candidates, and zlib's highest levels follow them all.
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

    /** Where fewer of them repeat, the page hardly repeats. */
    private static final int MIN_REPEATS = 8;

    /** In smaller blocks, in bytes, the levels make next to the same of what hardly repeats. */
    private static final int MIN_CODES_ONLY = 16 << 10;

    /**
     * Of letters in any order at most one in so many sequences that repeat goes on for eight bytes, beyond the first ones, which may be
     * too few to tell. Of words at least one in eight does, of ones and zeros one in sixteen.
     */
    private static final int REPEATS_FOR_ONE_LONG = 25;

    private static final int MIN_OF_LETTERS = 24;

    /** In a text of short repeats so many percent of the sequences that repeat do not go on for eight bytes. */
    private static final int MIN_SHORT_PERCENT = 50;

    /** The same where some sequences repeat more often than others: below it lie the lines of logs. */
    private static final int MIN_UNEVEN_PERCENT = 55;

    /** How many sequences of a text of many words repeat at most. */
    private static final int MAX_OF_MANY_WORDS = 80;

    /** How many sequences of few values repeat at least, and of the two or three values that a page may have. */
    private static final int MIN_OF_FEW_VALUES = 200;

    private static final int MIN_OF_TWO_VALUES = 440;

    /**
     * So many percent of the sequences of few values that repeat do not go on: of long ones, of others, of short ones, and of two or
     * three. Of addresses with a common part 19 percent do not, of equal lines 5.
     */
    private static final int MIN_SHORT_PERCENT_OF_LONG_VALUES = 22;

    private static final int MIN_SHORT_PERCENT_OF_VALUES = 45;

    private static final int MIN_SHORT_PERCENT_OF_SHORT_VALUES = 70;

    private static final int MIN_SHORT_PERCENT_OF_TWO_VALUES = 10;

    /**
     * The unevenness of repeats is how many times as many pairs of equal sequences there are as there would be if each sequence came
     * equally often. Letters in any order have 1.5 to 2.4, words of three letters 2.5 to 4.5.
     */
    private static final double MAX_UNEVENNESS_OF_LETTERS = 2.45;

    /**
     * The same of words of which none comes more often than others. TPC-H's texts have 1.9 to 2.8, logs 3.4 and more, code 9 and more.
     * Prose has 2.3 to 3.8; below the limit it gets the higher level of {@link #SHORT_REPEATS}, unless its words are many.
     */
    private static final double MAX_UNEVENNESS = 3;

    /** The same of few long values, which have 1.5 to 2.1, where lines of logs and records of JSON have 2.5 and more. */
    private static final double MAX_UNEVENNESS_OF_LONG_VALUES = 2.2;

    /** The same of short ones, and of two or three. */
    private static final double MAX_UNEVENNESS_OF_SHORT_VALUES = 4.2;

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

        private final boolean numbersToo;

        /** @param numbersToo whether {@link PageKind#FEW_VALUES} are looked for in what is no text */
        Look(boolean numbersToo) {
            this.numbersToo = numbersToo;
        }

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
            boolean mayBeCodesOnly = length >= MIN_CODES_ONLY && (text || pairs <= MAX_PAIRS);
            return text || mayBeCodesOnly || numbersToo
                    ? byRepeats(source, offset, length, text, mayBeCodesOnly)
                    : OTHER;
        }

        private PageKind byRepeats(byte[] source, int offset, int length, boolean text, boolean mayBeCodesOnly) {
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
            if (repeated < MIN_REPEATS) {
                return mayBeCodesOnly ? CODES_ONLY : OTHER;
            }
            // d sequences that come n times each make d * n * (n - 1) / 2 pairs, and repeat d * (n - 1) times.
            double unevenness = 2.0 * pairs * (SAMPLE - repeated) / (SAMPLE * repeated);
            double shortPercent = 100.0 * (repeated - longer) / repeated;
            boolean letters = REPEATS_FOR_ONE_LONG * longer <= repeated - MIN_OF_LETTERS;
            if (text && letters && unevenness <= MAX_UNEVENNESS_OF_LETTERS) {
                return mayBeCodesOnly ? CODES_ONLY : OTHER;
            }
            if (areFewValues(repeated, shortPercent, unevenness)) {
                return FEW_VALUES;
            }
            return text ? ofText(repeated, shortPercent, unevenness) : OTHER;
        }

        private static boolean areFewValues(int repeated, double shortPercent, double unevenness) {
            if (repeated < MIN_OF_FEW_VALUES) {
                return false;
            }
            if (repeated >= MIN_OF_TWO_VALUES) {
                return shortPercent >= MIN_SHORT_PERCENT_OF_TWO_VALUES && unevenness <= MAX_UNEVENNESS_OF_SHORT_VALUES;
            }
            double limit = shortPercent >= MIN_SHORT_PERCENT_OF_SHORT_VALUES
                    ? MAX_UNEVENNESS_OF_SHORT_VALUES
                    : shortPercent >= MIN_SHORT_PERCENT_OF_VALUES ? MAX_UNEVENNESS : MAX_UNEVENNESS_OF_LONG_VALUES;
            return shortPercent >= MIN_SHORT_PERCENT_OF_LONG_VALUES && unevenness <= limit;
        }

        private static PageKind ofText(int repeated, double shortPercent, double unevenness) {
            boolean even = unevenness <= MAX_UNEVENNESS;
            if (shortPercent < (even ? MIN_SHORT_PERCENT : MIN_UNEVEN_PERCENT)) {
                return OTHER;
            }
            return even && repeated > MAX_OF_MANY_WORDS ? SHORT_REPEATS : UNEVEN_REPEATS;
        }
    }
}
