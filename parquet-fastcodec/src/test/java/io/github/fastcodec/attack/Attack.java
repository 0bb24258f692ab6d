// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.attack;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A program that acts at random like the worst of applications, on many threads. It exits with 0 if every page was either correct
 * or failed with a proper exception, and nothing was leaked. {@link AttackTest} runs each kind in a separate JVM, because an
 * attack leaves its JVM unfit for other tests.
 */
final class Attack {

    /** Random actions of many threads at once. */
    interface Actions {

        /** Performs one action; throws if its outcome is wrong. */
        void act(Random random) throws Exception;

        /** Checks for leaks when all threads have ended. */
        void end() throws Exception;
    }

    /** The time without any completed action after which the program ends, because its threads hang. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);

    private final long seed;
    private final int actionsOfEachThread;
    private final long endNanos;
    private final boolean starved;
    private final AtomicLong done = new AtomicLong();
    private final AtomicLong outOfMemory = new AtomicLong();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    private Attack(long seed, int actionsOfEachThread, long minutes, boolean starved) {
        this.seed = seed;
        this.actionsOfEachThread = actionsOfEachThread;
        this.endNanos = minutes == 0 ? 0 : System.nanoTime() + TimeUnit.MINUTES.toNanos(minutes);
        this.starved = starved;
    }

    /**
     * Runs one kind of attack.
     *
     * @param args the kind, the seed, and the number of minutes; 0 runs only as many actions as take some seconds
     */
    public static void main(String[] args) throws Exception {
        String kind = args[0];
        long seed = Long.parseLong(args[1]);
        long minutes = Long.parseLong(args[2]);
        Random random = new Random(seed);
        Attack attack;
        switch (kind) {
            case "pages":
                attack = new Attack(seed, 1_500, minutes, false);
                attack.run(new PageAttack(random), 8, Thread::new, true);
                break;
            case "heap":
                attack = new Attack(seed, 150, minutes, true);
                attack.run(new MemoryAttack(random, 24 << 20, size -> new byte[size]), 4, Thread::new, false);
                break;
            case "direct":
                attack = new Attack(seed, 150, minutes, true);
                attack.run(new MemoryAttack(random, 4 << 20, ByteBuffer::allocateDirect), 4, Thread::new, false);
                break;
            case "threads":
                attack = new Attack(seed, 5, minutes, false);
                attack.run(new PageAttack(random), 1_000, Thread::new, true);
                break;
            case "virtual threads":
                attack = new Attack(seed, 5, minutes, false);
                attack.run(new PageAttack(random), 1_000, virtualThreads(), true);
                break;
            case "hadoop":
                attack = new Attack(seed, 1_500, minutes, false);
                attack.run(new HadoopAttack(), 8, Thread::new, true);
                break;
            case "loaders":
                attack = new Attack(seed, 3, minutes, false);
                attack.run(new LoaderAttack(), 3, Thread::new, false);
                break;
            default:
                throw new IllegalArgumentException(kind);
        }
        System.exit(attack.report(kind));
    }

    private static ThreadFactory virtualThreads() throws ReflectiveOperationException {
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        return (ThreadFactory)
                Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
    }

    private void run(Actions actions, int threads, ThreadFactory factory, boolean interrupting) throws Exception {
        List<Thread> workers = new ArrayList<>();
        CountDownLatch start = new CountDownLatch(1);
        for (int i = 0; i < threads; i++) {
            Random random = new Random(seed + i);
            workers.add(factory.newThread(() -> work(actions, random, start)));
        }
        workers.forEach(Thread::start);
        AtomicBoolean over = new AtomicBoolean();
        Thread other = new Thread(() -> disturb(workers, interrupting, over), "disturber");
        other.start();
        start.countDown();
        for (Thread worker : workers) {
            worker.join();
        }
        over.set(true);
        other.join();
        if (failure.get() == null) {
            try {
                actions.end();
            } catch (Exception | Error e) {
                failure.set(e);
            }
        }
    }

    private void work(Actions actions, Random random, CountDownLatch start) {
        while (start.getCount() > 0) {
            try {
                start.await();
            } catch (InterruptedException e) {
                // any number of times
            }
        }
        for (int i = 0; failure.get() == null && isOngoing(i); i++) {
            try {
                actions.act(random);
            } catch (Exception | Error e) {
                if (starved && isOutOfMemory(e)) {
                    outOfMemory.incrementAndGet();
                } else {
                    failure.compareAndSet(null, e);
                }
            }
            done.incrementAndGet();
        }
    }

    private boolean isOngoing(int actions) {
        return endNanos == 0 ? actions < actionsOfEachThread : System.nanoTime() - endNanos < 0;
    }

    private static boolean isOutOfMemory(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof OutOfMemoryError) {
                return true;
            }
        }
        return false;
    }

    /** Interrupts workers at random, and ends the program if none of them makes progress. */
    private void disturb(List<Thread> workers, boolean interrupting, AtomicBoolean over) {
        Random random = new Random(seed);
        long before = 0;
        long since = System.nanoTime();
        while (!over.get()) {
            if (interrupting) {
                workers.get(random.nextInt(workers.size())).interrupt();
            }
            long now = done.get();
            if (now != before) {
                before = now;
                since = System.nanoTime();
            } else if (System.nanoTime() - since > PATIENCE_NANOS) {
                for (Map.Entry<Thread, StackTraceElement[]> thread :
                        Thread.getAllStackTraces().entrySet()) {
                    System.err.println(thread.getKey());
                    for (StackTraceElement frame : thread.getValue()) {
                        System.err.println("    " + frame);
                    }
                }
                System.err.println("Nothing gets on, seed " + seed);
                Runtime.getRuntime().halt(3);
            }
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private int report(String kind) {
        System.out.printf(
                "%s: %,d actions, %,d of them out of memory, seed %d%n", kind, done.get(), outOfMemory.get(), seed);
        if (failure.get() != null) {
            failure.get().printStackTrace();
            return 1;
        }
        return 0;
    }
}
