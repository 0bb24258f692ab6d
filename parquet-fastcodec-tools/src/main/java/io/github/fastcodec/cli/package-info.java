// SPDX-License-Identifier: Apache-2.0
/** The command line: one program with commands, and the Doctor, which is one of them and a program of its own. */
@NullMarked
package io.github.fastcodec.cli;

import org.jspecify.annotations.NullMarked;
