// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The library that an engine uses. Immutable. */
public final class EngineLibrary {

    /** The remedy that most libraries with native code need. */
    public static final String UNPACKS = "set java.io.tmpdir to a writable directory that is not mounted noexec";

    private static final Pattern NUMBERS = Pattern.compile("\\d{1,18}(?:[.-]\\d{1,18})*");

    private final String group;
    private final String artifact;
    private final String floor;
    private final Supplier<Class<?>> type;

    /**
     * @param floor the oldest version that works
     * @param type returns a class of the library, or throws a LinkageError if the library is missing
     */
    public EngineLibrary(String group, String artifact, String floor, Supplier<Class<?>> type) {
        this.group = group;
        this.artifact = artifact;
        this.floor = floor;
        this.type = type;
    }

    /**
     * Returns the version of the library that is present, as text for reports.
     *
     * @throws LinkageError if the library is missing
     */
    public String version() {
        return LibraryVersion.of(type.get(), artifact);
    }

    /** Returns whether the library that is present is known to be older than a version. */
    public boolean isOlderThan(String version) {
        return isBelow(version(), version);
    }

    /**
     * Returns what to do if the engine does not work: add or replace the library, and meet its other needs.
     *
     * @param needs how to meet the other needs, as sentences without a full stop
     */
    public String remedy(String... needs) {
        List<String> remedies = new ArrayList<>();
        String wanted = group + ":" + artifact + " " + floor + " or newer";
        try {
            String present = version();
            remedies.add(
                    isBelow(present, floor)
                            ? "replace " + artifact + " " + present + " with " + wanted
                            : "make sure that the class path has " + wanted + " (it has " + present + ")");
        } catch (LinkageError e) {
            remedies.add("add " + wanted + " to the class path");
        }
        remedies.addAll(List.of(needs));
        return String.join(", and ", remedies);
    }

    /** Returns whether {@code version} is older than {@code floor}; false if {@code version} does not begin with a number. */
    static boolean isBelow(String version, String floor) {
        Matcher numbers = NUMBERS.matcher(version);
        return numbers.lookingAt() && Arrays.compare(numbers(numbers.group()), numbers(floor)) < 0;
    }

    private static long[] numbers(String version) {
        return Arrays.stream(version.split("[.-]")).mapToLong(Long::parseLong).toArray();
    }
}
