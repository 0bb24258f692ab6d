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
 * Creates the engines of this project and those that service files name. An engine whose class does not load is left out, and
 * the log says so.
 */
final class EngineLoading {

    private static final Logger LOG = LoggerFactory.getLogger(EngineLoading.class);

    /** A service file that cannot be read is one failure after the other. */
    private static final int MOST_FAILURES = 100;

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

    /** Adds an engine by its name below this package, so that nothing here links an engine's library. */
    private void add(String name) {
        try {
            engines.add((CodecEngine) classOf(name).getDeclaredConstructor().newInstance());
        } catch (ReflectiveOperationException | LinkageError e) {
            warn(name, e);
        }
    }

    /** Adds an engine of a class that has an instance for each codec. */
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
        LOG.warn("Engine {} cannot be loaded and is left out; is the parquet-fastcodec jar whole?", name, cause);
    }

    private void addOthers() {
        Iterator<CodecEngine> others =
                ServiceLoader.load(CodecEngine.class, loader).iterator();
        for (int failures = 0; failures < MOST_FAILURES; ) {
            try {
                if (!others.hasNext()) {
                    return;
                }
                CodecEngine other = others.next();
                requireSpeaking(other);
                engines.add(other);
            } catch (ServiceConfigurationError | RuntimeException | LinkageError e) {
                failures++;
                LOG.warn("An engine registered by a service file cannot be loaded and is left out", e);
            }
        }
    }

    /** Asks an engine what the registry will ask of it: one that throws then would take all others with it. */
    private static void requireSpeaking(CodecEngine engine) {
        Objects.requireNonNull(engine.name(), "name");
        Objects.requireNonNull(engine.codecs(), "codecs");
        engine.priority();
    }
}
