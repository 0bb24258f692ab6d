// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.attack;

import static io.github.fastcodec.attack.PageAttack.require;

import io.github.fastcodec.support.IsolatedLoader;
import io.github.fastcodec.support.PageRoundTrip;
import io.github.fastcodec.support.PoolAccount;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLConnection;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Copies of our jar and its engines in short-lived loaders, some of which are closed while they work. */
final class LoaderAttack implements Attack.Actions {

    private final UnaryOperator<String> own = new PageRoundTrip();

    /** Turns off the JDK's cache of open jars. Loaders share its jars, and a loader that is closed closes them for all. */
    LoaderAttack() {
        URLConnection.setDefaultUseCaches("jar", false);
    }

    @Override
    @SuppressWarnings("unchecked") // the class implements this type
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
                    // the closed loader cannot load further classes
                }
                closing.join();
            } else {
                // an interrupted task is the first to use each codec; no engine may be marked as missing
                // because of that
                Thread.currentThread().interrupt();
                List<String> engines = roundTrips(copy, random);
                require(Thread.interrupted(), "the interrupt got lost", null);
                for (int i = 0; i < 2; i++) {
                    List<String> again = roundTrips(i == 0 ? copy : own, random);
                    require(again.equals(engines), again + " in place of " + engines, null);
                }
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

    /** Returns the engines in the order of the codecs. The round trips run in a random order. */
    private static List<String> roundTrips(UnaryOperator<String> roundTrip, Random random) {
        CompressionCodecName[] codecs = CompressionCodecName.values();
        String[] engines = new String[codecs.length];
        int first = random.nextInt(codecs.length);
        for (int i = 0; i < codecs.length; i++) {
            int codec = (first + i) % codecs.length;
            engines[codec] = roundTrip.apply(codecs[codec].name());
        }
        return List.of(engines);
    }

    private static void close(IsolatedLoader loader) {
        try {
            loader.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
