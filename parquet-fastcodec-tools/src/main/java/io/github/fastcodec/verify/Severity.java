// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import java.util.Locale;

/** The severity of a finding. */
public enum Severity {
    /** Bytes or values are wrong, a reader must fail, or something could not be checked. */
    DAMAGE,
    /** A known mistake of a writer that readers tolerate. */
    QUIRK,
    /** Not a mistake: something that this version or older readers do not know. */
    NOTE;

    /** Returns the name of this severity in reports, such as {@code damage}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
