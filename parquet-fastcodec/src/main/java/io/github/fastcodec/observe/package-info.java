// SPDX-License-Identifier: Apache-2.0
/** What happens to pages, for metrics and for proofs. */
package io.github.fastcodec.observe;
