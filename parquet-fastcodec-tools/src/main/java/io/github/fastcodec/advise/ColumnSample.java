// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import io.github.fastcodec.internal.parquet.ColumnChunk;
import io.github.fastcodec.internal.parquet.PagePlaces;
import io.github.fastcodec.plan.CodecLevel;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * A column of some files: what their footers and page headers say of it, and what was measured. For one thread. Its
 * serialized form lacks the chunks.
 */
final class ColumnSample implements Serializable {

    private static final long serialVersionUID = 1L;

    /**
     * A chunk and where it is.
     *
     * @param file the name by which {@link OpenInputs} knows its file
     * @param rowGroup the number of the row group among those of all files
     * @param pages where its pages are, and how large
     */
    record Chunk(String file, int rowGroup, ColumnChunk chunk, PagePlaces pages) {

        /** Returns what messages call a page. */
        String place(int page) {
            return file + ": " + chunk.at().page(page, pages.offset(page));
        }

        CompressionCodecName codec() {
            return chunk.codec();
        }
    }

    /**
     * The measurements of a slice.
     *
     * @param measured what it stands for, first as it is, then with each candidate; sizes are without headers
     * @param headerBytes the length of its pages' headers
     * @param pageBytes how many decompressed bytes of its pages are measured
     * @param checksums how many of its pages have a checksum
     */
    record Outcome(List<Measurement> measured, long headerBytes, long pageBytes, long checksums) {}

    private final String path;
    private final transient List<Chunk> chunks = new ArrayList<>();

    /** How many bytes have which codec. */
    private final LinkedHashMap<CompressionCodecName, Long> codecs = new LinkedHashMap<>();

    private long pages;
    private long checksummedPages;

    /** How many pages have a header that was not read. {@link #bytes} and {@link #plainBytes} include those headers. */
    private long unreadHeaders;

    private long bytes;
    private long headerBytes;
    private long plainBytes;
    private long sampledPages;
    private long sampledChecksums;
    private long sampledHeaderBytes;
    private long sampledBytes;

    /**
     * For each row group, what its measured pages stand for: as they are, and with each candidate. Sizes exclude headers.
     */
    private final TreeMap<Integer, List<Measurement>> measured = new TreeMap<>();

    ColumnSample(String path) {
        this.path = path;
    }

    void add(Chunk chunk) {
        chunks.add(chunk);
        PagePlaces places = chunk.pages();
        long compressed = 0;
        for (int page = 0; page < places.count(); page++) {
            headerBytes += places.headerLength(page);
            compressed += places.compressedSize(page);
            plainBytes += places.uncompressedSize(page);
        }
        bytes += compressed;
        pages += places.count();
        checksummedPages += places.checksummed();
        unreadHeaders += places.isEstimated() ? places.count() : 0;
        codecs.merge(chunk.codec(), compressed, Long::sum);
    }

    void add(Slice slice, Outcome outcome) {
        measured.merge(slice.chunk().rowGroup(), outcome.measured(), ColumnSample::plus);
        sampledChecksums += outcome.checksums();
        sampledHeaderBytes += outcome.headerBytes();
        sampledPages += slice.pages().size();
        sampledBytes += outcome.pageBytes();
    }

    /**
     * Adds what is known of the column in other files.
     *
     * @param weight how often those files count
     * @param firstRowGroup the number of their first row group among those of all files
     */
    void add(ColumnSample other, double weight, int firstRowGroup) {
        other.codecs.forEach((codec, of) -> codecs.merge(codec, Math.round(of * weight), Long::sum));
        pages += Math.round(other.pages * weight);
        checksummedPages += Math.round(other.checksummedPages() * weight);
        double unread = other.unreadHeaderBytes();
        bytes += Math.round((other.bytes - unread) * weight);
        headerBytes += Math.round((other.headerBytes + unread) * weight);
        plainBytes += Math.round(other.plainBytes() * weight);
        sampledPages += other.sampledPages;
        sampledBytes += other.sampledBytes;
        other.measured.forEach((rowGroup, outcome) -> measured.put(
                firstRowGroup + rowGroup,
                outcome.stream().map(one -> one.times(weight)).collect(Collectors.toList())));
    }

