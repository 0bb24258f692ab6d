// SPDX-License-Identifier: Apache-2.0
/** The command line, a program with commands. One of them is the Doctor, which is also a program of its own. */
@NullMarked
package io.github.fastcodec.cli;

import org.jspecify.annotations.NullMarked;
