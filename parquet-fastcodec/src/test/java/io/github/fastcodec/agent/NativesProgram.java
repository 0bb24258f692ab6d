// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.agent;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.github.luben.zstd.Zstd;
import com.sun.jna.Native;
import java.util.List;
import java.util.TimeZone;
import java.util.TreeSet;
import net.jpountz.lz4.LZ4Factory;
import org.xerial.snappy.Snappy;

/**
 * A program that calls the compression libraries itself, before parquet-java does or after; all of them have the places of their
 * native libraries fixed by properties. Arguments: "first" or "last", a directory, and codecs.
 */
public final class NativesProgram {

    private NativesProgram() {}

    public static void main(String[] arguments) throws Exception {
        TimeZone.getDefault(); // sets a property of the JDK's
        boolean first = arguments[0].equals("first");
        if (first) {
            callLibraries();
        }
        TreeSet<String> before = new TreeSet<>(System.getProperties().stringPropertyNames());
        FilesProgram.run(arguments[1], List.of(arguments).subList(2, arguments.length));
        TreeSet<String> after = new TreeSet<>(System.getProperties().stringPropertyNames());
        after.removeAll(before);
        System.out.println("properties set meanwhile: " + after);
        if (!first) {
            callLibraries();
        }
    }

    private static void callLibraries() throws Exception {
        byte[] bytes = new byte[1_000];
        System.out.println("zstd " + Zstd.compress(bytes).length);
        System.out.println("snappy " + Snappy.compress(bytes).length);
        System.out.println("jna " + Native.POINTER_SIZE);
        System.out.println("lz4 " + LZ4Factory.nativeInstance().fastCompressor().compress(bytes).length);
        Brotli4jLoader.ensureAvailability();
        System.out.println("brotli4j is there");
    }
}
