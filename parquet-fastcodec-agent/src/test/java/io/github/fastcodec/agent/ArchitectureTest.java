// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.agent;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static io.github.fastcodec.support.Architecture.ROOT;
import static io.github.fastcodec.support.Architecture.mayUse;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.support.Architecture;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The rules that docs/architecture.md sets for the agent, checked on the classes compiled from {@code src/main/java}. */
class ArchitectureTest {

    private static final String ENTRY = ROOT + ".agent";
    private static final String START = ROOT + ".internal.agent";
    private static final String ADAPTER = ROOT + ".internal.agent.adapter";
    private static final String INSIDE = ROOT + ".internal.agent.inside";

    private static final Architecture AGENT = Architecture.of(Agent.class);
    private static final JavaClasses CODE = AGENT.code();

    @Test
    void onlyTheTypeThatTheJvmCallsIsPublic() {
        assertEquals(Set.of(Agent.class.getName()), AGENT.publicTypes());
    }

    @Test
    void everyPackageIsNullMarked() {
        assertEquals(Set.of(), AGENT.packagesWithoutNullMarked());
    }

    @Test
    void noPackageIsShared() {
        Set<String> both = new TreeSet<>(AGENT.packages());
        both.retainAll(Architecture.of(FastCodecFactory.class).packages());
        assertEquals(Set.of(), both);
    }

    @Test
    void packagesHaveNoCycles() {
        Architecture.noCycles().check(CODE);
    }

    @Test
    void startUsesOnlyTheJdk() {
        classes()
                .that()
                .resideInAnyPackage(ENTRY, START)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(ENTRY, START, "java..")
                .because("the system class loader has these classes, and nothing else of the agent's jar")
                .check(CODE);
    }

    @Test
    void adaptersUseOnlyTheJdkAndParquet() {
        classes()
                .that()
                .resideInAPackage(ADAPTER)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(ADAPTER, "java..", "org.apache.parquet..")
                .because("they are defined in a loader that has no other class of ours")
                .check(CODE);
    }

    @Test
    void serviceUsesOnlyListedInternalPackagesOfTheCodec() {
        mayUse(
                        INSIDE,
                        ROOT,
                        ROOT + ".engine",
                        ROOT + ".internal.page",
                        ROOT + ".internal.engines",
                        ROOT + ".internal.settings")
                .because("one house stands on the public API of the other, where that is enough")
                .check(CODE);
    }
}
