// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.turns;

import java.lang.reflect.Field;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A benchmark whose contenders take turns. Its parameter {@code contenders} names them. If it has a parameter {@code slice},
 * that is the length of a turn in milliseconds; otherwise turns are single shots. If it has a parameter {@code threads}, that
 * many threads run an operation concurrently. The plan sets the numbers of forks and rounds.
 *
 * <p>For JMH, one operation is one round of all contenders. JMH's own score, the time of a round, is meaningless. The samples
 * are secondary results that {@link RoundProfiler} passes to JMH. The heap is touched before the first round, because the
 * first access to new memory takes ten times as long as most codecs do.
 */
@State(Scope.Thread)
@Fork(jvmArgs = {"-Xms1500m", "-Xmx1500m", "-XX:+AlwaysPreTouch", "--enable-native-access=ALL-UNNAMED"})
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public abstract class InTurns {

    private Turns turns;

    /** Returns the subject's class. Each contender loads its own copy of it. */
    protected abstract Class<? extends Subject> subject();

    /** Returns whether an operation starts threads. If so, even a turn of one thread is measured in wall-clock time. */
    protected boolean startsThreads() {
        return false;
    }

    /** Returns the data that all contenders share. It contains only JDK types. */
    protected Object shared() throws Exception {
        return null;
    }

    /** Creates all contenders. */
    @Setup(Level.Trial)
    public void setUp() throws Exception {
        Map<String, String> params = params();
        boolean against = System.getProperty(Contender.AGAINST) != null;
        turns = new Turns(
                subject().getName(),
                Contender.expand(params.get("contenders"), against),
                params,
                shared(),
                Integer.parseInt(params.getOrDefault("slice", "0")) * 1_000_000L,
                Integer.parseInt(params.getOrDefault("threads", "1")),
                startsThreads());
    }

    private Map<String, String> params() throws IllegalAccessException {
        Map<String, String> params = new TreeMap<>();
        for (Field field : getClass().getFields()) {
            if (field.isAnnotationPresent(Param.class)) {
                params.put(field.getName(), String.valueOf(field.get(this)));
            }
        }
        return params;
    }

    /** Closes the contenders. */
    @TearDown(Level.Trial)
    public void tearDown() {
        turns.close();
    }

    /** Runs one turn of each contender for each cell. */
    @Benchmark
    public void round() throws Exception {
        RoundProfiler.set(turns.round());
    }
}
