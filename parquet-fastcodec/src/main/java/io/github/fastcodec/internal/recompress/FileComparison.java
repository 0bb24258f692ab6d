// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.internal.file.FileDefect;
import io.github.fastcodec.internal.file.ParquetFile;
import io.github.fastcodec.internal.file.Region;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Compares a new file with its source: all of the metadata, each page decompressed with the digest of the source's page, each
 * bloom filter and index. For one thread.
 */
final class FileComparison {

    private static final int SLAB = 1 << 20;

    private final ParquetFile before;
    private final ParquetFile after;
    private final PageComparison pages;

    /** @param after read by the change that made it, which has compared the metadata */
    FileComparison(ParquetFile before, ParquetFile after, PageComparison pages) {
        this.before = before;
        this.after = after;
        this.pages = pages;
    }

    /** Requires that the files hold the same. */
    void run() throws IOException {
        List<Region> kept = before.regions().stream()
                .filter(region -> region.kind().isKept())
                .collect(Collectors.toList());
        if (kept.size() != after.regions().size()) {
            throw new FileDefect("it has " + after.regions().size() + " regions, expected " + kept.size());
        }
        for (int i = 0; i < kept.size(); i++) {
            compare(kept.get(i), after.regions().get(i));
        }
        pages.finish();
    }

    private void compare(Region expected, Region region) throws IOException {
        if (region.kind() != expected.kind()
                || !region.chunk().place().equals(expected.chunk().place())) {
            throw new FileDefect("it has " + region + ", expected " + expected);
        }
        switch (region.kind()) {
            case PAGES:
                pages.compare(expected.chunk(), region.chunk(), after.input());
                break;
            case OFFSET_INDEX:
                requireEqual(
                        before.unchangingOffsetIndex(expected), after.unchangingOffsetIndex(region), region.toString());
                break;
            default:
                compareBytes(expected, region);
        }
    }

    private void compareBytes(Region expected, Region region) throws IOException {
        if (region.length() != expected.length()) {
            throw differs(region.toString());
        }
        byte[] one = new byte[(int) Math.min(SLAB, expected.length())];
        byte[] other = new byte[one.length];
        for (long done = 0; done < expected.length(); done += one.length) {
            int length = (int) Math.min(one.length, expected.length() - done);
            before.input().read(expected.start() + done, one, 0, length);
            after.input().read(region.start() + done, other, 0, length);
            requireEqual(one, other, region.toString());
        }
    }

    private static void requireEqual(byte[] expected, byte[] bytes, String what) throws FileDefect {
        if (!Arrays.equals(expected, bytes)) {
            throw differs(what);
        }
    }

    private static FileDefect differs(String what) {
        return new FileDefect(what + " differs from the source");
    }
}
