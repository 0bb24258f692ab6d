// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The library behind an engine. Immutable. */
public final class EngineLibrary {

    /** What most libraries need that bring native code. */
    public static final String UNPACKS = "let java.io.tmpdir be a writable directory that may hold executables";

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
     * Returns the version that is present, for people to read.
     *
     * @throws LinkageError if the library is missing
     */
    public String version() {
        return LibraryVersion.of(type.get(), artifact);
    }

    /**
     * Returns what to do if the engine does not work: add or replace the library, and what else it needs.
     *
     * @param needs the rest, as sentences without a full stop
     */
    public String remedy(String... needs) {
        List<String> remedies = new ArrayList<>();
        String wanted = group + ":" + artifact + " " + floor + " or newer";
        try {
            String present = version();
            remedies.add(
                    isBelow(present, floor)
                            ? "replace " + artifact + " " + present + " by " + wanted
                            : "have " + wanted + " on the class path (" + present + " is)");
        } catch (LinkageError e) {
            remedies.add("add " + wanted + " to the class path");
        }
        remedies.addAll(List.of(needs));
        return String.join(", and ", remedies);
    }

    /** Returns whether a version is older than another; false if it is none. */
    static boolean isBelow(String version, String floor) {
        Matcher numbers = NUMBERS.matcher(version);
        return numbers.lookingAt() && Arrays.compare(numbers(numbers.group()), numbers(floor)) < 0;
    }

    private static long[] numbers(String version) {
        return Arrays.stream(version.split("[.-]")).mapToLong(Long::parseLong).toArray();
    }
}
