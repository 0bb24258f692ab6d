// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.agent;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** A program that compresses its first page on a thread of the JVM's common pool. */
public final class CommonPoolProgram {

    private static final CompressionCodecName CODEC = CompressionCodecName.SNAPPY;

    private CommonPoolProgram() {}

    public static void main(String[] arguments) throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        ForkJoinPool.commonPool().execute(() -> {
            try {
                compress();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            } finally {
                done.countDown();
            }
        });
        done.await(); // waiting for the task itself could run it on this thread
    }

    private static void compress() throws Exception {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        CodecFactory factory = new CodecFactory(new Configuration(false), 0);
        factory.getCompressor(CODEC).compress(BytesInput.from(new byte[1_000]));
        factory.release();
        boolean isSame = Thread.currentThread().getContextClassLoader() == context;
        System.out.println("served " + AgentCounts.pages(CODEC, true) + ", the context loader is the same: " + isSame);
    }
}
