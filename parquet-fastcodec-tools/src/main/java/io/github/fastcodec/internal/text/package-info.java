// SPDX-License-Identifier: Apache-2.0
/** Internal: prepares text from files and from the system for people to read, without control characters. */
@NullMarked
package io.github.fastcodec.internal.text;

import org.jspecify.annotations.NullMarked;
