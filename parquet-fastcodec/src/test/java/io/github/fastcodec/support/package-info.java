// SPDX-License-Identifier: Apache-2.0
/** What several suites use: pages, files and rows to test with, implementations to compare with, JVMs and class loaders to run in. */
package io.github.fastcodec.support;
