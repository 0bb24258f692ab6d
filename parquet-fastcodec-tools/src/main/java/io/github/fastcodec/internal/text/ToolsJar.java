// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.text;

import java.net.URI;
import java.nio.file.Path;
import java.security.CodeSource;

/** Locates the jar with all tools, so that commands for users to copy can name it. */
public final class ToolsJar {

    private static final String ALL = "-all.jar";

    private ToolsJar() {}

    /** Returns the path of the jar with all tools if this code runs from it, or else the name of that jar. */
    public static String path() {
        CodeSource source = ToolsJar.class.getProtectionDomain().getCodeSource();
        String location = source == null ? "" : source.getLocation().toString();
        if (location.startsWith("file:") && location.endsWith(ALL)) {
            return Path.of(URI.create(location)).toString();
        }
        String version = ToolsJar.class.getPackage().getImplementationVersion();
        return "parquet-fastcodec-tools-" + (version == null ? "VERSION" : version) + ALL;
    }
}
