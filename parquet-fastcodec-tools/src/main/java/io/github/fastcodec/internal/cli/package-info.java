// SPDX-License-Identifier: Apache-2.0
/** Internal: the commands of the command line, which the jobs run too. */
@NullMarked
package io.github.fastcodec.internal.cli;

import org.jspecify.annotations.NullMarked;
