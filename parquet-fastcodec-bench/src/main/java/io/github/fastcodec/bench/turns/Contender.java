// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.turns;

import java.util.ArrayList;
import java.util.List;

/** The names of contenders. A name consists of an implementation, possibly a variant, and suffixes. */
public final class Contender {

    /** The suffix of the null test: the first contender's code again, in another class loader. */
    public static final String AGAIN = "-again";

    /** The suffix of one of our implementations from another build. */
    public static final String BEFORE = "-before";

    /** The system property that names the jar of the other build. */
    public static final String AGAINST = "fastcodec.bench.against";

    /**
     * Separates an implementation from its variant. All variants of an implementation share one copy of the classes, as in a
     * program that uses several of them.
     */
    public static final String VARIANT = ":";

    private static final String OURS = "fastcodec";

    private Contender() {}

    /**
     * Returns the contenders that take turns: the given ones, the first of them again, and, if there is another build, our
     * contenders from that build.
     *
     * @param given names, separated by {@code +}; all others are compared with the first
     * @param against whether there is another build
     */
    public static List<String> expand(String given, boolean against) {
        List<String> names = new ArrayList<>(List.of(given.split("\\+")));
        if (against) {
            List.copyOf(names).stream().filter(name -> name.startsWith(OURS)).forEach(name -> names.add(name + BEFORE));
        }
        names.add(1, names.get(0) + AGAIN);
        return names;
    }

    /** Returns the name without suffixes. */
    static String implementation(String name) {
        return name.replace(AGAIN, "").replace(BEFORE, "");
    }

    /** Returns the name of the contender's copy of the classes. */
    static String copy(String name) {
        String implementation = name.split(VARIANT, 2)[0];
        if (implementation.equals(name)) {
            return name;
        }
        return implementation + (name.endsWith(AGAIN) ? AGAIN : isBefore(name) ? BEFORE : "");
    }

    static boolean isBefore(String name) {
        return name.endsWith(BEFORE);
    }
}
