// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.hadoop;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.engine.Engines;
import io.github.fastcodec.engine.LibraryVersion;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.zlib.ZlibCompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Our codecs in the map of one copy of parquet-java's codec factory.
 *
 * <p>The map's keys are the names of Hadoop codec classes; since parquet-java 1.14 with a colon and the configured level,
 * as it is written, if there is one; since 1.18 also with a level given as a number. All forms are served: the bare name and
 * the usual levels at once, what else a configuration holds when its file comes.
 */
final class Installation {

    private static final Logger LOG = LoggerFactory.getLogger(FastCodecInstaller.class);

    /** The lowest level of ZSTD that is put in place at once; its range goes down to -131072. */
    private static final int LOWEST_ZSTD_LEVEL = -100;

    private enum State {
        NEW,
        IN,
        OUT,
        UNUSABLE
    }

    private final Class<?> factoryClass;
    private final Class<?> nameClass;
    private final Map<String, CompressionCodec> codecsByKey;

    /** The bare key of each codec that is to be ours. */
    private final Map<CompressionCodecName, String> keys = new EnumMap<>(CompressionCodecName.class);

    private final ConcurrentMap<String, HadoopCodecBridge> ours = new ConcurrentHashMap<>();

    private volatile State state = State.NEW;

    /** @throws IllegalStateException if the class has no such map, or it cannot be reached */
    @SuppressWarnings("unchecked") // what the field is declared as, if it is parquet-java's
    Installation(Class<?> factoryClass) {
        this.factoryClass = factoryClass;
        try {
            Field map = factoryClass.getDeclaredField("CODEC_BY_NAME");
            map.setAccessible(true);
            codecsByKey = (Map<String, CompressionCodec>) map.get(null);
            nameClass = Class.forName(
                    factoryClass.getPackageName() + ".metadata.CompressionCodecName",
                    true,
                    factoryClass.getClassLoader());
            Method key = nameClass.getMethod("getHadoopCompressionCodecClassName");
            for (Object name : nameClass.getEnumConstants()) {
                String className = (String) key.invoke(name);
                CompressionCodecName codec = codec(((Enum<?>) name).name());
                if (className != null && codec != null && isBetterOurs(codec, className)) {
                    keys.put(codec, className);
                }
            }
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new IllegalStateException("no map CODEC_BY_NAME of Hadoop codecs in " + factoryClass, e);
        }
    }

    private static CompressionCodecName codec(String name) {
        for (CompressionCodecName codec : CompressionCodecName.values()) {
            if (codec.name().equals(name)) {
                return codec;
            }
        }
        return null; // newer than we are
    }

    /** A codec that we have no engine for stays parquet-java's if that has it; if not, our error says what to add. */
    private boolean isBetterOurs(CompressionCodecName codec, String className) {
        try {
            Engines.forCompression(codec);
            Engines.forDecompression(codec);
            return true;
        } catch (UnsupportedOperationException noEngine) {
            try {
                Class.forName(className, false, factoryClass.getClassLoader());
                return false;
            } catch (ClassNotFoundException | LinkageError e) {
                return true;
            }
        }
    }

    /**
     * Sees to it that our codecs are in the map, those for the configured levels too.
     *
     * @return whether parquet-java uses them
     */
    boolean put(Configuration configuration) throws ReflectiveOperationException {
        if (state != State.IN && !putFirst()) {
            return false;
        }
        for (Map.Entry<CompressionCodecName, String> key : keys.entrySet()) {
            // a factory that found no codec before may have put parquet-java's in place of ours since
            keep(key.getValue(), key.getKey(), null);
            String levelKey = configuration == null ? null : FastCodecOptions.levelKey(key.getKey());
            String level = levelKey == null ? null : configuration.get(levelKey);
            if (level != null) {
                keep(key.getValue() + ":" + level, key.getKey(), level);
            }
        }
        return true;
    }

    /** Takes our codecs out of the map, also those that a thread put back which opened another file at the same time. */
    void remove() {
        if (state == State.IN || keys.keySet().stream().anyMatch(this::isInPlace)) {
            synchronized (this) {
                removeAll();
                state = State.OUT;
            }
        }
    }

    private synchronized boolean putFirst() throws ReflectiveOperationException {
        if (state == State.IN || state == State.UNUSABLE) {
            return state == State.IN;
        }
        keys.forEach((codec, key) -> {
            keep(key, codec, null);
            for (String level : usualLevels(codec)) {
                keep(key + ":" + level, codec, level);
            }
        });
        if (state == State.NEW) {
            String problem = verify();
            if (problem != null) {
                removeAll();
                state = State.UNUSABLE;
                FastCodecInstaller.warn(problem, null);
                return false;
            }
            LOG.info(summary());
        }
        state = State.IN;
        return true;
    }

