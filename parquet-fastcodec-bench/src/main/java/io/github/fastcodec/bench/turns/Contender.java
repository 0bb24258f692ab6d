// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.turns;

import java.util.ArrayList;
import java.util.List;

/** The names under which implementations take part. */
public final class Contender {

    /** Added to the first contender's name: the same code once more, in another class loader. It is the null test. */
    public static final String AGAIN = "-again";

    /** Added to a name of ours: the same as another build has it. */
    public static final String BEFORE = "-before";

    /** The system property that names the jar of the other build. */
    public static final String AGAINST = "fastcodec.bench.against";

    /**
     * Separates a name from a variant. All variants of a name share one copy of the classes, as in a program that does it both
     * ways.
     */
    public static final String OTHERWISE = ":";

    private static final String OURS = "fastcodec";

    private Contender() {}

    /**
     * Returns the contenders that take turns: the given ones, the first of them again, and ours of the other build if there is one.
     *
     * @param asked names with {@code +} between them, the one that the others are compared with first
     * @param against whether there is another build
     */
    public static List<String> expand(String asked, boolean against) {
        List<String> names = new ArrayList<>(List.of(asked.split("\\+")));
        if (against) {
            List.copyOf(names).stream().filter(name -> name.startsWith(OURS)).forEach(name -> names.add(name + BEFORE));
        }
        names.add(1, names.get(0) + AGAIN);
        return names;
    }

    /** Returns the name without what this class adds. */
    static String implementation(String name) {
        return name.replace(AGAIN, "").replace(BEFORE, "");
    }

    /** Returns the name of the copy of the classes that a contender has. */
    static String copy(String name) {
        String holder = name.split(OTHERWISE, 2)[0];
        if (holder.equals(name)) {
            return name;
        }
        return holder + (name.endsWith(AGAIN) ? AGAIN : isBefore(name) ? BEFORE : "");
    }

    static boolean isBefore(String name) {
        return name.endsWith(BEFORE);
    }
}
