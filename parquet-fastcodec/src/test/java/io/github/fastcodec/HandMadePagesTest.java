// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.github.fastcodec.support.OurCodec;
import io.github.fastcodec.support.PageProbe;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Handmade pages, in src/test/resources/pages, with a file for each codec. Each page has a description, the size that its header
 * claims, its bytes, and the outcome, for every engine or for one of them. See README.md there.
 */
class HandMadePagesTest {

    private static final List<String> KEYS = List.of("why", "claim", "bytes");
    private static final String OUTCOME = "outcome";

    @TestFactory
    Stream<DynamicTest> exactSize_handMadePagesHaveTheExpectedOutcome() {
        return Arrays.stream(CompressionCodecName.values())
                .flatMap(codec -> pages(codec).stream()
                        .flatMap(page -> decompressors(codec).entrySet().stream()
                                .map(engine -> dynamicTest(
                                        codec + ", " + page.name + ", on " + engine.getKey(),
                                        () -> page.check(engine.getKey(), engine.getValue())))));
    }

    private static Map<String, BytesInputDecompressor> decompressors(CompressionCodecName codec) {
        if (codec == CompressionCodecName.UNCOMPRESSED) {
            return Map.of("none", new FastCodecFactory().getDecompressor(codec));
        }
        Map<String, BytesInputDecompressor> decompressors = new LinkedHashMap<>();
        OurCodec.of(codec)
                .forEach(ours -> decompressors.put(
                        ours.engine().name() + " " + ours.engine().libraryVersion(), ours.decompressor()));
        return decompressors;
    }

    private record HandMade(
            CompressionCodecName codec, String name, int claim, byte[] bytes, Map<String, String> outcomes) {

        void check(String engineAndVersion, BytesInputDecompressor decompressor) {
            String engine = engineAndVersion.split(" ")[0];
            String expected = Stream.of(OUTCOME + " on " + engineAndVersion, OUTCOME + " on " + engine, OUTCOME)
                    .map(outcomes::get)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
            assertNotNull(expected, () -> "no outcome is written down for " + engine);
            PageProbe.Outcome actual = new PageProbe(decompressor).decompress(bytes, claim);
            if (expected.startsWith("page ")) {
                assertNull(actual.rejection(), () -> "rejected: " + actual.rejection());
                assertArrayEquals(content(expected.substring("page ".length())), actual.page());
            } else {
                assertTrue(expected.startsWith("corrupt: "), expected);
                assertNotNull(
                        actual.rejection(),
                        () -> "accepted as " + HexFormat.of().formatHex(actual.page()));
                String damage = actual.rejection().damage();
                String start = codec + " page is corrupt: ";
                assertTrue(damage.startsWith(start), damage);
                String sizes = " (compressed size " + bytes.length + " bytes, expected uncompressed size " + claim
                        + " bytes, actual size ";
                assertTrue(damage.contains(sizes), damage);
                assertTrue(damage.endsWith(", engine " + engine + ")"), damage);
                String reason = damage.substring(start.length(), damage.indexOf(sizes));
                if (!expected.equals("corrupt: *")) {
                    assertEquals(expected.substring("corrupt: ".length()), reason);
                }
            }
        }
    }

    /** Parses hex digits, "-" for no bytes, or "00 * 1000" for a repeated byte. */
    private static byte[] content(String text) {
        if (text.equals("-")) {
            return new byte[0];
        }
        String[] repeated = text.split(" \\* ");
        byte[] hex = HexFormat.of().parseHex(repeated[0]);
        if (repeated.length == 1) {
            return hex;
        }
        byte[] content = new byte[Integer.parseInt(repeated[1])];
        Arrays.fill(content, hex[0]);
        return content;
    }

    private static List<HandMade> pages(CompressionCodecName codec) {
        String file = "/pages/" + codec.name().toLowerCase(Locale.ROOT) + ".txt";
        List<HandMade> pages = new ArrayList<>();
        for (String block : read(file).strip().split("\n\n")) {
            List<String> lines = block.lines().toList();
            String name = lines.get(0).substring(1, lines.get(0).length() - 1);
            Map<String, String> fields = new LinkedHashMap<>();
            for (String line : lines.subList(1, lines.size())) {
                int colon = line.indexOf(": ");
                String key = line.substring(0, colon);
                if (!KEYS.contains(key) && !key.startsWith(OUTCOME)) {
                    throw new IllegalArgumentException(file + ", " + name + ": " + line);
                }
                fields.merge(key, line.substring(colon + 2), String::concat); // long content takes several lines
            }
            int claim = Integer.parseInt(fields.get("claim"));
            pages.add(new HandMade(codec, name, claim, content(fields.get("bytes")), fields));
        }
        return pages;
    }

    private static String read(String file) {
        try (InputStream in = HandMadePagesTest.class.getResourceAsStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
