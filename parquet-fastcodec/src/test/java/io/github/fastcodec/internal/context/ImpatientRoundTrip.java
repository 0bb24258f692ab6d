// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.context;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.support.PageRoundTrip;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Compresses and decompresses a page, with contexts that expire after one idle second; for {@link ClassLoaderTest}. */
public final class ImpatientRoundTrip implements UnaryOperator<String> {

    public ImpatientRoundTrip() {
        new FastCodecFactory(FastCodecOptions.from(Map.of("parquet.fastcodec.pool.idle.seconds", "1")::get));
    }

    @Override
    public String apply(String codec) {
        return new PageRoundTrip().apply(codec);
    }
}
