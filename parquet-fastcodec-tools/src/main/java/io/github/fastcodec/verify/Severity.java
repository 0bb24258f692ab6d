// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import java.util.Locale;

/** How bad a finding is. */
public enum Severity {
    /** Bytes or values are wrong, a reader must fail, or something could not be checked. */
    DAMAGE,
    /** A mistake of a writer, known by name, that readers live with. */
    QUIRK,
    /** Nothing is wrong: something that this version does not know, or that older readers do not. */
    NOTE;

    /** Returns the name of this severity in reports, such as {@code damage}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
