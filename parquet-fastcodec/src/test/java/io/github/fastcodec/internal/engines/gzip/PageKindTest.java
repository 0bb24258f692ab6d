// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.github.fastcodec.support.FilePages;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** FileSizesTest shows that the kinds are the ones that matter. */
class PageKindTest {

    private static final long SEED = 20261122;

    private final Random random = new Random(SEED);
    private final PageKind.Look look = new PageKind.Look(true);

    @ParameterizedTest
    @ValueSource(ints = {16 << 10, 64 << 10, 1 << 20})
    void noisyDoublesGainByCodesOnly(int size) {
        ByteBuffer values = ByteBuffer.allocate(size);
        while (values.hasRemaining()) {
            values.putDouble(1013 + random.nextGaussian());
        }
        assertEquals(PageKind.CODES_ONLY, look.of(values.array(), 0, size));
    }

    @ParameterizedTest
    @ValueSource(ints = {32 << 10, 64 << 10, 1 << 20})
    void textOfWordsInAnyOrderHasShortRepeats(int size) {
        String[] words = words(50);
        byte[] text = text(size, i -> words[random.nextInt(words.length)] + ' ');
        assertEquals(PageKind.SHORT_REPEATS, look.of(text, 0, size));
    }

    @ParameterizedTest
    @ValueSource(ints = {32 << 10, 64 << 10, 1 << 20})
    void textOfTenWordsInAnyOrderIsOfFewValues(int size) {
        String[] words = words(10);
        byte[] text = text(size, i -> words[random.nextInt(words.length)] + ' ');
        assertEquals(PageKind.FEW_VALUES, look.of(text, 0, size));
    }

