// SPDX-License-Identifier: Apache-2.0
/** Internal: S3 and stores that speak its protocol, through the clients of the AWS SDK. */
@NullMarked
package io.github.fastcodec.internal.storage.s3;

import org.jspecify.annotations.NullMarked;
