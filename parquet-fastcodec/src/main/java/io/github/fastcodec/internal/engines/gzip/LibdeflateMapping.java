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
 * Maps and unmaps the functions of {@link Libdeflate} with JNA. Once they are unmapped, JNA refers to no class, class
 * loader or open library of this project.
 */
final class LibdeflateMapping {

    private static final Logger LOG = LoggerFactory.getLogger(LibdeflateMapping.class);

    /**
     * Options that make our key in JNA's cache of open libraries unique. Otherwise, if two copies of this class used the same
     * JNA and the same file, they would share one library object, and one copy could close it while the other uses it.
     */
    private static final Map<String, String> OWN =
            Map.of("parquet-fastcodec", UUID.randomUUID().toString());

    private LibdeflateMapping() {}

    /**
     * Maps the functions of a library.
     *
     * @param path the library's file, or the name under which the system finds it
     * @throws UnsatisfiedLinkError if there is no such library, or if it lacks one of the functions
     */
    static NativeLibrary map(String path) {
        // On the caller's thread, JNA would leave objects in ThreadLocals, which may outlive our class loader,
        // start a thread that inherits the caller's context, and swallow an interrupt.
        return OwnThread.call(() -> register(path));
    }

    private static NativeLibrary register(String path) {
        NativeLibrary opened = NativeLibrary.getInstance(path, OWN);
        Native.register(Libdeflate.class, opened);
        return opened;
    }

    static void unmap(NativeLibrary mapped) {
        Native.unregister(Libdeflate.class);
        removeOptions();
        mapped.close();
    }

    /**
     * Removes the options of {@link Libdeflate} from a static map of JNA, because JNA has no method for this. The options
     * refer to that class, and so would keep our class loader reachable as long as JNA's own.
     */
    private static void removeOptions() {
        try {
            Field options = Native.class.getDeclaredField("typeOptions");
            options.setAccessible(true);
            ((Map<?, ?>) options.get(null)).remove(Libdeflate.class);
        } catch (ReflectiveOperationException | RuntimeException e) {
            LOG.debug("JNA still refers to the class loader of parquet-fastcodec", e);
        }
    }
}