    /** Puts our codec where nothing is, or what parquet-java itself would put there; anything else stays. */
    private void keep(String key, CompressionCodecName codec, String level) {
        HadoopCodecBridge bridge = ours.get(key);
        if (bridge == null) {
            bridge = ours.computeIfAbsent(key, k -> new HadoopCodecBridge(codec, level));
        }
        CompressionCodec present = codecsByKey.get(key);
        if (present != bridge && isReplaceable(codec, present)) {
            HadoopCodecBridge replacement = bridge;
            codecsByKey.compute(key, (k, now) -> isReplaceable(codec, now) ? replacement : now);
        }
    }

    private boolean isReplaceable(CompressionCodecName codec, CompressionCodec present) {
        return present == null || present.getClass().getName().equals(keys.get(codec));
    }

    private void removeAll() {
        ours.forEach(codecsByKey::remove);
    }

    private boolean isInPlace(CompressionCodecName codec) {
        HadoopCodecBridge bridge = keys.containsKey(codec) ? ours.get(keys.get(codec)) : null;
        return bridge != null && codecsByKey.get(keys.get(codec)) == bridge;
    }

    /** Returns why parquet-java does not go through our codecs, as sentences, or null if it does. */
    private String verify() throws ReflectiveOperationException {
        for (Object name : nameClass.getEnumConstants()) {
            CompressionCodecName codec = codec(((Enum<?>) name).name());
            if (codec == null || !isInPlace(codec)) {
                continue;
            }
            HadoopCodecBridge bridge = ours.get(keys.get(codec));
            long compressors = bridge.compressorsMade();
            long decompressors = bridge.decompressorsMade();
            Object factory = factoryClass
                    .getConstructor(Configuration.class, int.class)
                    .newInstance(new Configuration(false), 0);
            try {
                factoryClass.getMethod("getCompressor", nameClass).invoke(factory, name);
                factoryClass.getMethod("getDecompressor", nameClass).invoke(factory, name);
            } finally {
                factoryClass.getMethod("release").invoke(factory);
            }
            return bridge.compressorsMade() > compressors && bridge.decompressorsMade() > decompressors
                    ? null
                    : factoryClass.getName() + " " + version(factoryClass)
                            + " does not take its codecs from CODEC_BY_NAME."
                            + " Use a parquet-java from 1.13 to 1.18, or withCodecFactory(new FastCodecFactory()).";
        }
        return "other codecs are in place already, that for SNAPPY is "
                + codecsByKey.get(keys.get(CompressionCodecName.SNAPPY)) + ". Remove what put them there, or this.";
    }

    private String summary() {
        List<String> engines = new ArrayList<>();
        List<String> others = new ArrayList<>();
        keys.forEach((codec, key) -> {
            if (isInPlace(codec)) {
                engines.add(codec + " " + engineName(codec));
            } else {
                others.add(codec + " " + codecsByKey.get(key).getClass().getName());
            }
        });
        return "parquet-fastcodec " + version(Installation.class) + " serves the codecs of " + factoryClass.getName()
                + " "
                + version(factoryClass) + ": " + String.join(", ", engines)
                + (others.isEmpty() ? "" : "; left to others: " + String.join(", ", others));
    }

    private static String engineName(CompressionCodecName codec) {
        try {
            return Engines.forCompression(codec, FileOptions.current().engine(codec))
                    .name();
        } catch (UnsupportedOperationException | IllegalArgumentException e) {
            return "(no engine)";
        }
    }

    private static String version(Class<?> type) {
        return LibraryVersion.of(type);
    }

    private static List<String> usualLevels(CompressionCodecName codec) {
        List<String> levels = new ArrayList<>();
        switch (codec) {
            case GZIP:
                addNumbers(levels, -1, 9);
                for (ZlibCompressor.CompressionLevel level : ZlibCompressor.CompressionLevel.values()) {
                    levels.add(level.name());
                }
                break;
            case BROTLI:
                addNumbers(levels, 0, 11);
                break;
            case ZSTD:
                addNumbers(levels, LOWEST_ZSTD_LEVEL, 22);
                break;
            default:
                break;
        }
        return levels;
    }

    private static void addNumbers(List<String> levels, int from, int to) {
        for (int level = from; level <= to; level++) {
            levels.add(Integer.toString(level));
        }
    }
}
