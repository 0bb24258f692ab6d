// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: where files are, and how a new one appears. {@link io.github.fastcodec.internal.storage.Storage} is the one
 * abstraction: the local file system, and whatever Hadoop's {@code FileSystem} serves. Nothing of Hadoop is loaded for a local
 * path.
 */
@NullMarked
package io.github.fastcodec.internal.storage;

import org.jspecify.annotations.NullMarked;
