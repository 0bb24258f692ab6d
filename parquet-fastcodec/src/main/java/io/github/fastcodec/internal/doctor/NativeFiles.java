// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The native libraries that the operating system has mapped into this process; known on Linux only. */
final class NativeFiles {

    private static final Path MAPS = Path.of("/proc/self/maps");

    private NativeFiles() {}

    /** Returns the paths of the mapped libraries; empty if the system does not list them. */
    static Set<String> mapped() {
        if (!Files.isReadable(MAPS)) {
            return Set.of();
        }
        try (Stream<String> lines = Files.lines(MAPS)) {
            return lines.filter(line -> line.indexOf('/') >= 0)
                    .map(line -> line.substring(line.indexOf('/')))
                    // an unpacked library is deleted as soon as it is loaded
                    .map(path -> path.replace(" (deleted)", ""))
                    .filter(path -> path.matches(".*(\\.so|\\.tmp)[.0-9]*"))
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException e) {
            return Set.of();
        }
    }
}
