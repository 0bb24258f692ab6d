// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.internal.engines.Engines;
import io.github.fastcodec.internal.engines.LibraryVersion;
import io.github.fastcodec.internal.format.CodecFacts;
import io.github.fastcodec.internal.link.AgentLink;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * The codec map of one copy of parquet-java, and how our codecs get into it and out of it. The map alone says what is
 * installed, so that any number of copies of this project can take turns in it. This object can be created again at any time.
 *
 * <p>The map's keys are the names of Hadoop codec classes; since parquet-java 1.14 with a colon and the configured level,
 * as it is written, if there is one; since 1.18 also with a level given as a number. All forms are served: the bare name and
 * the usual levels at once, what else a configuration holds when its file comes.
 *
 * <p>Safe for use by many threads.
 */
public final class Installation {

    /** The lowest level that is put in place at once; those of ZSTD go down to -131072. */
    private static final int LOWEST_USUAL_LEVEL = -100;

    private final Class<?> factoryClass;
    private final Class<?> nameClass;
    private final Map<String, CompressionCodec> codecsByKey;

    /** The bare key of each codec that is to be ours. */
    private final Map<CompressionCodecName, String> keys = new EnumMap<>(CompressionCodecName.class);

    /** What the map's entries are, once there are any. */
    private volatile @Nullable RelayClass relays;

    /** Whether the Java agent serves this copy; null until that is known. */
    private volatile @Nullable Boolean servedByAgent;

    /** Why parquet-java does not go through its map, once that has shown. */
    private volatile @Nullable String problem;

