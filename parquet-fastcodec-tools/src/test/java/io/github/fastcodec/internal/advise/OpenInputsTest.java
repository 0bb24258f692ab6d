// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.advise.AdviseOptions;
import io.github.fastcodec.advise.Goal;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.ForwardingInput;
import io.github.fastcodec.internal.storage.LocalInput;
import io.github.fastcodec.plan.CodecLevel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OpenInputsTest {

    private static final Path SOURCE =
            Path.of("../parquet-fastcodec/src/test/resources/interop/pyarrow-snappy-v1-plain-large.parquet");

    private static final int FILES = 100;

    private static final int THREADS = 2;

    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    private FileInput open() throws IOException {
        FileInput input = LocalInput.open(SOURCE);
        most.accumulateAndGet(open.incrementAndGet(), Math::max);
        return new ForwardingInput(input) {
            @Override
            public void close() throws IOException {
                open.decrementAndGet();
                super.close();
                throw new IOException("it does not matter any more");
            }
        };
    }

    // Would catch: files that are left out because the table has more of them than a process may have open.
    @Test
    void opensOnlyTheFilesThatAreBeingRead() throws IOException {
        List<String> sources =
                IntStream.range(0, FILES).mapToObj(i -> "file " + i).toList();
        AdviseOptions options = AdviseOptions.of(Goal.BALANCED)
                .withCandidates(CodecLevel.listOf("snappy"))
                .withThreads(THREADS)
                .withSample(1L << 40); // all pages
        TableSample sample = new TableSample(0, 1);
        try (OpenInputs inputs = new OpenInputs(sources, path -> open(), true)) {
            new Measuring(options, inputs, sample, share -> {}).measureTable();
        }
        assertEquals(FILES, sample.files.size());
        assertTrue(most.get() <= THREADS, most + " files were open");
        assertEquals(0, open.get());
    }
}
