// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import java.io.IOException;

/** Ends the work on a file because the run has ended. It is always caught in this package. */
final class CancelledException extends IOException {

    private static final long serialVersionUID = 1L;
}
