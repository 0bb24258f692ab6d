// SPDX-License-Identifier: Apache-2.0
/** Internal: texts of files and of the system as a person reads them, without control characters. */
package io.github.fastcodec.internal.text;
