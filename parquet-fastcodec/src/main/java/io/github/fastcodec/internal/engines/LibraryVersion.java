// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** The version of a library, for people to read. */
public final class LibraryVersion {

    private LibraryVersion() {}

    /**
     * Returns the version in the manifest of the jar that a class came from; without one the jar's name, or words that say that
     * neither is known.
     */
    public static String of(Class<?> type) {
        String version = type.getPackage().getImplementationVersion();
        if (version != null) {
            return version;
        }
        CodeSource source = type.getProtectionDomain().getCodeSource();
        if (source == null || source.getLocation() == null) {
            return "of unknown version";
        }
        try {
            Path file = Path.of(source.getLocation().toURI());
            try (JarFile jar = new JarFile(file.toFile())) {
                Manifest manifest = jar.getManifest();
                version = manifest == null ? null : manifest.getMainAttributes().getValue("Bundle-Version");
            }
            if (version != null) {
                return version;
            }
            return file.getFileName().toString();
        } catch (IOException | URISyntaxException | IllegalArgumentException e) {
            return "from " + source.getLocation(); // a directory of classes, or a place that is no file
        }
    }
}
