// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.agent;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.github.luben.zstd.Zstd;
import com.sun.jna.Native;
import java.nio.file.Files;
import java.util.TimeZone;
import java.util.TreeSet;
import net.jpountz.lz4.LZ4Factory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.xerial.snappy.Snappy;

/**
 * A program that calls a codec's compression library itself, before or after parquet-java does. Arguments: "first", "last" or
 * "never", a codec, and a file, which is written if it does not exist.
 */
public final class NativesProgram {

    private NativesProgram() {}

    public static void main(String[] arguments) throws Exception {
        TimeZone.getDefault(); // sets a system property of the JDK
        CompressionCodecName codec = CompressionCodecName.valueOf(arguments[1]);
        Path file = new Path(arguments[2]);
        if (arguments[0].equals("first")) {
            System.out.println("library " + callLibrary(codec));
        }
        TreeSet<String> before = new TreeSet<>(System.getProperties().stringPropertyNames());
        Configuration configuration = new Configuration();
        if (codec == CompressionCodecName.LZ4) {
            configuration.set("parquet.fastcodec.lz4.level", "9"); // uses JNA's memory
        }
        if (!Files.exists(java.nio.file.Path.of(arguments[2]))) {
            FilesProgram.write(file, codec, configuration);
        }
        FilesProgram.read(file, configuration);
        TreeSet<String> after = new TreeSet<>(System.getProperties().stringPropertyNames());
        after.removeAll(before);
        System.out.println("properties set meanwhile: " + after);
        System.out.println("pages " + FilesProgram.pages(file, configuration) + " written "
                + AgentCounts.pages(codec, true) + " read " + AgentCounts.pages(codec, false));
        if (arguments[0].equals("last")) {
            System.out.println("library " + callLibrary(codec));
        }
    }

    private static Object callLibrary(CompressionCodecName codec) throws Exception {
        byte[] bytes = new byte[1_000];
        switch (codec) {
            case ZSTD:
                return Zstd.compress(bytes).length > 0;
            case SNAPPY:
                return Snappy.compress(bytes).length > 0;
            case GZIP:
            case LZ4:
                return Native.POINTER_SIZE == 8;
            case LZ4_RAW:
                return LZ4Factory.nativeInstance().fastCompressor().compress(bytes).length > 0;
            case BROTLI:
                Brotli4jLoader.ensureAvailability();
                return true;
            default:
                throw new IllegalArgumentException(codec.name());
        }
    }
}
