// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines;

import io.github.fastcodec.engine.Availability;
import io.github.fastcodec.engine.CodecEngine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The registry of engines: the engines of each codec, in order of preference, and which of them work in this JVM.
 *
 * <p>All methods are safe for use by many threads. An engine is tested once for each codec, when its result is first needed.
 * The result, with the first cause of a failure, is kept for the life of the class loader.
 */
public final class Engines {

    private static final Logger LOG = LoggerFactory.getLogger(Engines.class);

    /** The name that stands for the best engine that works. */
    public static final String AUTO = "auto";

    /** Loaded by name, so that nothing here links an engine's library. */
    private static final List<String> BUILT_IN = List.of(
            "io.github.fastcodec.internal.engines.snappy.SnappyJavaEngine",
            "io.github.fastcodec.internal.engines.snappy.SnappyAircompressorEngine",
            "io.github.fastcodec.internal.engines.zstd.ZstdJniEngine",
            "io.github.fastcodec.internal.engines.zstd.ZstdAircompressorEngine",
            "io.github.fastcodec.internal.engines.lz4.Lz4JavaEngine",
            "io.github.fastcodec.internal.engines.lz4.Lz4AircompressorEngine",
            "io.github.fastcodec.internal.engines.gzip.GzipLibdeflateEngine",
            "io.github.fastcodec.internal.engines.gzip.GzipJdkEngine",
            "io.github.fastcodec.internal.engines.lzo.LzoAircompressorEngine",
            "io.github.fastcodec.internal.engines.brotli.Brotli4jEngine",
            "io.github.fastcodec.internal.engines.brotli.BrotliDecEngine");

    /** Where the JVM runs with {@code --illegal-native-access=deny}, as Java may do by default one day. */
    private static final String ALLOW_NATIVE_ACCESS =
            "start the JVM with --enable-native-access=ALL-UNNAMED, or with the name of the library's module in place of"
                    + " ALL-UNNAMED if the library is on the module path";

    private static final Map<CompressionCodecName, List<CodecEngine>> BY_CODEC = byCodec(load());

    private static final ConcurrentMap<Proof, Availability> PROOFS = new ConcurrentHashMap<>();

    private Engines() {}

    /**
     * Returns the engines of a codec, best first, whether they work or not.
     *
     * @return an immutable list; empty for UNCOMPRESSED
     */
    public static List<CodecEngine> of(CompressionCodecName codec) {
        return BY_CODEC.get(codec);
    }

    /**
     * Returns whether an engine works for a codec: whether it decompresses a known block to the known bytes and, if it can
     * compress, reads back what it writes.
     */
    public static Availability availability(CodecEngine engine, CompressionCodecName codec) {
        return PROOFS.computeIfAbsent(new Proof(engine, codec), Engines::prove);
    }

    /**
     * Returns the best working engine to compress with.
     *
     * @throws UnsupportedOperationException if there is none; names the codec, each engine's cause, and what to add
     */
    public static CodecEngine forCompression(CompressionCodecName codec) {
        return forCompression(codec, AUTO);
    }

    /**
     * Returns the best working engine to decompress with.
     *
     * @throws UnsupportedOperationException if there is none; names the codec, each engine's cause, and what to add
     */
    public static CodecEngine forDecompression(CompressionCodecName codec) {
        return forDecompression(codec, AUTO);
    }

    /**
     * Returns the engine to compress with.
     *
     * @param name the name of the only engine to use, or {@code auto} for the best that works
     * @throws UnsupportedOperationException if there is none; names the codec, each engine's cause, and what to add
     */
    public static CodecEngine forCompression(CompressionCodecName codec, String name) {
        return best(codec, name, true);
    }

    /**
     * Returns the engine to decompress with.
     *
     * @param name the name of the only engine to use, or {@code auto} for the best that works
     * @throws UnsupportedOperationException if there is none; names the codec, each engine's cause, and what to add
     */
    public static CodecEngine forDecompression(CompressionCodecName codec, String name) {
        return best(codec, name, false);
    }

