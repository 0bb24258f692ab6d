// SPDX-License-Identifier: Apache-2.0
/** What the Doctor finds out of engines and keys, and how it is printed. */
package io.github.fastcodec.internal.doctor;
