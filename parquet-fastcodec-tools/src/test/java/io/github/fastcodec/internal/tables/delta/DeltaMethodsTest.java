// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables.delta;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Test;
import scala.Option;

/** Tests the choice among the signatures of a method; the projects under {@code src/it} call those of Delta Lake itself. */
class DeltaMethodsTest {

    @SuppressWarnings("unused") // found by their names
    static class Versions {
        public void read(long first, boolean isStrict) {}

        public void read(long first, long last, String table) {}

        public void read(long first, long last, Option<String> table, boolean isStrict) {}

        public void read(long first, long last, Option<String> hint, Option<String> table, boolean isStrict) {}

        public void commit(Collection<String> actions) {}
    }

    // Would catch: an argument that is missing or is none of the absent options.
    @Test
    void choosesTheShortestSignatureWithOnlyOptionsToAdd() {
        assertEquals(
                List.of(long.class, long.class, Option.class, boolean.class),
                Arrays.asList(DeltaMethods.find(Versions.class, "read", long.class, long.class)
                        .getParameterTypes()));
    }

    // Would catch: a list that is not accepted where one version of Scala takes it as another type.
    @Test
    void moreGeneralParameterAcceptsTheArgument() {
        assertEquals(1, DeltaMethods.find(Versions.class, "commit", List.class).getParameterCount());
    }

    @Test
    void rejectsAVersionWithoutTheMethod() {
        IllegalArgumentException refusal = assertThrows(
                IllegalArgumentException.class, () -> DeltaMethods.find(Versions.class, "read", String.class));
        assertEquals(
                "This version of Delta Lake has no method Versions.read that this command can call: use a version from"
                        + " docs/lake.md. The table is unchanged",
                refusal.getMessage());
    }
}
