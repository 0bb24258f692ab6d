// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables.delta;

/**
 * A file as it was listed in the log, and the path of its new file. Immutable.
 *
 * @param path the path as it is in the log
 * @param target the path of the new file as it will be in the log
 * @param state a digest of the entry
 */
record DeltaEntry(String path, String target, String state) {}
