// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.flink;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Where the jars are: in Flink's lib folder, or with the job, whose classes are loaded child-first. */
enum Layout {
    /** Parquet in lib, without our jars. */
    PLAIN(true, Ours.NOWHERE),
    /** Parquet in the job, without our jars. */
    PLAIN_JOB(false, Ours.NOWHERE),
    /** Parquet and our jars in lib. */
    LIB(true, Ours.IN_LIB),
    /** Parquet and our jars in the job. */
    JOB(false, Ours.IN_JOB),
    /** Parquet in lib, our jars in the job. The codec map outlives the job and must not be changed. */
    SPLIT(true, Ours.IN_JOB);

    private enum Ours {
        NOWHERE,
        IN_LIB,
        IN_JOB
    }

    private static final Pattern TESTS = Pattern.compile("(junit|opentest4j|apiguardian|surefire|jspecify).*");
    private static final Pattern OURS = Pattern.compile(
            "(parquet-fastcodec|snappy-java|zstd-jni|aircompressor|brotli4j|native-|service-|dec-|lz4-java|jna-).*");
    private static final Pattern PARQUET =
            Pattern.compile("(flink-parquet|flink-avro|parquet-(?!fastcodec)|avro-|jackson-|zstd-jni|aircompressor).*");
    /** Libraries with which Flink itself compresses. */
    private static final Pattern FLINKS = Pattern.compile("(snappy-java|lz4-java).*");

    private final boolean parquetInLib;
    private final Ours ours;

    Layout(boolean parquetInLib, Ours ours) {
        this.parquetInLib = parquetInLib;
        this.ours = ours;
    }

    /** Returns Flink's class path: its lib folder, and the class that runs the cluster. */
    List<URL> lib() {
        return select(true);
    }

    /** Returns a job's own class path: its classes, and the jars that are not in lib. */
    List<URL> job() {
        return select(false);
    }

    private List<URL> select(boolean lib) {
        List<URL> selected = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            String name = Path.of(entry).getFileName().toString();
            boolean parquet = PARQUET.matcher(name).matches();
            boolean ofOurs = OURS.matcher(name).matches();
            boolean inLib;
            boolean inJob;
            // Our jars include libraries of Parquet and Flink, and Flink refuses a job that names a jar twice.
            if (TESTS.matcher(name).matches() || !new File(entry).exists() || !seen.add(name)) {
                continue;
            } else if (name.equals("classes")) {
                inLib = false;
                inJob = true;
            } else if (name.equals("test-classes") || !parquet && !ofOurs) {
                inLib = true;
                inJob = false;
            } else {
                inLib = parquet && parquetInLib
                        || ofOurs && ours == Ours.IN_LIB
                        || FLINKS.matcher(name).matches();
                inJob = parquet && !parquetInLib || ofOurs && ours == Ours.IN_JOB;
            }
            if (lib ? inLib : inJob) {
                selected.add(url(new File(entry).toURI()));
            }
        }
        return selected;
    }

    private static URL url(URI uri) {
        try {
            return uri.toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(uri.toString(), e);
        }
    }
}
