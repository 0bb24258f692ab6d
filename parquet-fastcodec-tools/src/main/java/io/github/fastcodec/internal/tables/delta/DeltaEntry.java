// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables.delta;

/**
 * A file as the log had it when it was listed, and the path of the new one. Immutable.
 *
 * @param path the path as the log has it
 * @param target the path of the new file as the log is to have it
 * @param state a digest of the entry
 */
record DeltaEntry(String path, String target, String state) {}
