// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.turns;

import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A benchmark whose contenders take turns: what JMH counts as one operation is one round of all of them. JMH's own score, the
 * time of a round, says nothing; the samples are secondary results, which {@link RoundProfiler} hands over. The heap is touched
 * before the first round: fresh memory that the system has yet to back takes tenfold longer than most codecs.
 */
@State(Scope.Thread)
@Fork(
        value = 3,
        jvmArgs = {"-Xms768m", "-Xmx768m", "-XX:+AlwaysPreTouch", "--enable-native-access=ALL-UNNAMED"})
@Warmup(iterations = 15)
@Measurement(iterations = 20)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public abstract class InTurns {

    private Turns turns;

    /** Returns the class of which each contender has a copy. */
    protected abstract Class<? extends Subject> subject();

    /** Returns the contenders, with {@code +} between them. */
    protected abstract String contenders();

    /** Returns how long a turn is, in milliseconds; 0 for single shots. */
    protected int sliceMillis() {
        return 0;
    }

    /** Returns how many threads do an operation at once. */
    protected int threads() {
        return 1;
    }

    /** Returns whether a turn is measured by the clock on the wall although one thread does it: its operation has threads of its own. */
    protected boolean hasThreadsOfItsOwn() {
        return false;
    }

    /** Returns what all contenders are given, made of types of the JDK. */
    protected Object shared() throws Exception {
        return null;
    }

    /** Sets all contenders up. */
    @Setup(Level.Trial)
    public void setUp() throws Exception {
        List<String> contenders = Contender.expand(contenders(), System.getProperty(Contender.AGAINST) != null);
        turns = new Turns(
                subject().getName(),
                contenders,
                params(),
                shared(),
                sliceMillis() * 1_000_000L,
                threads(),
                hasThreadsOfItsOwn());
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

    /** Lets the contenders go. */
    @TearDown(Level.Trial)
    public void tearDown() {
        turns.close();
    }

    /** One turn of each contender at each cell. */
    @Benchmark
    public void round() throws Exception {
        RoundProfiler.hold(turns.round());
    }
}
