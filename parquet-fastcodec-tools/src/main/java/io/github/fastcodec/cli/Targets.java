// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import io.github.fastcodec.internal.recompress.FileJob;
import io.github.fastcodec.internal.recompress.TargetDirectory;
import io.github.fastcodec.internal.storage.InputFile;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which files become which. */
final class Targets {

    private Targets() {}

    /**
     * Returns the jobs of writing files to a directory.
     *
     * @throws IllegalArgumentException if two files would become one
     */
    static List<FileJob> in(TargetDirectory directory, Collection<InputFile> files) {
        List<FileJob> jobs = new ArrayList<>();
        Map<String, InputFile> taken = new HashMap<>();
        for (InputFile file : files) {
            String target = directory.below(file.relative());
            InputFile other = taken.put(target, file);
            // Names that are no text may look the same; such files fail when they are opened.
            if (other != null && !other.path().equals(file.path())) {
                throw new IllegalArgumentException(other + " and " + file + " would both become " + target
                        + ": convert one after the other, or the directory above both");
            }
            jobs.add(new FileJob(file.storage(), file.path(), file.length(), directory.storage(), target, true));
        }
        return jobs;
    }
}
