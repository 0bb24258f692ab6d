/** Internal: puts this project's codecs into parquet-java's codec map. */
@NullMarked
package io.github.fastcodec.internal.hadoop;

import org.jspecify.annotations.NullMarked;
