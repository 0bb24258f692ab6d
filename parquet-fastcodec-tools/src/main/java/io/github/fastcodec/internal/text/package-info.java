// SPDX-License-Identifier: Apache-2.0
/** Internal: prepares text from files and from the system for people to read, with control characters escaped. */
@NullMarked
package io.github.fastcodec.internal.text;

import org.jspecify.annotations.NullMarked;
