// SPDX-License-Identifier: Apache-2.0
/** Counters of pages, for metrics and tests. */
package io.github.fastcodec.observe;
