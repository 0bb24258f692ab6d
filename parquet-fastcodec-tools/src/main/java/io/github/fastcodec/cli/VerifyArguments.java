// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.internal.sampling.ByteShare;
import io.github.fastcodec.internal.storage.Storages;
import io.github.fastcodec.verify.VerifyOptions;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.Iterator;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What every command that verifies takes: how much is looked at, what counts, and where it is written. */
final class VerifyArguments {

    private static final String FINDINGS = "--findings";
    private static final String DAMAGED = "--damaged";

    @Option(names = "--values")
    private boolean values;

    @Option(names = "--strict")
    private boolean strict;

    @Option(names = "--sample", paramLabel = "SHARE", converter = Share.class, descriptionKey = "verify-sample")
    private @Nullable Double sample;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "17", descriptionKey = "verify-seed")
    private long seed;

    @Option(names = FINDINGS, paramLabel = "FILE")
    private @Nullable String findings;

    @Option(names = DAMAGED, paramLabel = "FILE")
    private @Nullable String damaged;

    VerifyArguments() {}

    boolean values() {
        return values;
    }

    /** Returns how files are verified. */
    VerifyOptions options(WorkOptions work, FastCodecOptions codecs) {
        return VerifyOptions.defaults()
                .withCodecs(codecs)
                .withThreads(work.askedThreads())
                .withMemory(work.askedMemory())
                .withValues(values);
    }

    boolean strict() {
        return strict;
    }

    /** Returns whether some files may be left out. */
    boolean isSample() {
        return sample != null;
    }

    /** Returns the files that are to be looked at, of those that there are. */
    <F> Iterator<F> asked(Iterator<F> files, ToLongFunction<F> length) {
        return sample == null ? files : new ByteShare<F>(files, length, sample, seed);
    }

    /** Creates the file for findings, or returns null if none is asked for. */
    @Nullable
    JsonLines findings(Storages storages) throws IOException {
        return create(FINDINGS, findings, storages);
    }

    /** Creates the file for lost rows, or returns null if none is asked for. */
    @Nullable
    JsonLines damaged(Storages storages) throws IOException {
        if (damaged != null && damaged.equals(findings)) {
            throw new IllegalArgumentException(
                    FINDINGS + " and " + DAMAGED + " are both " + damaged + ", expected two files");
        }
        return create(DAMAGED, damaged, storages);
    }

    private @Nullable JsonLines create(String option, @Nullable String path, Storages storages) throws IOException {
        try {
            return path == null ? null : JsonLines.create(path, storages);
        } catch (FileAlreadyExistsException e) {
            throw new IllegalArgumentException(
                    option + " is " + path + ", which is there already: give another name", e);
        }
    }
}
