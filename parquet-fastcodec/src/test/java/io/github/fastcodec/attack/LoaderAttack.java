// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.attack;

import io.github.fastcodec.IsolatedLoader;
import io.github.fastcodec.PageRoundTrip;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Copies of our jar and its engines in loaders that come and go, some of them while they are at work. */
final class LoaderAttack implements Attack.Actions {

    private final UnaryOperator<String> own = new PageRoundTrip();

    @Override
    @SuppressWarnings("unchecked") // the class says so
    public void act(Random random) throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        IsolatedLoader loader = IsolatedLoader.of(List.of(), name -> false, name -> false);
        Thread.currentThread().setContextClassLoader(loader);
        try {
            UnaryOperator<String> copy = loader.newInstance(PageRoundTrip.class, UnaryOperator.class);
            if (random.nextBoolean()) {
                Thread closing = new Thread(() -> close(loader));
                closing.start();
                try {
                    roundTrips(copy, random);
                } catch (RuntimeException | LinkageError e) {
                    // a class that it did not have yet; it is the one that was closed
                }
                closing.join();
            } else {
                roundTrips(copy, random);
            }
            roundTrips(own, random);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
            close(loader);
        }
        if (random.nextBoolean()) {
            System.gc();
        }
    }

    @Override
    public void end() throws Exception {
        roundTrips(own, new Random(1));
        PoolAccount.assertBalanced();
    }

    private static void roundTrips(UnaryOperator<String> roundTrip, Random random) {
        CompressionCodecName[] codecs = CompressionCodecName.values();
        int first = random.nextInt(codecs.length);
        for (int i = 0; i < codecs.length; i++) {
            roundTrip.apply(codecs[(first + i) % codecs.length].name());
        }
    }

    private static void close(IsolatedLoader loader) {
        try {
            loader.close();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
