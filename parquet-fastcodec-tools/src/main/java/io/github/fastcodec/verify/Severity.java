// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import java.util.Locale;

/** The severity of a finding. */
public enum Severity {
    /**
     * Parts of the file are lost, malformed or contradictory, so that a reader fails or returns wrong rows; or a check could not be
     * made.
     */
    DAMAGE,
    /** A writer's known deviation. The data is still unambiguous, but a reader may refuse the file or change some values. */
    QUIRK,
    /** Not a mistake: something that this version or older readers do not know. */
    NOTE;

    /** Returns the name of this severity in reports, such as {@code damage}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
