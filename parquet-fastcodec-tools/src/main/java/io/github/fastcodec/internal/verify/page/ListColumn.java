// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify.page;

/**
 * A list or map whose nulls are counted in the pages of one of its columns. Immutable.
 *
 * @param path its path in the schema, with dots
 * @param level the lowest definition level at which the list or map is not null
 */
public record ListColumn(String path, int level) {}
