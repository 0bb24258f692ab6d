// SPDX-License-Identifier: Apache-2.0
/** The table of docs/compatibility.md. */
package io.github.fastcodec.bench.compatibility;
