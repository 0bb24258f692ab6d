// SPDX-License-Identifier: Apache-2.0
/** Internal: storage through Hadoop's {@code FileSystem}. */
@NullMarked
package io.github.fastcodec.internal.storage.hadoop;

import org.jspecify.annotations.NullMarked;
