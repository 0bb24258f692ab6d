// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.interop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.support.Dataset;
import io.github.fastcodec.support.FileTraits;
import io.github.fastcodec.support.FileTraits.Trait;
import io.github.fastcodec.support.FramedPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reads files of other implementations, which parquet-fastcodec-tools/src/test/interop/generate.py has made. */
class ForeignFilesTest {

    /** The traits that a tool's files must have for each codec, so that a new version of the tool cannot drop one unnoticed. */
    private static final Map<String, Set<Trait>> PAGES = Map.of(
            "pyarrow",
            EnumSet.of(
                    Trait.V1_PAGES,
                    Trait.V2_PAGES,
                    Trait.V2_PAGES_NOT_COMPRESSED,
                    Trait.DICTIONARY,
                    Trait.NO_DICTIONARY,
                    Trait.SEVERAL_ROW_GROUPS,
                    Trait.SEVERAL_PAGES_IN_A_CHUNK,
                    Trait.PAGE_OVER_600_KIB),
            "duckdb",
            EnumSet.of(
                    Trait.V1_PAGES,
                    Trait.DICTIONARY,
                    Trait.NO_DICTIONARY,
                    Trait.SEVERAL_ROW_GROUPS,
                    Trait.PAGE_OVER_600_KIB),
            "polars",
            EnumSet.of(
                    Trait.V1_PAGES,
                    Trait.DICTIONARY,
                    Trait.NO_DICTIONARY,
                    Trait.SEVERAL_ROW_GROUPS,
                    Trait.SEVERAL_PAGES_IN_A_CHUNK,
                    Trait.PAGE_OVER_600_KIB));

    /** A large page is a small file only if it is compressed. */
    private static final Set<Trait> ONLY_COMPRESSED =
            EnumSet.of(Trait.V2_PAGES_NOT_COMPRESSED, Trait.PAGE_OVER_600_KIB);

    /** None of the tools writes LZO or the legacy LZ4; for those there are {@link #pages}. */
    private static final Set<CompressionCodecName> CODECS =
            EnumSet.complementOf(EnumSet.of(CompressionCodecName.LZO, CompressionCodecName.LZ4));

    static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(Dataset.directory())) {
            return files.filter(file -> file.toString().endsWith(".parquet"))
                    .sorted()
                    .collect(Collectors.toList());
        }
    }

    static List<FramedPage> pages() throws IOException {
        return FramedPage.load(Dataset.directory().resolve("pages.json"));
    }

    /** A page layout, framing or codec that only our own writer produces would pass every round trip, but not this test. */
    @ParameterizedTest
    @MethodSource("files")
    void everyFileHasTheWrittenRows(Path file) throws IOException {
        assertEquals(EnumSet.of(codec(file)), FileTraits.codecs(file), "the codec that the file's name claims");
        Dataset.load(part(file, 4)).assertHeldBy(file);
    }

    /** The test above would pass if a tool, a codec or a kind of page were lost when the files are regenerated. */
    @Test
    void everyToolWritesEveryKindOfPageWithEveryCodec() throws IOException {
        Map<String, Set<Trait>> found = new TreeMap<>();
        for (Path file : files()) {
            found.computeIfAbsent(part(file, 0) + " " + codec(file), key -> EnumSet.noneOf(Trait.class))
                    .addAll(FileTraits.of(file));
        }
        Map<String, Set<Trait>> expected = new TreeMap<>();
        PAGES.forEach((tool, traits) -> {
            for (CompressionCodecName codec : CODECS) {
                Set<Trait> ofCodec = EnumSet.copyOf(traits);
                if (codec == CompressionCodecName.UNCOMPRESSED) {
                    ofCodec.removeAll(ONLY_COMPRESSED);
                }
                expected.put(tool + " " + codec, ofCodec);
            }
        });
        assertEquals(lines(expected), lines(found));
    }

    /** Several blocks in a frame, frames of sizes other than ours, and raw blocks, which our writer never makes. */
    @ParameterizedTest
    @MethodSource("pages")
    void everyPageInHadoopFramingHasTheWrittenBytes(FramedPage page) throws IOException {
        byte[] content = page.content();
        BytesInput decompressed = new FastCodecFactory()
                .getDecompressor(page.codec())
                .decompress(BytesInput.from(page.compressed()), content.length);
        assertArrayEquals(content, FramedPage.bytes(decompressed));
    }

    /** As for the files, the test above would pass for a codec without pages. */
    @Test
    void pagesOfBothFramedCodecsExist() throws IOException {
        Map<CompressionCodecName, Long> count =
                pages().stream().collect(Collectors.groupingBy(FramedPage::codec, TreeMap::new, Collectors.counting()));
        assertEquals(Map.of(CompressionCodecName.LZ4, 4L, CompressionCodecName.LZO, 6L), count);
        assertTrue(pages().stream().anyMatch(page -> page.content().length > 256 << 10));
    }

    /** Returns a map as one line for each entry, so that a failure shows what differs. */
    private static String lines(Map<?, ?> map) {
        return map.entrySet().stream().map(Object::toString).collect(Collectors.joining("\n"));
    }

    /** Returns a part of a file name such as tool-codec-version-dictionary-dataset.parquet. */
    private static String part(Path file, int index) {
        return file.getFileName().toString().replace(".parquet", "").split("-")[index];
    }

    private static CompressionCodecName codec(Path file) {
        return CompressionCodecName.valueOf(part(file, 1).toUpperCase(Locale.ROOT));
    }
}
