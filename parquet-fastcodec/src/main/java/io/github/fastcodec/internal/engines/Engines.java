// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines;

import io.github.fastcodec.engine.Availability;
import io.github.fastcodec.engine.CodecEngine;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The registry of engines: the engines of each codec, in order of preference, and which of them work in this JVM.
 *
 * <p>Thread-safe. An engine is tested once for each codec, when the result is first needed. The result, including the first
 * cause of a failure, is kept for the life of the class loader.
 */
public final class Engines {

    /** The name that selects the best engine that works. */
    public static final String AUTO = "auto";

    private static final Map<CompressionCodecName, List<CodecEngine>> BY_CODEC = byCodec(EngineLoading.load());

    private static final ConcurrentMap<EngineProof, Availability> PROOFS = new ConcurrentHashMap<>();

    /** The engines for which a warning about an ignored level has been logged. */
    private static final Set<CodecEngine> IGNORING_LEVELS = ConcurrentHashMap.newKeySet();

    private static final Logger LOG = LoggerFactory.getLogger(Engines.class);

    private Engines() {}

    /**
     * Returns the engines of a codec, best first, whether they work or not.
     *
     * @return an immutable list; empty for UNCOMPRESSED
     */
    public static List<CodecEngine> of(CompressionCodecName codec) {
        return BY_CODEC.getOrDefault(codec, List.of());
    }

    /**
     * Returns whether an engine works for a codec: whether it decompresses a known block correctly, rejects half of it and,
     * if it can compress, reads back its own output.
     */
    public static Availability availability(CodecEngine engine, CompressionCodecName codec) {
        return PROOFS.computeIfAbsent(new EngineProof(engine, codec), EngineProof::run);
    }

    /**
     * Returns the best working engine to compress with.
     *
     * @throws UnsupportedOperationException if there is none; the message names the codec, why each engine does not work,
     *     and what to add
     */
    public static CodecEngine forCompression(CompressionCodecName codec) {
        return forCompression(codec, AUTO);
    }

    /**
     * Returns the best working engine to decompress with.
     *
     * @throws UnsupportedOperationException if there is none; the message names the codec, why each engine does not work,
     *     and what to add
     */
    public static CodecEngine forDecompression(CompressionCodecName codec) {
        return forDecompression(codec, AUTO);
    }

    /**
     * Returns the engine to compress with.
     *
     * @param name the name of the only engine to use, or {@code auto} for the best that works
     * @throws UnsupportedOperationException if there is none; the message names the codec, why each engine does not work,
     *     and what to add
     */
    public static CodecEngine forCompression(CompressionCodecName codec, String name) {
        return best(codec, name, true, null);
    }

    /**
     * Returns the engine to compress with at exactly the given level.
     *
     * @param name the name of the only engine to use, or {@code auto} for the best that works and has the level
     * @throws UnsupportedOperationException if there is none; the message names codec and level, each engine's cause, and
     *     what to add
     */
    public static CodecEngine forLevel(CompressionCodecName codec, String name, int level) {
        return best(codec, name, true, level);
    }

    /** Warns, once for each engine, that an engine does not have a level and compresses at another one. */
    public static void warnIfIgnored(CodecEngine engine, CompressionCodecName codec, int level) {
        if (!engine.hasLevel(level) && IGNORING_LEVELS.add(engine)) {
            LOG.warn(
                    "{} does not have level {} of {} and compresses at another level. Engines with this level: {}. The Doctor"
                            + " shows why an engine does not work here",
                    engine.name(),
                    level,
                    codec,
                    of(codec).stream()
                            .filter(other -> other.canCompress() && other.hasLevel(level))
                            .map(CodecEngine::name)
                            .collect(Collectors.joining(", ")));
        }
    }

    /**
     * Returns the engine to decompress with.
     *
     * @param name the name of the only engine to use, or {@code auto} for the best that works
     * @throws UnsupportedOperationException if there is none; the message names the codec, why each engine does not work,
     *     and what to add
     */
    public static CodecEngine forDecompression(CompressionCodecName codec, String name) {
        return best(codec, name, false, null);
    }

    private static CodecEngine best(
            CompressionCodecName codec, String name, boolean compress, @Nullable Integer level) {
        boolean isLevelMissing = false;
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
            if (level != null && !engine.hasLevel(level)) {
                tried.append("; ").append(engine.name()).append(" does not have this level");
                isLevelMissing = true;
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
                + (isLevelMissing ? " at level " + level : "")
                + (tried.length() == 0 ? "; this version has no engine for it" : tried));
        causes.forEach(none::addSuppressed);
        throw none;
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
}
