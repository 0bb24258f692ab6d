// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines;

import io.github.fastcodec.engine.CodecEngine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the engines of this project and those that service files name. An engine whose class does not load is skipped and
 * logged.
 */
final class EngineLoading {

    private static final Logger LOG = LoggerFactory.getLogger(EngineLoading.class);

    /**
     * The number of failures after which no more service files are read: if a service file cannot be read, every further call
     * of the service loader fails.
     */
    private static final int MAX_FAILURES = 100;

    private final List<CodecEngine> engines = new ArrayList<>();
    private final ClassLoader loader = EngineLoading.class.getClassLoader();

    private EngineLoading() {}

    /** Returns all engines, those with the highest priority first. */
    static List<CodecEngine> load() {
        EngineLoading loading = new EngineLoading();
        loading.addBuiltIn();
        loading.addOthers();
        loading.engines.sort(Comparator.comparingInt(CodecEngine::priority).reversed());
        return loading.engines;
    }

    private void addBuiltIn() {
        add("snappy.SnappyJavaEngine");
        add("zstd.ZstdJniEngine");
        add("lz4.Lz4JavaEngine");
        add("gzip.GzipLibdeflateEngine");
        add("gzip.GzipJdkEngine");
        add("brotli.Brotli4jEngine");
        add("brotli.BrotliDecEngine");
        add("aircompressor.AircompressorEngine", CompressionCodecName.SNAPPY);
        add("aircompressor.AircompressorEngine", CompressionCodecName.LZ4_RAW);
        add("aircompressor.AircompressorEngine", CompressionCodecName.LZ4);
        add("aircompressor.AircompressorEngine", CompressionCodecName.LZO);
        add("aircompressor.AircompressorEngine", CompressionCodecName.ZSTD);
    }

    /** Adds an engine by its class name within this package, so that this class does not link to the engine's library. */
    private void add(String name) {
        try {
            engines.add((CodecEngine) classOf(name).getDeclaredConstructor().newInstance());
        } catch (ReflectiveOperationException | LinkageError e) {
            warn(name, e);
        }
    }

    /** Adds the instance of an engine class for one codec. */
    private void add(String name, CompressionCodecName codec) {
        try {
            engines.add((CodecEngine) classOf(name)
                    .getDeclaredConstructor(CompressionCodecName.class)
                    .newInstance(codec));
        } catch (ReflectiveOperationException | LinkageError e) {
            warn(name, e);
        }
    }

    private Class<?> classOf(String name) throws ClassNotFoundException {
        return Class.forName(EngineLoading.class.getPackageName() + "." + name, true, loader);
    }

    private static void warn(String name, Throwable cause) {
        LOG.warn(
                "Engine {} cannot be loaded and is skipped; check that the parquet-fastcodec jar is complete",
                name,
                cause);
    }

    private void addOthers() {
        Iterator<CodecEngine> others =
                ServiceLoader.load(CodecEngine.class, loader).iterator();
        for (int failures = 0; failures < MAX_FAILURES; ) {
            try {
                if (!others.hasNext()) {
                    return;
                }
                CodecEngine other = others.next();
                requireUsable(other);
                engines.add(other);
            } catch (ServiceConfigurationError | RuntimeException | LinkageError e) {
                failures++;
                LOG.warn("An engine registered by a service file cannot be loaded and is skipped", e);
            }
        }
    }

    /** Calls the methods that the registry will call. If one of them threw in the registry, no engine would be available. */
    private static void requireUsable(CodecEngine engine) {
        Objects.requireNonNull(engine.name(), "name");
        Objects.requireNonNull(engine.codecs(), "codecs");
        engine.priority();
    }
}