    private static CodecEngine best(CompressionCodecName codec, String name, boolean compress) {
        StringBuilder tried = new StringBuilder();
        List<Throwable> causes = new ArrayList<>();
        for (CodecEngine engine : of(codec)) {
            if (!name.equals(AUTO) && !name.equals(engine.name())) {
                continue;
            }
            if (compress && !engine.canCompress()) {
                tried.append("; ").append(engine.name()).append(" only decompresses");
                continue;
            }
            Availability availability = availability(engine, codec);
            if (availability.isAvailable()) {
                return engine;
            }
            tried.append("; ").append(engine.name()).append(" is ").append(availability);
            availability.cause().ifPresent(causes::add);
        }
        UnsupportedOperationException none = new UnsupportedOperationException("No engine can "
                + (compress ? "compress " : "decompress ") + codec
                + (tried.length() == 0 ? "; this version knows no engine for it" : tried));
        causes.forEach(none::addSuppressed);
        throw none;
    }

    private static Availability prove(Proof proof) {
        CodecEngine engine = proof.engine;
        try {
            KnownAnswer.of(proof.codec).verify(engine);
            return Availability.available();
        } catch (IOException | RuntimeException | LinkageError e) {
            return missing(proof, e);
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Error e) {
            // snappy-java reports a missing native library as an Error of its own type
            return missing(proof, e);
        }
    }

    private static Availability missing(Proof proof, Throwable cause) {
        Availability missing = Availability.missing(
                cause, isDeniedNativeAccess(cause) ? ALLOW_NATIVE_ACCESS : proof.engine.howToFix());
        LOG.info("{} does without the engine {}, which is {}", proof.codec, proof.engine.name(), missing);
        LOG.debug("Why the engine {} does not work", proof.engine.name(), cause);
        return missing;
    }

    /** Some libraries, and the JVM where it remembers that a class failed, keep no more of the exception than its message. */
    private static boolean isDeniedNativeAccess(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause.getMessage() != null && cause.getMessage().contains("Illegal native access")) {
                return true;
            }
        }
        return false;
    }

    private static List<CodecEngine> load() {
        List<CodecEngine> engines = new ArrayList<>();
        ClassLoader loader = Engines.class.getClassLoader();
        for (String name : BUILT_IN) {
            try {
                engines.add((CodecEngine) Class.forName(name, true, loader)
                        .getDeclaredConstructor()
                        .newInstance());
            } catch (ReflectiveOperationException | LinkageError e) {
                LOG.warn("Engine {} cannot be loaded and is left out; is the parquet-fastcodec jar whole?", name, e);
            }
        }
        Iterator<CodecEngine> others =
                ServiceLoader.load(CodecEngine.class, loader).iterator();
        while (true) {
            try {
                if (!others.hasNext()) {
                    break;
                }
                engines.add(others.next());
            } catch (ServiceConfigurationError | LinkageError e) {
                LOG.warn("An engine registered by a service file cannot be loaded and is left out", e);
            }
        }
        engines.sort(Comparator.comparingInt(CodecEngine::priority).reversed());
        return engines;
    }

    private static Map<CompressionCodecName, List<CodecEngine>> byCodec(List<CodecEngine> engines) {
        Map<CompressionCodecName, List<CodecEngine>> byCodec = new EnumMap<>(CompressionCodecName.class);
        for (CompressionCodecName codec : CompressionCodecName.values()) {
            byCodec.put(
                    codec,
                    engines.stream()
                            .filter(engine -> engine.codecs().contains(codec))
                            .collect(Collectors.toUnmodifiableList()));
        }
        return byCodec;
    }

    /** What was proved: an engine, by identity, for a codec. */
    private static final class Proof {
        private final CodecEngine engine;
        private final CompressionCodecName codec;

        private Proof(CodecEngine engine, CompressionCodecName codec) {
            this.engine = Objects.requireNonNull(engine, "engine");
            this.codec = Objects.requireNonNull(codec, "codec");
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Proof && ((Proof) other).engine == engine && ((Proof) other).codec == codec;
        }

        @Override
        public int hashCode() {
            return 31 * System.identityHashCode(engine) + codec.hashCode();
        }
    }
}
