// SPDX-License-Identifier: Apache-2.0
/** Jobs on Spark that change, measure and check files on a cluster. */
@NullMarked
package io.github.fastcodec.jobs;

import org.jspecify.annotations.NullMarked;
