// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.advise;

import io.github.fastcodec.advise.Measurement;
import io.github.fastcodec.internal.parquet.PageLayout;
import io.github.fastcodec.internal.sampling.Variance;
import io.github.fastcodec.plan.CodecLevel;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * The chunks of one column and one codec in some files, with their sizes and measurements. Not thread-safe. The serialized form
 * lacks the chunks.
 */
final class ColumnSample implements Serializable {

    private static final long serialVersionUID = 1L;

    /**
     * A chunk of a file.
     *
     * @param file the name of the file in {@link OpenInputs}
     * @param pages the offsets and sizes of its pages
     * @param ratio the decompressed length of its pages divided by the compressed length
     */
    record Chunk(String file, PageLayout pages, double ratio) {

        Chunk(String file, PageLayout pages) {
            this(file, pages, (double) pages.uncompressedLength() / Math.max(1, pages.length()));
        }

        /** Returns the name of a page for messages. */
        String place(int page) {
            return file + ": " + pages.at(page);
        }

        CompressionCodecName codec() {
            return pages.chunk().codec();
        }
    }

    /**
     * The measurements of a slice.
     *
     * @param measured the measurements, first in the current codec, then with each candidate; scaled to the pages that the slice
     *     represents; sizes exclude headers
     * @param squares for each of these measurements, the sum over all draws of the square of the bytes that the draw adds
     * @param headerBytes the length of the slice's page headers, in bytes
     * @param pageBytes the number of the slice's decompressed bytes that were measured
     * @param checksums the number of the slice's pages that have a checksum
     */
    record Outcome(List<Measurement> measured, double[] squares, long headerBytes, long pageBytes, long checksums) {}

    private final String path;
    private final CompressionCodecName codec;
    private final transient List<Chunk> chunks = new ArrayList<>();
    private long pages;
    private long checksummedPages;

    /** The number of pages whose header was not read. {@link #bytes} and {@link #plainBytes} include those headers. */
    private long unreadHeaders;

    private long bytes;
    private long headerBytes;
    private long plainBytes;
    private long sampledParts;
    private long sampledPages;
    private long sampledChecksums;
    private long sampledHeaderBytes;
    private long sampledBytes;
    private boolean isInParts;

    /** The pages that were measured, whole or in part, each identified by its chunk and index. */
    private final transient Set<Map.Entry<Chunk, Integer>> sampled = new HashSet<>();

    /** The sums of the scaled measurements: in the current codec, and with each candidate. Sizes exclude headers. */
    private ArrayList<Measurement> measured = new ArrayList<>();

    /** The strata of the chunks, keyed by their number. */
    private final transient Map<Integer, Stratum> chunkStrata = new TreeMap<>();

    private final ArrayList<Stratum> strata = new ArrayList<>();

    /**
     * The sizes of each file in the current codec and with each candidate, in bytes, estimated from its strata; keyed by file
     * name.
     */
    private final LinkedHashMap<String, double[]> files = new LinkedHashMap<>();

    ColumnSample(String path, CompressionCodecName codec) {
        this.path = path;
        this.codec = codec;
    }

    void add(Chunk chunk) {
        chunks.add(chunk);
        PageLayout places = chunk.pages();
        long compressed = 0;
        for (int page = 0; page < places.count(); page++) {
            headerBytes += places.headerLength(page);
            compressed += places.compressedSize(page);
            plainBytes += places.uncompressedSize(page);
            if (places.uncompressedSize(page) > 0) {
                chunkStrata
                        .computeIfAbsent(Stratum.of(chunk, page), number -> newStratum())
                        .add(chunk, page);
            }
        }
        bytes += compressed;
        pages += places.count();
        checksummedPages += places.checksummed();
        unreadHeaders += places.isEstimated() ? places.count() : 0;
    }

    private Stratum newStratum() {
        Stratum stratum = new Stratum();
        strata.add(stratum);
        return stratum;
    }

    /** Returns the strata of all chunks, keyed by their number. */
    Map<Integer, Stratum> strata() {
        return chunkStrata;
    }

    void add(Slice slice, Outcome outcome) {
        measured = plus(measured, outcome.measured());
        slice.stratum()
                .add(
                        slice.pages().stream().mapToInt(Slice.Page::hits).sum(),
                        outcome.measured().stream()
                                .mapToDouble(Measurement::bytes)
                                .toArray(),
                        outcome.squares());
        slice.pages().forEach(page -> sampled.add(Map.entry(slice.chunk(), page.index())));
        sampledPages = sampled.size();
        sampledParts += slice.pages().size();
        sampledChecksums += outcome.checksums();
        sampledHeaderBytes += outcome.headerBytes();
        sampledBytes += outcome.pageBytes();
        isInParts |= slice.pages().stream().anyMatch(page -> page.parts() > 1);
    }

