// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import java.lang.reflect.Field;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has JNA map the functions of {@link Libdeflate} and give them back, so that JNA keeps nothing of this project: neither a
 * class, nor a class loader, nor an open library.
 */
final class LibdeflateMapping {

    private static final Logger LOG = LoggerFactory.getLogger(LibdeflateMapping.class);

    /**
     * A part of the key in JNA's cache of open libraries: another copy of this class below the same JNA that opened the same
     * file would get the same object, and the first of the two to close it would take it from the other at work.
     */
    private static final Map<String, String> OWN =
            Map.of("parquet-fastcodec", UUID.randomUUID().toString());

    private LibdeflateMapping() {}

    /**
     * Maps the functions of a library.
     *
     * @param path the library's file, or the name under which the system finds it
     * @throws UnsatisfiedLinkError if there is no such library, or it lacks one of the functions
     */
    static NativeLibrary map(String path) {
        // JNA leaves objects in the caller's ThreadLocals, which may outlive our class loader, starts a thread
        // that keeps what it inherits, and swallows an interrupt.
        return OwnThread.call(() -> register(path));
    }

    private static NativeLibrary register(String path) {
        NativeLibrary opened = NativeLibrary.getInstance(path, OWN);
        Native.register(Libdeflate.class, opened);
        return opened;
    }

    static void unmap(NativeLibrary mapped) {
        Native.unregister(Libdeflate.class);
        forgetOptions();
        mapped.close();
    }

    /**
     * JNA notes the options of a class that it maps in a static map, whose values refer to the class: for good, and with it to
     * our class loader, if JNA's own lives longer. It has no call to take them out.
     */
    private static void forgetOptions() {
        try {
            Field options = Native.class.getDeclaredField("typeOptions");
            options.setAccessible(true);
            ((Map<?, ?>) options.get(null)).remove(Libdeflate.class);
        } catch (ReflectiveOperationException | RuntimeException e) {
            LOG.debug("JNA goes on referring to the class loader of parquet-fastcodec", e);
        }
    }
}