    private static List<Measurement> plus(List<Measurement> some, List<Measurement> others) {
        List<Measurement> sums = new ArrayList<>();
        Iterator<Measurement> other = others.iterator();
        some.forEach(one -> sums.add(Measurement.sum(one.codec(), List.of(one, other.next()))));
        return sums;
    }

    /**
     * Estimates the whole from what was measured: its size with a candidate is its true size, times what the sample takes with
     * the candidate over what the same pages take as they are.
     *
     * @return the column as it is, and with each candidate
     */
    List<Measurement> estimates(List<CodecLevel> candidates) {
        return estimates(candidates, measured.values());
    }

    /** Returns the same if the whole column were like a row group; nothing if nothing was measured there. */
    Optional<List<Measurement>> estimates(List<CodecLevel> candidates, int rowGroup) {
        return Optional.ofNullable(measured.get(rowGroup)).map(group -> estimates(candidates, List.of(group)));
    }

    private List<Measurement> estimates(List<CodecLevel> candidates, Collection<List<Measurement>> samples) {
        List<Measurement> whole = new ArrayList<>();
        double sampledNow = 0;
        for (int i = 0; i <= candidates.size(); i++) {
            int index = i;
            Measurement sampled = Measurement.sum(
                    i == 0 ? now() : candidates.get(i - 1),
                    samples.stream().map(sample -> sample.get(index)).collect(Collectors.toList()));
            sampledNow = i == 0 ? sampled.bytes() : sampledNow;
            double unread = unreadHeaderBytes();
            double now = bytes - unread;
            double size = sampledNow == 0 ? now : now * (sampled.bytes() / sampledNow);
            if (i > 0 && sampled.codec().codec() == CompressionCodecName.UNCOMPRESSED) {
                size = plainBytes(); // which is known
            }
            double scale = sampled.plainBytes() == 0 ? 0 : plainBytes() / sampled.plainBytes();
            whole.add(new Measurement(
                    sampled.codec(),
                    headerBytes + plainBytes,
                    headerBytes + unread + size,
                    sampled.compressSeconds() * scale,
                    sampled.decompressSeconds() * scale));
        }
        return whole;
    }

    /** Estimates the length of the headers that were not read. */
    private double unreadHeaderBytes() {
        return Math.min(ofUnread(sampledHeaderBytes), Math.min(bytes, plainBytes));
    }

    /** Scales a total over the headers of the sample up to the headers that were not read. */
    private double ofUnread(long sampled) {
        return sampledPages == 0 ? 0 : (double) unreadHeaders * sampled / sampledPages;
    }

    /** Returns the path in the schema, with dots. */
    String path() {
        return path;
    }

    List<Chunk> chunks() {
        return chunks;
    }

    /** Returns the codec of the most bytes. Their level is unknown: a file does not tell it. */
    CodecLevel now() {
        return new CodecLevel(codecs.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(CompressionCodecName.UNCOMPRESSED));
    }

    boolean hasOneCodec() {
        return codecs.size() <= 1;
    }

    long pages() {
        return pages;
    }

    /** Returns how many pages have a checksum; an estimate if not all headers were read. */
    long checksummedPages() {
        return checksummedPages + Math.round(ofUnread(sampledChecksums));
    }

    /** Returns the length of the pages without their headers when they are decompressed, in bytes. */
    long plainBytes() {
        return plainBytes - Math.round(unreadHeaderBytes());
    }

    long sampledPages() {
        return sampledPages;
    }

    /** Returns how many decompressed bytes were measured. */
    long sampledBytes() {
        return sampledBytes;
    }

    /** Returns the row groups of which something was measured, by their numbers among those of all files. */
    Collection<Integer> rowGroups() {
        return measured.keySet();
    }
}
