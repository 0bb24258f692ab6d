// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.agent;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Asks for a codec that parquet-java lacks when only some bytes of memory are free, then frees all and runs
 * {@link FilesProgram}.
 */
public final class OutOfMemoryProgram {

    private OutOfMemoryProgram() {}

    public static void main(String[] arguments) throws Exception {
        CodecFactory factory = new CodecFactory(new Configuration(), 0);
        byte[] room = new byte[Integer.parseInt(arguments[1])];
        List<byte[]> hog = new ArrayList<>(1 << 20);
        for (int size = 1 << 20; size > 0; size /= 2) {
            try {
                while (room.length > 0) {
                    hog.add(new byte[size]);
                }
            } catch (OutOfMemoryError e) {
                // smaller ones
            }
        }
        room = null;
        try {
            factory.getCompressor(CompressionCodecName.LZO);
        } catch (Throwable e) {
            // parquet-java has no LZO, or is out of memory too
        }
        hog.clear();
        FilesProgram.run(arguments[0], List.of("ZSTD"));
    }
}
