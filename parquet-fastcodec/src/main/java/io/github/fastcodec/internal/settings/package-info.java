// SPDX-License-Identifier: Apache-2.0
/** The table of settings, from which parsing, documentation, the Doctor and Flink's options are made. */
package io.github.fastcodec.internal.settings;
