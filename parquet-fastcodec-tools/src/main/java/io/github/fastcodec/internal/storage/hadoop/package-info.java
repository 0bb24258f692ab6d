// SPDX-License-Identifier: Apache-2.0
/** Internal: the storage that Hadoop's {@code FileSystem} serves. */
@NullMarked
package io.github.fastcodec.internal.storage.hadoop;

import org.jspecify.annotations.NullMarked;
