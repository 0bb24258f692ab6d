// SPDX-License-Identifier: Apache-2.0
/**
 * Where files are: the local file system, and whatever Hadoop's {@code FileSystem} serves, as the few operations that the
 * tools need. Nothing of Hadoop is loaded for a local path.
 */
package io.github.fastcodec.internal.storage;
