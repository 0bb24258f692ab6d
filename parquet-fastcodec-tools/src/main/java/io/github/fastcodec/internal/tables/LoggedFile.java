// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables;

import io.github.fastcodec.internal.verify.log.TableLogEntry;
import org.jspecify.annotations.Nullable;

/**
 * A live file of a table, with its entry in the table's log. Immutable.
 *
 * @param path the absolute path or URI
 * @param entry the entry in the log
 * @param unreadable the reason why the file cannot be read, which is its format or its encryption; null if it can be read
 */
public record LoggedFile(
        String path, TableLogEntry entry, @Nullable KeepReason unreadable) {}
