// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.internal.cluster.Cluster;
import io.github.fastcodec.internal.cluster.DirectoryConversion;
import io.github.fastcodec.internal.cluster.FileList;
import io.github.fastcodec.internal.cluster.FileTask;
import io.github.fastcodec.internal.recompress.FileOutcome;
import io.github.fastcodec.internal.storage.Entry;
import io.github.fastcodec.internal.storage.InputFile;
import io.github.fastcodec.internal.storage.Storage;
import io.github.fastcodec.internal.storage.Storages;
import io.github.fastcodec.recompress.RecompressOptions;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Map;

/** The command {@code recompress} where a cluster does the work. For one thread. */
final class ClusterRecompression {

    private final PathArguments paths;
    private final Cluster cluster;
    private final Storages storages;
    private final DirectoryConversion directories;

    ClusterRecompression(PathArguments paths, Cluster cluster) {
        paths.requireNoJars();
        this.paths = paths;
        this.cluster = cluster;
        this.storages = cluster.storages();
        this.directories = new DirectoryConversion(cluster);
    }

    /**
     * Returns how pages are compressed: system properties come before the settings of the application.
     *
     * @throws IllegalArgumentException if a setting is out of range; names it
     */
    static FastCodecOptions options(Cluster cluster) {
        Map<String, String> settings = cluster.settings();
        return FastCodecOptions.from(key -> System.getProperty(key, settings.get(key)));
    }

    /**
     * Looks for the files.
     *
     * @throws IllegalArgumentException if a path leads nowhere, or all of them to no Parquet file
     */
    FileList find(String to) throws IOException {
        FileList files;
        try {
            files = directories.list(paths.paths(), to);
        } catch (NoSuchFileException e) {
            throw paths.leadsNowhere(e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--to: " + e.getMessage(), e);
        }
        paths.requireFiles(files.files());
        return files;
    }

    ConversionReport convert(FileList files, RecompressOptions options, boolean keepsFiles, Interruption interruption) {
        ConversionReport report = new ConversionReport(keepsFiles, options, interruption::isRequested);
        long[] ended = new long[2];
        try (Progress progress = Progress.start("recompress", Math.toIntExact(files.files()), files.bytes())) {
            directories.convert(
                    files,
                    options,
                    result -> {
                        FileOutcome outcome = result.outcome();
                        report.add(outcome);
                        ended[0]++;
                        ended[1] += outcome.bytesBefore();
                        progress.bytes(outcome.bytesBefore());
                        progress.file();
                    },
                    interruption::isRequested);
        } catch (IOException e) {
            report.ended(e); // what is done is done, and the report says so
        }
        report.addNotDone(files.files() - ended[0], Math.max(0, files.bytes() - ended[1]));
        files.hidden().forEach(report::leftOut);
        files.others().filter(file -> !comesLast(file)).forEach(file -> copy(file, report));
        files.others().filter(ClusterRecompression::comesLast).forEach(file -> copy(file, report));
        report.end(cluster.threads());
        return report;
    }

    private static boolean comesLast(FileTask file) {
        return FileCopies.comesLast(file.source().substring(file.source().lastIndexOf('/') + 1));
    }

    private void copy(FileTask file, ConversionReport report) {
        try {
            Storage storage = storages.of(file.source());
            String path = storages.path(file.source());
            Entry entry = new Entry(path, storage.name(path), Entry.Type.FILE, file.length(), 0, null);
            FileCopies.copy(
                    new InputFile(storage, entry, ""),
                    storages.of(file.target()),
                    storages.path(file.target()),
                    report);
        } catch (IOException e) {
            throw new IllegalStateException(e); // both were listed before
        }
    }
}
