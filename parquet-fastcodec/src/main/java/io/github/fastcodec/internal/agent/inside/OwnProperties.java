// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.agent.inside;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The system properties as the agent's copies of libraries see them. A JVM loads a native library's file for one class loader
 * only, so a copy must not find the file that the application has fixed by a property such as {@code ZstdNativePath}. It sees the
 * properties of the JDK, and where temporary files go; what it sets, only our copies see. Native libraries are not found by their
 * name: each copy unpacks its own. Safe for use by many threads.
 */
public final class OwnProperties {

    private static final List<String> OF_THE_JDK = List.of(
            "java.", "jdk.", "os.", "sun.", "user.", "file.", "path.", "line.", "native.", "stdout.", "stderr.");

    /** Folders that files are unpacked to under names of their own. */
    private static final Set<String> OF_FOLDERS = Set.of("ZstdTempFolder", "org.xerial.snappy.tempdir", "jna.tmpdir");

    private static final ConcurrentMap<String, String> OWN = new ConcurrentHashMap<>();

    static {
        // else JNA takes a folder in the user's home, which it leaves there
        String folder = System.getProperty("java.io.tmpdir");
        if (folder != null && System.getProperty("jna.tmpdir") == null) {
            OWN.put("jna.tmpdir", folder);
        }
    }

    private OwnProperties() {}

    /** As {@link System#getProperty(String)}. */
    public static @Nullable String getProperty(String key) {
        String own = OWN.get(key);
        return own == null && isSeen(key) ? System.getProperty(key) : own;
    }

    /** As {@link System#getProperty(String, String)}. */
    public static @Nullable String getProperty(String key, @Nullable String defaultValue) {
        String value = getProperty(key);
        return value == null ? defaultValue : value;
    }

    /** As {@link System#setProperty}. */
    public static @Nullable String setProperty(String key, String value) {
        String before = getProperty(key);
        OWN.put(key, value);
        return before;
    }

    /** As {@link Boolean#getBoolean}. */
    public static boolean getBoolean(String key) {
        return Boolean.parseBoolean(getProperty(key));
    }

    /** As {@link Integer#getInteger(String, int)}. */
    public static Integer getInteger(String key, int defaultValue) {
        try {
            String value = getProperty(key);
            return value == null ? defaultValue : Integer.decode(value);
        } catch (NumberFormatException e) {
            return defaultValue;
        }
    }

    /**
     * In place of {@link System#loadLibrary}.
     *
     * @throws UnsatisfiedLinkError always; libraries then unpack the file in their jar
     */
    public static void loadLibrary(String name) {
        throw new UnsatisfiedLinkError("the agent of parquet-fastcodec uses its own " + name + ", not the system's");
    }

    private static boolean isSeen(String key) {
        return OF_FOLDERS.contains(key) || OF_THE_JDK.stream().anyMatch(key::startsWith);
    }
}