    /**
     * Adds the sample of the same column and codec in other files.
     *
     * @param weight the factor by which that sample is scaled
     */
    void add(ColumnSample other, double weight) {
        pages += Math.round(other.pages * weight);
        checksummedPages += Math.round(other.checksummedPages() * weight);
        double unread = other.unreadHeaderBytes();
        bytes += Math.round((other.bytes - unread) * weight);
        headerBytes += Math.round((other.headerBytes + unread) * weight);
        plainBytes += Math.round(other.plainBytes() * weight);
        sampledPages += other.sampledPages;
        sampledBytes += other.sampledBytes;
        isInParts |= other.isInParts;
        measured = plus(
                measured,
                other.measured.stream()
                        .map(one -> Measurements.times(one, weight))
                        .collect(Collectors.toList()));
        other.strata.forEach(stratum -> strata.add(stratum.times(weight)));
        other.files.forEach((file, sizes) ->
                files.put(file, Arrays.stream(sizes).map(size -> size * weight).toArray()));
    }

    private static ArrayList<Measurement> plus(List<Measurement> some, List<Measurement> others) {
        if (some.isEmpty() || others.isEmpty()) {
            return new ArrayList<>(some.isEmpty() ? others : some);
        }
        ArrayList<Measurement> sums = new ArrayList<>();
        Iterator<Measurement> other = others.iterator();
        some.forEach(one -> sums.add(Measurements.sum(one.codec(), List.of(one, other.next()))));
        return sums;
    }

    /**
     * Estimates the whole column from the sample. Its size with a candidate is its exact current size multiplied by the size of
     * the sample with the candidate and divided by the current size of the sample.
     *
     * @return the column in its current codec, and with each candidate
     */
    List<Measurement> estimates(List<CodecLevel> candidates) {
        List<Measurement> whole = new ArrayList<>();
        for (int i = 0; i <= candidates.size(); i++) {
            CodecLevel codec = i == 0 ? now() : candidates.get(i - 1);
            // pages of 0 bytes are not measured
            Measurement sample = measured.isEmpty() ? Measurements.of(codec, 0, 0, 0, 0) : measured.get(i);
            double sampledNow = measured.isEmpty() ? 0 : measured.get(0).bytes();
            double unread = unreadHeaderBytes();
            double now = bytes - unread;
            double size = i == 0 || sampledNow == 0 ? now : now * (sample.bytes() / sampledNow);
            if (i > 0 && isKnown(i)) {
                size = plainBytes();
            }
            double scale = sample.plainBytes() == 0 ? 0 : plainBytes() / sample.plainBytes();
            whole.add(Measurements.of(
                    codec,
                    headerBytes + plainBytes,
                    headerBytes + unread + size,
                    sample.compressSeconds() * scale,
                    sample.decompressSeconds() * scale));
        }
        return whole;
    }

    /** Returns whether the size with a candidate is known without a sample, like the current and the uncompressed size. */
    boolean isKnown(int candidate) {
        return candidate == 0
                || measured.isEmpty()
                || measured.get(candidate).codec().codec() == CompressionCodecName.UNCOMPRESSED;
    }

    /** Returns the variance of the size with a candidate, which results from measuring only some of the files' pages. */
    Variance variance(int candidate) {
        return isKnown(candidate)
                ? Variance.NONE
                : strata.stream().map(stratum -> stratum.variance(candidate)).reduce(Variance.NONE, Variance::plus);
    }

    /** Estimates the size of each file: the sum of the compressed lengths of its pages, each times the ratio of its stratum. */
    void estimateFiles(int candidates) {
        Map<Integer, double[]> ratios = new TreeMap<>();
        chunkStrata.forEach((number, stratum) -> ratios.put(number, stratum.ratios()));
        for (Chunk chunk : chunks) {
            double[] sizes = files.computeIfAbsent(chunk.file(), none -> new double[1 + candidates]);
            for (int page = 0; page < chunk.pages().count(); page++) {
                double[] ratio = ratios.getOrDefault(Stratum.of(chunk, page), new double[sizes.length]);
                for (int i = 0; i < sizes.length; i++) {
                    sizes[i] += chunk.pages().compressedSize(page) * ratio[i];
                }
            }
        }
    }

    /** Returns the sizes of each file in the current codec and with each candidate, keyed by the file's name. */
    Map<String, double[]> files() {
        return files;
    }

    /** Estimates the length of the headers that were not read. */
    private double unreadHeaderBytes() {
        return Math.min(scaledToUnread(sampledHeaderBytes), Math.min(bytes, plainBytes));
    }

    /** Extrapolates a total over the headers of the sample to the headers that were not read. */
    private double scaledToUnread(long sampled) {
        return sampledParts == 0 ? 0 : (double) unreadHeaders * sampled / sampledParts;
    }

    /** Returns the path in the schema, with dots. */
    String path() {
        return path;
    }

    List<Chunk> chunks() {
        return chunks;
    }

    /** Returns the current codec, without a level, because files do not record levels. */
    CodecLevel now() {
        return new CodecLevel(codec);
    }

    long pages() {
        return pages;
    }

    /** Returns the number of pages that have a checksum; an estimate if not all headers were read. */
    long checksummedPages() {
        return checksummedPages + Math.round(scaledToUnread(sampledChecksums));
    }

    /** Returns the decompressed length of the pages without their headers, in bytes. */
    long plainBytes() {
        return plainBytes - Math.round(unreadHeaderBytes());
    }

    long sampledPages() {
        return sampledPages;
    }

    /** Returns whether any page was measured in parts, so that its size is not exact. */
    boolean isInParts() {
        return isInParts;
    }

    /** Returns the number of decompressed bytes that were measured. */
    long sampledBytes() {
        return sampledBytes;
    }
}
