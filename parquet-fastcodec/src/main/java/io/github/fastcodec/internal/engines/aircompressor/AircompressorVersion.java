// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.aircompressor;

import io.airlift.compress.Compressor;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The version of aircompressor, because damaged pages lead old versions beyond the memory of the page. */
final class AircompressorVersion {

    /** What Maven leaves in a jar, also in one into which several were merged. */
    private static final String PROPERTIES = "META-INF/maven/io.airlift/aircompressor/pom.properties";

    private static final String TITLE = "aircompressor";

    private static final Pattern UNSAFE = Pattern.compile("0\\.(\\d+)\\b.*");
    private static final int FIRST_SAFE = 27;

    /** Why the library must not be used; null if nothing is known against it. */
    private static final @Nullable String PROBLEM = problem(version());

    private AircompressorVersion() {}

    /**
     * Throws if the library is one whose decompressors read and write beside damaged pages.
     *
     * @throws IllegalStateException if it is known to be older than 0.27; says why
     */
    static void requireSafe() {
        if (PROBLEM != null) {
            throw new IllegalStateException(PROBLEM);
        }
    }

    /** Returns what is wrong with a version; null if nothing is. A version of null is not known, and nothing is wrong with it. */
    static @Nullable String problem(@Nullable String version) {
        Matcher matcher = UNSAFE.matcher(version == null ? "" : version);
        return matcher.matches() && Integer.parseInt(matcher.group(1)) < FIRST_SAFE
                ? "aircompressor " + version + " reads and writes beside damaged pages (CVE-2024-36114)"
                : null;
    }

    private static @Nullable String version() {
        ClassLoader loader = Compressor.class.getClassLoader();
        try (InputStream in = loader == null
                ? ClassLoader.getSystemResourceAsStream(PROPERTIES)
                : loader.getResourceAsStream(PROPERTIES)) {
            if (in != null) {
                Properties properties = new Properties();
                properties.load(in);
                return properties.getProperty("version");
            }
        } catch (IOException | IllegalArgumentException e) {
            // the manifest may know
        }
        Package library = Compressor.class.getPackage();
        return TITLE.equals(library.getImplementationTitle()) ? library.getImplementationVersion() : null;
    }
}
