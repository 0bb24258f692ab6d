// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.aircompressor;

import io.airlift.compress.Compressor;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks the version of aircompressor, because old versions access memory out of bounds if a page is damaged. */
final class AircompressorVersion {

    /** Maven's properties, which remain even in a jar that was merged from several jars. */
    private static final String PROPERTIES = "META-INF/maven/io.airlift/aircompressor/pom.properties";

    private static final String TITLE = "aircompressor";

    private static final Pattern UNSAFE = Pattern.compile("0\\.(\\d+)\\b.*");
    private static final int FIRST_SAFE = 27;

    /** Why the library must not be used; null if it may be used. */
    private static final @Nullable String PROBLEM = problem(version());

    private AircompressorVersion() {}

    /**
     * Rejects versions of the library whose decompressors read and write out of bounds if a page is damaged.
     *
     * @throws IllegalStateException if the library is known to be older than 0.27; the message gives the reason
     */
    static void requireSafe() {
        if (PROBLEM != null) {
            throw new IllegalStateException(PROBLEM);
        }
    }

    /** Returns why {@code version} must not be used; null if it may be used. An unknown version is null, and may be used. */
    static @Nullable String problem(@Nullable String version) {
        Matcher matcher = UNSAFE.matcher(version == null ? "" : version);
        return matcher.matches() && Integer.parseInt(matcher.group(1)) < FIRST_SAFE
                ? "aircompressor " + version + " accesses memory out of bounds if a page is damaged (CVE-2024-36114)"
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
            // the manifest may contain the version
        }
        Package library = Compressor.class.getPackage();
        return TITLE.equals(library.getImplementationTitle()) ? library.getImplementationVersion() : null;
    }
}
