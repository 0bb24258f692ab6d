// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.support;

import io.github.fastcodec.FastCodecFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.Page;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalInputFile;

/**
 * The kinds of pages in a file, determined from the file itself, because a writer's options and a file's name guarantee nothing.
 */
public final class FileTraits {

    public enum Trait {
        V1_PAGES,
        V2_PAGES,
        /** A data page with uncompressed values in a compressed file. */
        V2_PAGES_NOT_COMPRESSED,
        DICTIONARY,
        NO_DICTIONARY,
        SEVERAL_ROW_GROUPS,
        SEVERAL_PAGES_IN_A_CHUNK,
        /** A data or dictionary page that needs three of Hadoop's buffers of 256 KiB. */
        PAGE_OVER_600_KIB
    }

    private FileTraits() {}

    /** Returns the codecs of a file's column chunks. */
    public static Set<CompressionCodecName> codecs(Path file) throws IOException {
        Set<CompressionCodecName> codecs = EnumSet.noneOf(CompressionCodecName.class);
        try (ParquetFileReader reader = open(file)) {
            reader.getFooter()
                    .getBlocks()
                    .forEach(block -> block.getColumns().forEach(column -> codecs.add(column.getCodec())));
        }
        return codecs;
    }

    public static Set<Trait> of(Path file) throws IOException {
        Set<Trait> traits = EnumSet.noneOf(Trait.class);
        try (ParquetFileReader reader = open(file)) {
            if (reader.getRowGroups().size() > 1) {
                traits.add(Trait.SEVERAL_ROW_GROUPS);
            }
            boolean compressed = !codecs(file).equals(EnumSet.of(CompressionCodecName.UNCOMPRESSED));
            for (PageReadStore rowGroup = reader.readNextRowGroup();
                    rowGroup != null;
                    rowGroup = reader.readNextRowGroup()) {
                for (ColumnDescriptor column :
                        reader.getFileMetaData().getSchema().getColumns()) {
                    addTraits(traits, rowGroup.getPageReader(column), compressed);
                }
            }
        }
        return traits;
    }

    private static void addTraits(Set<Trait> traits, PageReader chunk, boolean compressed) {
        DictionaryPage dictionary = chunk.readDictionaryPage();
        traits.add(dictionary == null ? Trait.NO_DICTIONARY : Trait.DICTIONARY);
        if (dictionary != null) {
            addSize(traits, dictionary);
        }
        int pages = 0;
        for (DataPage page = chunk.readPage(); page != null; page = chunk.readPage()) {
            boolean v2 = page instanceof DataPageV2;
            traits.add(v2 ? Trait.V2_PAGES : Trait.V1_PAGES);
            if (v2 && compressed && !((DataPageV2) page).isCompressed()) {
                traits.add(Trait.V2_PAGES_NOT_COMPRESSED);
            }
            addSize(traits, page);
            pages++;
        }
        if (pages > 1) {
            traits.add(Trait.SEVERAL_PAGES_IN_A_CHUNK);
        }
    }

    private static void addSize(Set<Trait> traits, Page page) {
        if (page.getUncompressedSize() > 600 << 10) {
            traits.add(Trait.PAGE_OVER_600_KIB);
        }
    }

    private static ParquetFileReader open(Path file) throws IOException {
        return ParquetFileReader.open(
                new LocalInputFile(file),
                ParquetReadOptions.builder(new PlainParquetConfiguration())
                        .withCodecFactory(new FastCodecFactory())
                        .build());
    }
}
