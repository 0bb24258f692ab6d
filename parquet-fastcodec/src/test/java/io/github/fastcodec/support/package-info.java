// SPDX-License-Identifier: Apache-2.0
/** Support for several suites: test pages, files and rows, implementations to compare with, JVMs and class loaders to run in. */
package io.github.fastcodec.support;