    /** @throws IllegalStateException if the class has no such map, or it cannot be reached */
    @SuppressWarnings("unchecked") // what the field is declared as, if it is parquet-java's
    public Installation(Class<?> factoryClass) {
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

    private static @Nullable CompressionCodecName codec(String name) {
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

    /** Returns whether the Java agent serves this copy of parquet-java, so that its map need not have our codecs. */
    public boolean isServedByAgent() throws ReflectiveOperationException {
        if (!AgentLink.isThere()) {
            return false;
        }
        Boolean known = servedByAgent;
        if (known == null) {
            known = isAdapter();
            servedByAgent = known;
        }
        return known;
    }

    private boolean isAdapter() throws ReflectiveOperationException {
        for (Object name : nameClass.getEnumConstants()) {
            if (((Enum<?>) name).name().equals(CompressionCodecName.SNAPPY.name())) {
                return createBoth(name).getClass().getSimpleName().startsWith(AgentLink.ADAPTER);
            }
        }
        return false;
    }

    /** Has a factory of parquet-java's create a compressor and a decompressor of a codec; returns the latter, released. */
    private Object createBoth(Object name) throws ReflectiveOperationException {
        Object factory =
                factoryClass.getConstructor(Configuration.class, int.class).newInstance(new Configuration(false), 0);
        try {
            factoryClass.getMethod("getCompressor", nameClass).invoke(factory, name);
            return factoryClass.getMethod("getDecompressor", nameClass).invoke(factory, name);
        } finally {
            factoryClass.getMethod("release").invoke(factory);
        }
    }

    /**
     * Sees to it that our codecs are in the map, those for the configured levels too, and serve files of which nothing is known.
     *
     * @param settings what holds for those files
     * @return whether parquet-java uses our codecs
     */
    public boolean putForAll(Map<String, String> settings) throws ReflectiveOperationException {
        if (!put(settings)) {
            return false;
        }
        PageService.INSTANCE.setProcessSettings(settings);
        relays().serveAll(PageService.INSTANCE, true);
        return put(settings); // once more: relays without a service may have left the map meanwhile
    }

    /**
     * Sees to it that our codecs are in the map, those for the configured levels too, and serve the file that the calling
     * thread is opening.
     *
     * @return whether parquet-java uses our codecs
     */
    public boolean putForFile(Map<String, String> settings, boolean written) throws ReflectiveOperationException {
        if (!put(settings)) {
            return false;
        }
        relays().opened(PageService.INSTANCE, settings, written);
        return true;
    }

    /** Leaves the file that the calling thread is opening to parquet-java's own codecs. */
    public void leaveFile(Map<String, String> settings, boolean written) throws ReflectiveOperationException {
        if (keys.values().stream().anyMatch(key -> RelayClass.isRelay(codecsByKey.get(key)))) {
            RelayClass.of(codecsByKey, factoryClass.getClassLoader()).opened(null, settings, written);
        }
    }

    /** Takes our codecs out of the map, whichever copy of this project put them there. */
    public void remove() {
        synchronized (codecsByKey) {
            codecsByKey.values().removeIf(RelayClass::isRelay);
        }
    }

    private boolean put(Map<String, String> settings) throws ReflectiveOperationException {
        if (!isInPlace() && !putFirst(settings)) {
            return false;
        }
        for (Map.Entry<CompressionCodecName, String> key : keys.entrySet()) {
            String levelKey = FastCodecOptions.levelKey(key.getKey());
            String level = levelKey == null ? null : settings.get(levelKey);
            if (level != null) {
                keep(key.getValue() + ":" + level, key.getKey(), level);
            }
        }
        return true;
    }

    /** Returns whether there is nothing left to put: every entry is a relay that this copy knows, or another's for good. */
    private boolean isInPlace() {
        RelayClass known = relays;
        boolean ours = false;
        for (Map.Entry<CompressionCodecName, String> key : keys.entrySet()) {
            CompressionCodec present = codecsByKey.get(key.getValue());
            if (known != null && known.isInstance(present)) {
                ours = true;
            } else if (known == null || isReplaceable(key.getKey(), present)) {
                return false;
            }
        }
        return ours;
    }

    /** Puts all entries in place; copies of this project do so one after the other, by the lock that they have in common. */
    private boolean putFirst(Map<String, String> settings) throws ReflectiveOperationException {
        synchronized (factoryClass) {
            if (problem != null) {
                return false;
            }
            RelayClass known = RelayClass.of(codecsByKey, factoryClass.getClassLoader());
            relays = known;
            boolean first = !hasRelays();
            for (Map.Entry<CompressionCodecName, String> key : keys.entrySet()) {
                keep(key.getValue(), key.getKey(), null);
                for (String level : first ? usualLevels(key.getKey()) : List.<String>of()) {
                    keep(key.getValue() + ":" + level, key.getKey(), level);
                }
            }
            known.serveAll(PageService.INSTANCE, false);
            if (first) {
                problem = verify();
                if (problem != null) {
                    remove();
                    InstallationLog.notActive(problem, null);
                    return false;
                }
                InstallationLog.installed(factoryClass, summary(settings));
            }
            return true;
        }
    }

    private RelayClass relays() {
        return Objects.requireNonNull(relays, "nothing was put yet");
    }

    private boolean hasRelays() {
        synchronized (codecsByKey) { // parquet-java puts its own in meanwhile, and relays withdraw
            return codecsByKey.values().stream().anyMatch(relays()::isInstance);
        }
    }

    /** Puts a relay where nothing is, or what parquet-java itself would put there, or another version's; all else stays. */
    private void keep(String key, CompressionCodecName codec, @Nullable String level)
            throws ReflectiveOperationException {
        if (isReplaceable(codec, codecsByKey.get(key))) {
            CompressionCodec relay = relays().newRelay(
                            codecsByKey,
                            factoryClass.getClassLoader(),
                            codec.name(),
                            Objects.requireNonNull(keys.get(codec)),
                            FastCodecOptions.levelKey(codec),
                            level);
            codecsByKey.compute(key, (k, present) -> isReplaceable(codec, present) ? relay : present);
        }
    }

    private boolean isReplaceable(CompressionCodecName codec, @Nullable CompressionCodec present) {
        return present == null
                || present.getClass().getName().equals(keys.get(codec))
                || RelayClass.isRelay(present) && !relays().isInstance(present);
    }

    /**
     * Returns why parquet-java does not use our codecs, as sentences; null if it does, or if our codecs left the map meanwhile, so
     * that the answer is unknown.
     */
    private @Nullable String verify() throws ReflectiveOperationException {
        for (Object name : nameClass.getEnumConstants()) {
            CompressionCodecName codec = codec(((Enum<?>) name).name());
            CompressionCodec relay = codec == null ? null : codecsByKey.get(keys.get(codec));
            if (relay == null || !relays().isInstance(relay)) {
                continue;
            }
            long[] before = relays().made(relay);
            createBoth(name);
            long[] after = relays().made(relay);
            return after[0] > before[0] && after[1] > before[1] || codecsByKey.get(keys.get(codec)) != relay
                    ? null
                    : factoryClass.getName() + " " + LibraryVersion.of(factoryClass, "parquet-hadoop")
                            + " does not take its codecs from CODEC_BY_NAME."
                            + " Use a parquet-java from 1.13 to 1.18, or withCodecFactory(new FastCodecFactory()).";
        }
        CompressionCodec snappy = codecsByKey.get(keys.get(CompressionCodecName.SNAPPY));
        return isReplaceable(CompressionCodecName.SNAPPY, snappy)
                ? null
                : "other codecs are in place already, that for SNAPPY is " + snappy
                        + ". Remove what put them there, or this.";
    }

    private String summary(Map<String, String> settings) {
        List<String> engines = new ArrayList<>();
        List<String> others = new ArrayList<>();
        keys.forEach((codec, key) -> {
            CompressionCodec present = codecsByKey.get(key);
            if (relays().isInstance(present)) {
                engines.add(codec + " " + engineName(codec, settings));
            } else if (present != null) { // else it left the map meanwhile
                others.add(codec + " " + present.getClass().getName());
            }
        });
        return "parquet-fastcodec " + LibraryVersion.of(Installation.class, LibraryVersion.US)
                + " serves the codecs of "
                + factoryClass.getName()
                + " "
                + LibraryVersion.of(factoryClass, "parquet-hadoop") + ": " + String.join(", ", engines)
                + (others.isEmpty() ? "" : "; left to others: " + String.join(", ", others));
    }

    private static String engineName(CompressionCodecName codec, Map<String, String> settings) {
        try {
            return Engines.forCompression(
                            codec, FastCodecOptions.from(settings::get).engine(codec))
                    .name();
        } catch (UnsupportedOperationException | IllegalArgumentException e) {
            return "(no engine)";
        }
    }

    private static List<String> usualLevels(CompressionCodecName codec) {
        CodecFacts.Levels levels = CodecFacts.of(codec).levels();
        if (levels == null) {
            return List.of();
        }
        List<String> usual = new ArrayList<>(levels.names().keySet());
        for (int level = Math.max(levels.minimum(), LOWEST_USUAL_LEVEL); level <= levels.maximum(); level++) {
            usual.add(Integer.toString(level));
        }
        return usual;
    }
}
