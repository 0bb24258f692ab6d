// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.file;

/** A new file that belongs to another one, beside which it stands under a name of its own. For one thread. */
public interface NewPart extends NewFile {

    /** Returns its path, under which others find it when it was placed. */
    String path();
}
