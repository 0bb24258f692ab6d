// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

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

/** The options of all commands that verify: the depth of the checks, the sample, and the files to write. */
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

    boolean values() {
        return values;
    }

    VerifyOptions options(WorkOptions work, FastCodecOptions codecs) {
        return VerifyOptions.defaults()
                .withCodecs(codecs)
                .withThreads(work.requestedThreads())
                .withMemory(work.requestedMemory())
                .withValues(values);
    }

    boolean strict() {
        return strict;
    }

    /** Returns whether only a sample of the files is verified. */
    boolean isSample() {
        return sample != null;
    }

    /** Returns the files to verify: all, or a sample of them. */
    <F> Iterator<F> selected(Iterator<F> files, ToLongFunction<F> length) {
        return sample == null ? files : new ByteShare<F>(files, length, sample, seed);
    }

    /** Creates the file for findings, or returns null if none is requested. */
    @Nullable
    JsonLines findings(Storages storages) throws IOException {
        return create(FINDINGS, findings, storages);
    }

    /** Creates the file for lost rows, or returns null if none is requested. */
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
            throw new IllegalArgumentException(option + " is " + path + ", which already exists: give another name", e);
        }
    }
}
