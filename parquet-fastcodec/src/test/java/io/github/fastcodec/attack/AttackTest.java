// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.attack;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.fastcodec.support.ChildJvm;
import io.github.fastcodec.support.TestPages;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random use of everything around the page path at once, on many threads. {@code -Dattack.minutes=N} runs each kind for N
 * minutes, {@code -Dattack.seed=S} sets the seed. A failure prints the seed.
 */
@Tag("slow")
class AttackTest {

    private static final long MINUTES = Long.getLong("attack.minutes", 0);
    private static final long SEED = Long.getLong("attack.seed", TestPages.SEED);

    @TempDir
    Path directory;

    /** Would catch: errors that single tests miss, because two things must go wrong at once. */
    @ParameterizedTest
    @CsvSource({
        "pages, -Xmx512m",
        "heap, -Xmx40m",
        "direct, -Xmx512m -XX:MaxDirectMemorySize=8m",
        "threads, -Xmx512m -Xss512k",
        "hadoop, -Xmx512m",
        "loaders, -Xmx512m"
    })
    void nothingHangsAndNoPageIsWrong(String kind, String options) throws Exception {
        attack(kind, options);
    }

    /** Would catch: a carrier thread that is blocked by a waiting page. */
    @Test
    @EnabledForJreRange(minVersion = 21)
    void nothingHangsOnVirtualThreads() throws Exception {
        attack("virtual threads", "-Xmx512m");
    }

    private void attack(String kind, String options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(options.split(" ")));
        arguments.addAll(List.of(
                ChildJvm.OPTIMIZED,
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                Attack.class.getName(),
                kind,
                Long.toString(SEED),
                Long.toString(MINUTES)));
        ChildJvm child =
                ChildJvm.run(directory, kind.replace(' ', '-'), 600 + (int) (60 * MINUTES), List.of(), arguments);
        System.out.print(child.output());
        assertEquals(0, child.exit(), child::toString);
    }
}
