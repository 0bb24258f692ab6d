// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop;

import io.github.fastcodec.internal.hadoop.relay.CodecRelay;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.jspecify.annotations.Nullable;

/**
 * {@link CodecRelay} as it is loaded beside one copy of parquet-java: by a class loader of its own below parquet-java's, which
 * has all of the relay's classes from the start and needs our jar no more; or by parquet-java's own, if that has our jar. Either
 * way its end is that of parquet-java and not ours. Another copy of parquet-fastcodec that comes later uses the same class.
 *
 * <p>Immutable; safe for use by many threads.
 */
final class RelayClass {

    private static final String NAME = CodecRelay.class.getName();

    /** The classes of the relay's package, in any order; a test compares them with what the compiler made. */
    static final List<String> ALL = List.of(
            "CodecRelay",
            "IdleMemory",
            "OpenedFile",
            "RelayCompressor",
            "RelayDecompressor",
            "RelayDecompressor$OfBrotli",
            "RelayDecompressor$OfGzip",
            "RelayDecompressor$OfLz4",
            "RelayDecompressor$OfLz4Raw",
            "RelayDecompressor$OfLzo",
            "RelayDecompressor$OfSnappy",
            "RelayDecompressor$OfZstd",
            "RelayInputStream",
            "RelayInputStream$ChannelProbe",
            "RelayOutputStream",
            "RelayOutputStream$Unclosed",
            "SelfClosingStream");

    private final Class<?> type;

    private RelayClass(Class<?> type) {
        this.type = type;
    }

    /** Returns whether a codec is a relay of any copy and version of parquet-fastcodec. */
    static boolean isRelay(@Nullable CompressionCodec codec) {
        return codec != null && codec.getClass().getName().equals(NAME);
    }

    /**
     * Returns the class of the relays in a codec map if this copy understands it, else one that is loaded for the map.
     *
     * @throws ReflectiveOperationException if the class cannot be loaded, or is another version's where it comes from
     *     parquet-java's own class path
     */
    static RelayClass of(Map<String, CompressionCodec> map, ClassLoader parquetLoader)
            throws ReflectiveOperationException {
        synchronized (map) {
            for (CompressionCodec codec : map.values()) {
                if (isRelay(codec) && protocol(codec.getClass()) == CodecRelay.PROTOCOL) {
                    return new RelayClass(codec.getClass());
                }
            }
        }
        return new RelayClass(load(parquetLoader));
    }

    private static Class<?> load(ClassLoader parquetLoader) throws ReflectiveOperationException {
        Class<?> loaded;
        String file = NAME.replace('.', '/') + ".class";
        URL location = CodecRelay.class.getResource("/" + file);
        if (location == null) {
            throw new ClassNotFoundException(file + " is not in the jar that " + NAME + " came from");
        }
        String place = location.toString();
        // Closed at once, because nothing of our jar is needed later. Up to Java 23 the new loader refers to the
        // classes on the stack, and so keeps the loader of the copy that is the first to install.
        try (URLClassLoader beside = new URLClassLoader(
                new URL[] {new URL(place.substring(0, place.length() - file.length()))}, parquetLoader)) {
            loaded = Class.forName(NAME, true, beside);
            String packageName = NAME.substring(0, NAME.lastIndexOf('.') + 1);
            for (String name : ALL) {
                Class.forName(packageName + name, true, beside);
            }
        } catch (IOException e) {
            throw new ClassNotFoundException("the classes at " + place + " cannot be read", e);
        }
        if (protocol(loaded) != CodecRelay.PROTOCOL) {
            throw new ClassNotFoundException("another version of parquet-fastcodec lies beside parquet-java, at "
                    + loaded.getProtectionDomain().getCodeSource().getLocation() + "; keep one of the two");
        }
        return loaded;
    }

    private static int protocol(Class<?> relay) throws ReflectiveOperationException {
        return relay.getField("PROTOCOL").getInt(null);
    }

    /** Returns whether a codec is a relay of this class. */
    boolean isInstance(@Nullable CompressionCodec codec) {
        return type.isInstance(codec);
    }

    /** Creates a relay; the arguments are those of the class's constructor. */
    CompressionCodec newRelay(
            Map<String, CompressionCodec> map,
            ClassLoader parquetLoader,
            String codec,
            String className,
            @Nullable String levelKey,
            @Nullable String level)
            throws ReflectiveOperationException {
        return (CompressionCodec) type.getConstructor(
                        Map.class, ClassLoader.class, String.class, String.class, String.class, String.class)
                .newInstance(map, parquetLoader, codec, className, levelKey, level);
    }

    /** Offers a page service for the files that none is told of, by {@link CodecRelay#serveAll}. */
    void serveAll(BiFunction<Object, Map<String, String>, Object> service, boolean forProcess)
            throws ReflectiveOperationException {
        call("serveAll", new Class<?>[] {BiFunction.class, boolean.class}, service, forProcess);
    }

    /** Notes the file that the calling thread is opening. */
    void opened(
            @Nullable BiFunction<Object, Map<String, String>, Object> service,
            Map<String, String> settings,
            boolean written)
            throws ReflectiveOperationException {
        call("opened", new Class<?>[] {BiFunction.class, Map.class, boolean.class}, service, settings, written);
    }

    /** Returns how many compressors and decompressors a relay of this class has made. */
    long[] made(CompressionCodec relay) throws ReflectiveOperationException {
        return (long[]) type.getMethod("made").invoke(relay);
    }

    private Object call(String name, Class<?>[] types, @Nullable Object... arguments)
            throws ReflectiveOperationException {
        Method method = type.getMethod(name, types);
        try {
            return method.invoke(null, arguments);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(NAME + "." + name + " failed", e.getCause());
        }
    }
}
