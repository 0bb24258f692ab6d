// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import java.util.Locale;

/** The severity of a finding. */
public enum Severity {
    /** Parts of the file are lost, malformed or contradict each other, so that readers fail or return other rows; or something could not be checked. */
    DAMAGE,
    /** A habit or mistake of a writer that leaves no doubt about what the file holds. A reader may refuse the file or convert such values. */
    QUIRK,
    /** Not a mistake: something that this version or older readers do not know. */
    NOTE;

    /** Returns the name of this severity in reports, such as {@code damage}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
