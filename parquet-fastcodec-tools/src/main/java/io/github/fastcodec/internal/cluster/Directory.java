// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** A directory that is to be listed. Immutable; it travels between JVMs. */
public final class Directory implements Serializable {

    private static final long serialVersionUID = 1L;

    private final String path;
    private final String relative;
    private final String target;
    private final String refusal;

    /** What tells the directories above from others, against links that lead upwards. */
    private final ArrayList<String> above;

    Directory(String path, String relative, String target, String refusal, List<String> above) {
        this.path = path;
        this.relative = relative;
        this.target = target;
        this.refusal = refusal;
        this.above = new ArrayList<>(above);
    }

    /** Returns the absolute path, as a {@link io.github.fastcodec.internal.storage.Storages} understands it. */
    public String path() {
        return path;
    }

    /** Returns where the directory belongs in a copy, with slashes; empty for the top. */
    String relative() {
        return relative;
    }

    /** Returns the absolute path of the directory's copy. */
    String target() {
        return target;
    }

    /** Returns why no file below may be copied, or null. */
    String refusal() {
        return refusal;
    }

    List<String> above() {
        return above;
    }

    @Override
    public String toString() {
        return path;
    }
}
