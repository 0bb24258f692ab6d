// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

import io.github.fastcodec.internal.parquet.PageHeader;
import io.github.fastcodec.internal.parquet.PageLayout;
import io.github.fastcodec.internal.parquet.ParquetFile;
import io.github.fastcodec.internal.storage.LocalInput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The compressed pages of a file, in memory: the input of the engines alone. The file must not have V2 pages. */
final class FilePages {

    /** A page without its header. {@code position} is the offset of the page's bytes in the file. */
    record Page(long position, byte[] bytes, int uncompressedSize) {}

    private FilePages() {}

    static List<Page> read(Path file) throws IOException {
        List<Page> pages = new ArrayList<>();
        try (LocalInput input = LocalInput.open(file)) {
            for (PageLayout layout :
                    ParquetFile.open(input, Long.MAX_VALUE).walk().pages()) {
                for (int page = 0; page < layout.count(); page++) {
                    pages.add(read(input, layout, page));
                }
            }
        }
        return pages;
    }

    private static Page read(LocalInput input, PageLayout layout, int page) throws IOException {
        long start = layout.offset(page);
        byte[] bytes = new byte[Math.toIntExact(layout.offset(page + 1) - start)];
        input.read(start, bytes, 0, bytes.length);
        PageHeader header = PageHeader.read(bytes, 0, bytes.length, start);
        byte[] body = new byte[header.compressedSize()];
        System.arraycopy(bytes, header.length(), body, 0, body.length);
        return new Page(start + header.length(), body, header.uncompressedSize());
    }

    /** Returns an array that is large enough for each of the decompressed pages. */
    static byte[] largest(List<Page> pages) {
        return new byte[pages.stream().mapToInt(Page::uncompressedSize).max().orElse(0)];
    }
}
