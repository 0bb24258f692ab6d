// SPDX-License-Identifier: Apache-2.0
/** What is drawn of files and pages that are too many to measure, and how far an estimate from it may be off. */
package io.github.fastcodec.internal.sampling;
