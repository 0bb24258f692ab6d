// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop.relay;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionInputStream;
import org.apache.hadoop.io.compress.CompressionOutputStream;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.io.compress.Decompressor;
import org.apache.hadoop.io.compress.zlib.ZlibCompressor;
import org.apache.hadoop.util.ReflectionUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * One entry of parquet-java's codec map. It passes pages on to a copy of parquet-fastcodec, or to parquet-java's own codec
 * where there is no such copy any more.
 *
 * <p>The map is as old as parquet-java's classes and serves the whole JVM, while a copy of parquet-fastcodec may come with a
 * session or an application and end before it. So this class is loaded beside parquet-java. It refers to a copy by weak
 * references only, and turns to parquet-java's own codec as soon as a copy is collected or its class loader is closed.
 *
 * <p><b>What crosses the class loaders</b> are types of the JDK. A copy offers a <em>page service</em>: a function from an
 * owner and a request (the settings of a file, and the keys {@link #CODEC}, {@link #DIRECTION} and {@link #LEVEL}) to what
 * that file's pages go through:
 *
 * <ul>
 *   <li>for {@link #COMPRESS} a {@code BiConsumer<ByteBuffer, OutputStream>}, which compresses the page in an array and then
 *       writes it out in one call;
 *   <li>for {@link #DECOMPRESS} a {@code BiFunction<InputStream, ByteBuffer, ByteBuffer>}, which fills an array with the page; if
 *       the array's buffer is empty, its size is not known: then the page comes in a buffer of its size, over this array if
 *       that is large enough.
 * </ul>
 *
 * Both wrap an {@code IOException} into an {@code UncheckedIOException}. The service keeps what it returns for as long as the
 * owner lives, and is the only one to.
 *
 * <p>Safe for use by many threads; its compressors, decompressors and streams are for one thread at a time.
 */
public final class CodecRelay implements CompressionCodec {

    /** Changes with what crosses the class loaders; copies that agree share one class of relays. */
    public static final int PROTOCOL = 1;

    /** In a request: the name of the codec. */
    public static final String CODEC = "relay.codec";

    /** In a request: {@link #COMPRESS} or {@link #DECOMPRESS}. */
    public static final String DIRECTION = "relay.direction";

    /** In a request: the level, as the codec's key takes it; absent if the settings decide. */
    public static final String LEVEL = "relay.level";

    /** In a request: present if the settings are those of a file, absent if the process's own hold. */
    public static final String FILE = "relay.file";

    public static final String COMPRESS = "compress";
    public static final String DECOMPRESS = "decompress";

    /** Serves the files that no copy of parquet-fastcodec was told of. */
    private static volatile WeakReference<BiFunction<Object, Map<String, String>, Object>> commonService =
            new WeakReference<>(null);

    private static boolean commonIsForProcess;

    private static final AtomicBoolean SAID = new AtomicBoolean();

    private final Map<String, CompressionCodec> map;
    private final ClassLoader parquetLoader;
    private final String codec;
    private final String className;
    private final @Nullable String levelKey;
    private final @Nullable String level;
    private final AtomicLong compressorsMade = new AtomicLong();
    private final AtomicLong decompressorsMade = new AtomicLong();

    /**
     * Creates an entry, without putting it into the map.
     *
     * @param map parquet-java's codec map
     * @param parquetLoader the class loader of that parquet-java
     * @param codec the codec's name, any but UNCOMPRESSED
     * @param className the name of parquet-java's own codec class
     * @param levelKey the key of the codec's level, or null if it has none
     * @param level the level of all compressors, as that key takes it, or null for that of each file
     */
    public CodecRelay(
            Map<String, CompressionCodec> map,
            ClassLoader parquetLoader,
            String codec,
            String className,
            @Nullable String levelKey,
            @Nullable String level) {
        this.map = map;
        this.parquetLoader = parquetLoader;
        this.codec = codec;
        this.className = className;
        this.levelKey = levelKey;
        this.level = level;
    }

    /**
     * Offers a page service for the files that none is told of. The latest one serves, but what an application sets for its
     * process takes precedence over what comes with single files.
     *
     * @param forProcess whether an application has set it
     */
    public static synchronized void serveAll(
            BiFunction<Object, Map<String, String>, Object> service, boolean forProcess) {
        if (forProcess || !commonIsForProcess || commonService.get() == null) {
            commonService = new WeakReference<>(service);
            commonIsForProcess = forProcess;
        }
    }

    /**
     * Notes the file that the calling thread is opening.
     *
     * @param service who serves the file; null for parquet-java's own codecs
     * @param settings keys and values of the file, not changed afterwards
     * @param written whether the file is written, else it is read
     */
    public static void opened(
            @Nullable BiFunction<Object, Map<String, String>, Object> service,
            Map<String, String> settings,
            boolean written) {
        OpenedFile.note(service, settings, written);
    }

    /** Returns how many compressors and decompressors this has made. */
    public long[] made() {
        return new long[] {compressorsMade.get(), decompressorsMade.get()};
    }

    /**
     * Makes a compressor for the file that the calling thread is opening.
     *
     * @throws IllegalArgumentException if the file's configuration has a value out of range; names key, value and range
     * @throws UnsupportedOperationException if no engine can compress the codec; says why and what to add
     */
    @Override
    public Compressor createCompressor() {
        compressorsMade.incrementAndGet();
        return new RelayCompressor(this, OpenedFile.take(this, true));
    }

    /**
     * Makes a decompressor for the file that the calling thread is opening.
     *
     * @throws IllegalArgumentException if the file's configuration has a value out of range; names key, value and range
     * @throws UnsupportedOperationException if no engine can decompress the codec; says why and what to add
     */
    @Override
    public Decompressor createDecompressor() {
        decompressorsMade.incrementAndGet();
        return RelayDecompressor.of(codec, this, OpenedFile.take(this, false));
    }

    @Override
    public Class<? extends Compressor> getCompressorType() {
        return RelayCompressor.class;
    }

    @Override
    public Class<? extends Decompressor> getDecompressorType() {
        return RelayDecompressor.class;
    }

    @Override
    public CompressionOutputStream createOutputStream(OutputStream out) {
        return createOutputStream(out, createCompressor());
    }

    /**
     * Returns a stream that compresses what it is given as one page.
     *
     * @param compressor one of this codec's
     */
    @Override
    public CompressionOutputStream createOutputStream(OutputStream out, Compressor compressor) {
        return new RelayOutputStream(out, (RelayCompressor) compressor);
    }

    @Override
    public CompressionInputStream createInputStream(InputStream in) throws IOException {
        return createInputStream(in, createDecompressor());
    }

    /**
     * Returns a stream of the one page that {@code in} holds.
     *
     * @param decompressor one of this codec's
     */
    @Override
    public CompressionInputStream createInputStream(InputStream in, Decompressor decompressor) throws IOException {
        return new RelayInputStream(in, (RelayDecompressor) decompressor);
    }

    @Override
    public String getDefaultExtension() {
        return "." + codec.toLowerCase(Locale.ROOT) + ".fastcodec";
    }

    @Override
    public String toString() {
        return "parquet-fastcodec's " + codec + (level == null ? "" : " at level " + level);
    }

    /**
     * Returns the page service for a file, of which the caller keeps a weak reference only; null if parquet-java's own codec
     * serves.
     *
     * @param file the file, or null if none was noted
     */
    @Nullable
    BiFunction<Object, Map<String, String>, Object> service(@Nullable OpenedFile file) {
        if (file != null) {
            return file.service();
        }
        BiFunction<Object, Map<String, String>, Object> service = commonService.get();
        if (service == null) {
            withdraw(null);
        }
        return service;
    }

    /**
     * Asks a page service for what a file's pages go through.
     *
     * @param service the one for the file, or null if there is none
     * @param file the file, or null if none was noted
     * @return the service's answer, of which the caller keeps a weak reference only; null if parquet-java's own codec serves
     */
    @Nullable
    Object pages(
            @Nullable BiFunction<Object, Map<String, String>, Object> service,
            Object owner,
            @Nullable OpenedFile file,
            String direction) {
        if (service == null) {
            return null;
        }
        Map<String, String> request = new HashMap<>();
        if (file != null) {
            request.putAll(file.settings());
            request.put(FILE, "");
        }
        request.put(CODEC, codec);
        request.put(DIRECTION, direction);
        if (level != null) {
            request.put(LEVEL, level);
        }
        try {
            return service.apply(owner, request);
        } catch (LinkageError e) {
            lost(service, e);
            return null;
        }
    }

    /**
     * Notes that a copy of parquet-fastcodec cannot load its classes any more, which is how a closed class loader shows.
     *
     * @param service the copy's, or null if it is collected by now
     */
    void lost(@Nullable BiFunction<Object, Map<String, String>, Object> service, LinkageError error) {
        if (SAID.compareAndSet(false, true)) {
            try {
                LoggerFactory.getLogger(CodecRelay.class)
                        .warn(
                                "The class loader that parquet-fastcodec came with was closed; parquet-java's own codecs take"
                                        + " over its files",
                                error);
            } catch (LinkageError e) {
                // no slf4j beside parquet-java: nowhere to say it
            }
        }
        withdraw(service);
    }

    /**
     * Leaves the map to parquet-java, unless another copy of parquet-fastcodec serves it by now; the next one puts relays back.
     *
     * @param gone the service that has ended, or null if it is collected
     */
    private void withdraw(@Nullable BiFunction<Object, Map<String, String>, Object> gone) {
        synchronized (CodecRelay.class) {
            BiFunction<Object, Map<String, String>, Object> common = commonService.get();
            if (common == null || common == gone) {
                commonService = new WeakReference<>(null);
                synchronized (map) {
                    map.values().removeIf(entry -> entry instanceof CodecRelay);
                }
            }
        }
    }

    /**
     * Creates parquet-java's own codec, as its factory would for a file with these settings.
     *
     * @throws UnsupportedOperationException if parquet-java has none for this codec
     */
    CompressionCodec own(Map<String, String> settings) {
        Configuration configuration = new Configuration(false);
        configuration.setClassLoader(parquetLoader);
        settings.forEach(configuration::set);
        if (levelKey != null) {
            String ownLevel = level == null ? settings.get(levelKey) : level;
            if (ownLevel != null) {
                configuration.set(levelKey, codec.equals("GZIP") ? gzipLevel(ownLevel) : ownLevel);
            }
        }
        return (CompressionCodec) ReflectionUtils.newInstance(ownClass(), configuration);
    }

    private Class<?> ownClass() {
        try {
            return Class.forName(className, true, parquetLoader);
        } catch (ClassNotFoundException besideParquet) {
            try {
                return Class.forName(className, true, Thread.currentThread().getContextClassLoader());
            } catch (ClassNotFoundException e) {
                throw new UnsupportedOperationException(
                        "Class " + className + " was not found: parquet-java comes without a codec for " + codec
                                + ", and parquet-fastcodec does not serve this file (it is switched off for it, or the class"
                                + " loader that it came with is gone). Add parquet-fastcodec to the class path of this JVM,"
                                + " or use another codec",
                        e);
            }
        }
    }

    /** parquet-java's own GZIP takes the names of an enum, its map's keys have numbers as well. */
    private static String gzipLevel(String level) {
        try {
            int number = Integer.parseInt(level.trim());
            if (number == -1) {
                return ZlibCompressor.CompressionLevel.DEFAULT_COMPRESSION.name();
            }
            return number < 0 || number > 9 ? level : ZlibCompressor.CompressionLevel.values()[number].name();
        } catch (NumberFormatException e) {
            return level;
        }
    }
}
