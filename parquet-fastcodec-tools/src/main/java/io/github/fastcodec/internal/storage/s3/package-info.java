// SPDX-License-Identifier: Apache-2.0
/** Internal: S3 and stores with the same protocol, through the AWS SDK. */
@NullMarked
package io.github.fastcodec.internal.storage.s3;

import org.jspecify.annotations.NullMarked;
