// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.aircompressor;

import io.airlift.compress.Compressor;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which aircompressor there is, so that one is not used that damaged pages lead beyond their memory. */
final class AircompressorVersion {

    /** What Maven leaves in a jar, also in one into which several were merged. */
    private static final String PROPERTIES = "META-INF/maven/io.airlift/aircompressor/pom.properties";

    private static final String TITLE = "aircompressor";

    private static final Pattern UNSAFE = Pattern.compile("0\\.(\\d+)\\b.*");
    private static final int FIRST_SAFE = 27;

    /** Why the library must not be used; null if nothing is known against it. */
    static final String PROBLEM = problem(version());

    private AircompressorVersion() {}

    /** Returns what is wrong with a version; null if nothing is, or it is null, which stands for one that is not known. */
    static String problem(String version) {
        Matcher matcher = UNSAFE.matcher(version == null ? "" : version);
        return matcher.matches() && Integer.parseInt(matcher.group(1)) < FIRST_SAFE
                ? "aircompressor " + version + " reads and writes beside damaged pages (CVE-2024-36114)"
                : null;
    }

    private static String version() {
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