    // Would catch: a column of few strings without a dictionary, which libdeflate's usual levels make half as large
    // again.
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8, 20})
    void fewStringsWithTheirLengthsAreFewValues(int count) {
        String[] strings = new String[count];
        Arrays.setAll(strings, i -> words(1)[0]);
        // as Parquet writes them plain: the length of each before it, in four bytes
        byte[] text = text(64 << 10, i -> {
            String string = strings[random.nextInt(count)];
            return (char) string.length() + "\0\0\0" + string;
        });
        assertEquals(PageKind.FEW_VALUES, look.of(text, 0, text.length));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 20})
    void fewNumbersAreFewValues(int count) {
        double[] numbers = random.doubles(count, 0, 1000).toArray();
        ByteBuffer values = ByteBuffer.allocate(64 << 10);
        while (values.hasRemaining()) {
            values.putDouble(numbers[random.nextInt(count)]);
        }
        assertEquals(PageKind.FEW_VALUES, look.of(values.array(), 0, values.capacity()));
    }

    // Would catch: chains that are followed far for a match that saves next to nothing.
    @ParameterizedTest
    @ValueSource(strings = {"ACGT", "ABC", "ABCDE", "ABCDEF", "AAATTTCG"})
    void lettersInAnyOrderGainByCodesOnly(String letters) {
        byte[] text = text(64 << 10, i -> String.valueOf(letters.charAt(random.nextInt(letters.length()))));
        assertEquals(PageKind.CODES_ONLY, look.of(text, 0, text.length));
    }

    // Would catch: levels that take twice as long for lines and records that have long parts in common.
    @ParameterizedTest
    @ValueSource(ints = {8 << 10, 64 << 10, 1 << 20})
    void linesAndRecordsAreNoFewValues(int size) {
        String[] methods = {"GET", "POST", "PUT"};
        String[] levels = {"INFO", "WARN", "ERROR"};
        List<IntFunction<String>> lines = List.of(
                i -> "10.0." + random.nextInt(4) + '.' + random.nextInt(256) + " - - [12/Nov/2026:10:"
                        + 10 * (i / 600 % 6)
                        + ':' + i / 10 % 60 + " +0000] \"" + methods[random.nextInt(3)] + " /api/v1/items/"
                        + random.nextInt(1000) + " HTTP/1.1\" 200 " + random.nextInt(10_000) + '\n',
                i -> "level=" + levels[random.nextInt(3)] + " code=" + random.nextInt(600) + " user="
                        + random.nextInt(10_000) + " ms=" + random.nextInt(500) + '\n',
                i -> "{\"a\":" + random.nextInt(100) + ",\"b\":" + random.nextInt(1000) + ",\"c\":\""
                        + levels[random.nextInt(3)] + "\"}\n",
                i -> "https://www.example.com/product/" + random.nextInt(100_000) + '\n',
                i -> "the quick brown fox jumps over the lazy dog\n");
        for (int i = 0; i < lines.size(); i++) {
            byte[] text = text(size, lines.get(i));
            assertNotEquals(PageKind.FEW_VALUES, look.of(text, 0, size), "lines " + i + ", seed " + SEED);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LOGS", "JSON", "ORDERS", "NESTED"})
    void noPageOfAFileOfThoseIsOfFewValues(FilePages file) throws IOException {
        for (byte[] page : file.pages()) {
            assertNotEquals(PageKind.FEW_VALUES, look.of(page, 0, page.length));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {32 << 10, 64 << 10, 1 << 20})
    void proseOfManyWordsHasUnevenRepeats(int size) {
        String[] words = words(1000);
        byte[] text = text(size, i -> words[random.nextInt(words.length)] + ' ');
        assertEquals(PageKind.UNEVEN_REPEATS, look.of(text, 0, size));
    }

    @ParameterizedTest
    @ValueSource(ints = {32 << 10, 64 << 10, 1 << 20})
    void codeWithIndentationHasUnevenRepeats(int size) {
        String[] words = words(2000);
        byte[] text = text(
                size,
                i -> "    ".repeat(1 + random.nextInt(3)) + words[random.nextInt(words.length)] + '.'
                        + words[random.nextInt(words.length)] + "();\n");
        assertEquals(PageKind.UNEVEN_REPEATS, look.of(text, 0, size));
    }

    @ParameterizedTest
    @ValueSource(ints = {8 << 10, 64 << 10, 1 << 20})
    void linesOfALogHaveLongRepeats(int size) {
        byte[] text = text(
                size,
                i -> "10.0.0." + random.nextInt(256) + " - - \"GET /index.html?id=" + random.nextInt(100_000)
                        + " HTTP/1.1\" 200 \"Mozilla/5.0\"\n");
        assertEquals(PageKind.OTHER, look.of(text, 0, size));
    }

    // Would catch: a sequence that an earlier block left and that is taken for a repeat, or a read outside the block.
    @Test
    void theKindDoesNotDependOnWhereTheBlockLiesNorOnTheBlocksBefore() {
        byte[] noise = new byte[64 << 10];
        random.nextBytes(noise);
        byte[] block = Arrays.copyOfRange(noise, 1001, 1001 + (32 << 10));
        assertEquals(PageKind.CODES_ONLY, look.of(block, 0, block.length));
        assertEquals(PageKind.CODES_ONLY, look.of(block, 0, block.length));
        assertEquals(PageKind.CODES_ONLY, look.of(noise, 1001, block.length));
        assertEquals(PageKind.CODES_ONLY, look.of(noise, noise.length - (16 << 10), 16 << 10));
        assertEquals(PageKind.OTHER, look.of(noise, noise.length - 1024, 1024));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 1023})
    void aSmallBlockIsNotLookedAt(int size) {
        assertEquals(PageKind.OTHER, look.of(new byte[size], 0, size));
    }

    private String[] words(int count) {
        String[] words = new String[count];
        Arrays.setAll(words, i -> Long.toString(random.nextLong() >>> 24 + random.nextInt(20), 36));
        return words;
    }

    private static byte[] text(int size, IntFunction<String> pieces) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; text.length() < size; i++) {
            text.append(pieces.apply(i));
        }
        return Arrays.copyOf(text.toString().getBytes(StandardCharsets.US_ASCII), size);
    }
}
