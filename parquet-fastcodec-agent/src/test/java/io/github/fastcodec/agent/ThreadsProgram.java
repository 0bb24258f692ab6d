// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.DirectByteBufferAllocator;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * A program whose threads all compress their first page at the same time, first with {@code DirectCodecFactory}, then with
 * {@code CodecFactory}.
 */
public final class ThreadsProgram {

    private static final int THREADS = 16;
    private static final CompressionCodecName CODEC = CompressionCodecName.SNAPPY;

    private ThreadsProgram() {}

    public static void main(String[] arguments) throws Exception {
        Configuration configuration = new Configuration(false);
        long direct = served(() ->
                CodecFactory.createDirectCodecFactory(configuration, DirectByteBufferAllocator.getInstance(), 1 << 10));
        long plain = served(() -> new CodecFactory(configuration, 1 << 10));
        System.out.println("served " + direct + " of " + THREADS + " and " + plain + " of " + THREADS);
    }

    private static long served(Supplier<CodecFactory> factories) throws Exception {
        long before = AgentCounts.pages(CODEC, true);
        CyclicBarrier start = new CyclicBarrier(THREADS);
        ExecutorService executor = Executors.newFixedThreadPool(THREADS);
        List<Future<?>> results = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            results.add(executor.submit(() -> {
                CodecFactory factory = factories.get();
                start.await();
                factory.getCompressor(CODEC).compress(BytesInput.from(new byte[1_000]));
                factory.release();
                return null;
            }));
        }
        for (Future<?> result : results) {
            result.get();
        }
        executor.shutdown();
        return AgentCounts.pages(CODEC, true) - before;
    }
}
