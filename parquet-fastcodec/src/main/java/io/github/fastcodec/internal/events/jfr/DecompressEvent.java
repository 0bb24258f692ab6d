// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.events.jfr;

import io.github.fastcodec.internal.events.PageEvent;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** One decompressed page. The event has no level, because a page does not record its level. */
@Name("io.github.fastcodec.Decompress")
@Label("Page Decompression")
@Description("Decompression of one page of a Parquet file, from the call to its result")
@Category({"Parquet", "FastCodec"})
@Enabled(false)
@StackTrace(false)
@SuppressWarnings("unused") // JFR reads the fields
final class DecompressEvent extends Event implements PageEvent {

    @Label("Codec")
    @Description("Parquet's name of the codec")
    private @Nullable String codec;

    @Label("Engine")
    @Description("The library that decompressed the page")
    private @Nullable String engine;

    @Label("Bytes In")
    @Description("Size of the compressed page")
    @DataAmount
    private long bytesIn;

    @Label("Bytes Out")
    @Description("Size of the uncompressed page")
    @DataAmount
    private long bytesOut;

    @Override
    public void done(String pageCodec, String pageEngine, int level, long pageBytesIn, long pageBytesOut) {
        end();
        if (shouldCommit()) {
            codec = pageCodec;
            engine = pageEngine;
            bytesIn = pageBytesIn;
            bytesOut = pageBytesOut;
            commit();
        }
    }
}
