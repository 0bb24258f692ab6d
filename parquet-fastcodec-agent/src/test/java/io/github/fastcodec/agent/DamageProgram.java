// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.agent;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** A program that gives damaged pages to parquet-java and checks the exceptions. */
@SuppressWarnings("deprecation") // every parquet-java has it
public final class DamageProgram {

    private static final int SIZE = 10_000;

    private DamageProgram() {}

    public static void main(String[] arguments) throws Exception {
        CodecFactory factory = new CodecFactory(new Configuration(), 0);
        for (String argument : arguments) {
            CompressionCodecName codec = CompressionCodecName.valueOf(argument);
            byte[] page = factory.getCompressor(codec)
                    .compress(BytesInput.from(new byte[SIZE]))
                    .toByteArray();
            int[] sizes = {SIZE - 1, SIZE + 1, -1, Integer.MAX_VALUE};
            for (int size : sizes) {
                require(codec, page, size, factory);
            }
            byte[] damaged = page.clone();
            for (int i = damaged.length / 2; i < damaged.length; i++) {
                damaged[i] ^= 0x55;
            }
            require(codec, damaged, SIZE, factory);
            if (factory.getDecompressor(codec)
                            .decompress(BytesInput.from(page), SIZE)
                            .toByteArray()
                            .length
                    != SIZE) {
                throw new AssertionError("a good page after bad ones");
            }
            System.out.println(codec + " failures " + AgentCounts.failures(codec, false));
        }
    }

    private static void require(CompressionCodecName codec, byte[] page, int size, CodecFactory factory) {
        try {
            factory.getDecompressor(codec).decompress(BytesInput.from(page), size);
            throw new AssertionError(codec + " gave " + size + " bytes");
        } catch (IOException e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                ClassLoader loader = cause.getClass().getClassLoader();
                if (loader != null || cause.getSuppressed().length > 0 || e.getClass() != IOException.class) {
                    throw new AssertionError("another JVM could not read " + cause.getClass(), e);
                }
            }
            if (!e.getMessage().contains(codec.name()) || e.getStackTrace().length < 3) {
                throw new AssertionError("an exception that says too little", e);
            }
        }
    }
}
