// SPDX-License-Identifier: Apache-2.0
/** Whole files, written and read through parquet-hadoop's public API, with our factory on one side or on both. */
package io.github.fastcodec.files;
