// SPDX-License-Identifier: Apache-2.0
/** The Doctor, a program for the command line. */
package io.github.fastcodec.cli;
