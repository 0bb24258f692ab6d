// SPDX-License-Identifier: Apache-2.0
/** Internal: tables whose log knows each file, and how their files are recompressed through that log. */
package io.github.fastcodec.internal.tables;
