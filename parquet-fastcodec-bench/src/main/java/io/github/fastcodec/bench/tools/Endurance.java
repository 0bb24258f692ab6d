// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import com.sun.management.GarbageCollectionNotificationInfo;
import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.FastCodecStats;
import io.github.fastcodec.PoolState;
import io.github.fastcodec.bench.page.TpchPages;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Everything at once, for a long time, in one factory. */
@Command(
        name = "endurance",
        header = "Ten minutes of all codecs: whether memory or the pool grows.",
        description =
                "Threads come and go, virtual ones too where there are any, and compress and decompress good pages and"
                        + " damaged ones. Prints memory and the state of the pool over time.",
        exitCodeList = {
            Tool.FINE,
            "1:Memory or the pool grew, a page came back changed, or something asked for a collection, as the JVM does where"
                    + " direct memory runs out.",
            Tool.REFUSED
        },
        footer = "  java -jar benchmarks.jar endurance --seconds=60")
@Jvm.Options({"-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch"})
public final class Endurance extends Tool {

    private static final int LINES = 30;
    private static final int AT_ONCE = 16;

    /** How much the resident set may grow from the middle third of the run to the last, in bytes: compilers, and luck. */
    private static final long TOLERANCE = 48L << 20;

    @Option(
            names = "--seconds",
            converter = Checked.Positive.class,
            defaultValue = "600",
            paramLabel = "N",
            description = "How long, in seconds.")
    private int seconds;

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "N",
            description = "The seed of everything that is drawn by lot.")
    private int seed;

    private final FastCodecFactory factory = new FastCodecFactory();
    private byte[][] pages;
    private final LongAdder good = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    @Override
    public Integer call() throws Exception {
        pages = Arrays.stream(TpchPages.Shape.values())
                .map(shape -> shape.page(1 << 20))
                .toArray(byte[][]::new);
        AtomicInteger askedFor = countCollectionsAskedFor();
        System.out.println("seed " + seed + ", " + seconds + " seconds, virtual threads: " + (virtual() != null));
        long start = System.nanoTime();
        long end = start + seconds * 1_000_000_000L;
        Thread starter = new Thread(() -> startThreads(new SplittableRandom(seed), end));
        starter.start();

        List<Long> resident = new ArrayList<>();
        boolean bounded = true;
        for (int line = 1; line <= LINES; line++) {
            long pause = start + seconds * 1_000_000_000L / LINES * line - System.nanoTime();
            Thread.sleep(Math.max(1, pause / 1_000_000));
            PoolState state = FastCodecStats.pool();
            resident.add(ProcessMemory.resident());
            bounded &= state.getContexts() <= state.getMaxContexts() && state.getBytes() <= state.getMaxBytes();
            System.out.printf(
                    "%5d s  RSS %7s MiB, direct %4s MiB  pool %s; %,d good pages, %,d refused%n",
                    (System.nanoTime() - start) / 1_000_000_000,
                    ProcessMemory.mib(resident.get(resident.size() - 1)),
                    ProcessMemory.mib(ProcessMemory.direct()),
                    state,
                    good.sum(),
                    refused.sum());
        }
        starter.join();
        if (failure.get() != null) {
            failure.get().printStackTrace();
            return 1;
        }
        PoolState state = FastCodecStats.pool();
        boolean closed = state.getCreated() - state.getClosed() == state.getContexts();
        long middle = max(resident.subList(LINES / 3, 2 * LINES / 3));
        long last = max(resident.subList(2 * LINES / 3, LINES));
        boolean flat = last <= middle + TOLERANCE;
        System.out.printf(
                "resident set: %s MiB in the middle third, %s MiB in the last: %s%npool: %s; %s%ncollections asked for: %d%n",
                ProcessMemory.mib(middle),
                ProcessMemory.mib(last),
                flat ? "flat" : "GROWS",
                bounded ? "within its bounds" : "BEYOND ITS BOUNDS",
                closed ? "every context that is not in it is closed" : "CONTEXTS ARE LOST",
                askedFor.get());
        return bounded && flat && closed && askedFor.get() == 0 ? 0 : 1;
    }

    private static AtomicInteger countCollectionsAskedFor() {
        AtomicInteger count = new AtomicInteger();
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            ((NotificationEmitter) collector)
                    .addNotificationListener(
                            (notification, handback) -> {
                                GarbageCollectionNotificationInfo info = GarbageCollectionNotificationInfo.from(
                                        (CompositeData) notification.getUserData());
                                if (info.getGcCause().equals("System.gc()")) {
                                    count.incrementAndGet();
                                }
                            },
                            null,
                            null);
        }
        return count;
    }

    private static long max(List<Long> values) {
        return values.stream().mapToLong(Long::longValue).max().orElseThrow();
    }

    private void startThreads(SplittableRandom random, long end) {
        Semaphore running = new Semaphore(AT_ONCE);
        ThreadFactory virtual = virtual();
        while (System.nanoTime() < end && failure.get() == null) {
            running.acquireUninterruptibly();
            SplittableRandom own = random.split();
            Runnable work = () -> {
                try {
                    work(own);
                } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                } finally {
                    running.release();
                }
            };
            ThreadFactory threads = virtual != null && random.nextBoolean() ? virtual : Thread::new;
            threads.newThread(work).start();
        }
        running.acquireUninterruptibly(AT_ONCE);
    }

    /** A short life: a few pages of one codec, at one of its levels. */
    private void work(SplittableRandom random) throws IOException {
        CompressionCodecName[] codecs = CompressionCodecName.values();
        CompressionCodecName codec = codecs[1 + random.nextInt(codecs.length - 1)];
        BytesInputCompressor compressor = factory.getCompressor(codec, 1 + random.nextInt(6));
        BytesInputDecompressor decompressor = factory.getDecompressor(codec);
        for (int i = random.nextInt(20); i >= 0; i--) {
            byte[] source = pages[random.nextInt(pages.length)];
            int size = 1 + random.nextInt(random.nextInt(50) == 0 ? source.length : 60_000);
            byte[] page = Arrays.copyOf(source, size);
            byte[] compressed =
                    compressor.compress(BytesInput.from(page)).toInputStream().readAllBytes();
            if (random.nextInt(4) == 0) {
                damaged(decompressor, compressed, size, random);
            }
            byte[] back = decompressor
                    .decompress(BytesInput.from(compressed), size)
                    .toInputStream()
                    .readAllBytes();
            if (!Arrays.equals(page, back)) {
                throw new IllegalStateException("another page came back, " + codec + " of " + size + " bytes");
            }
            good.increment();
        }
        if (random.nextBoolean()) {
            compressor.release(); // applications often forget it
            decompressor.release();
        }
    }

    private void damaged(BytesInputDecompressor decompressor, byte[] compressed, int size, SplittableRandom random) {
        byte[] bad = compressed.clone();
        bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
        try {
            decompressor.decompress(BytesInput.from(bad), random.nextBoolean() ? size : size + 1);
        } catch (IOException e) {
            refused.increment(); // what goes through is well-formed, and no checksum stands by
        }
    }

    /** Returns a factory of virtual threads, or null before Java 21. */
    private static ThreadFactory virtual() {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            return (ThreadFactory) Class.forName("java.lang.Thread$Builder")
                    .getMethod("factory")
                    .invoke(builder);
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }
}
