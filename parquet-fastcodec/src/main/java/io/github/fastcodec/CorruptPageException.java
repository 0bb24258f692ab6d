// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a page cannot be decompressed to exactly the size that its header claims. No part of the page reaches the
 * caller, and the reader can continue with the next page. The message contains sizes and names, never content.
 */
public final class CorruptPageException extends IOException {

    private static final long serialVersionUID = 1L;

    private final String damage;

    /**
     * Creates the exception.
     *
     * @param damage a clause that says which page is damaged, and how
     * @param cause the exception with which the engine rejected the page; null if the engine did not reject it
     */
    public CorruptPageException(String damage, @Nullable Throwable cause) {
        super(
                damage + ". The file is damaged or was written incorrectly: compare it with its source, and verify its"
                        + " page checksums if it has any",
                cause);
        this.damage = damage;
    }

    /**
     * Returns a clause that describes the damage: the page's codec, the defect, the sizes in bytes, and the engine. The
     * exception's message adds what to do.
     */
    public String damage() {
        return damage;
    }
}
