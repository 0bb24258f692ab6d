// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables;

import io.github.fastcodec.internal.verify.TableLogEntry;
import org.jspecify.annotations.Nullable;

/**
 * A live file of a table, and what the table's log says of it. Immutable.
 *
 * @param path the absolute path or URI
 * @param entry what is said of it
 * @param unreadable why nothing here reads it: another format, or a key; or null
 */
public record LoggedFile(
        String path, TableLogEntry entry, @Nullable KeepReason unreadable) {}
