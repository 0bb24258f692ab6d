// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: where files are stored, and how new ones appear. {@link io.github.fastcodec.internal.storage.Storage} is implemented for
 * local file systems, S3, and Hadoop's {@code FileSystem}. Local paths load neither Hadoop nor the AWS SDK.
 */
@NullMarked
package io.github.fastcodec.internal.storage;

import org.jspecify.annotations.NullMarked;
