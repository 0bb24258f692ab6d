// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.internal.engines.Engines;
import io.github.fastcodec.internal.engines.LibraryVersion;
import io.github.fastcodec.internal.format.CodecFacts;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
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
 * Puts this project's codecs into the codec map of one copy of parquet-java, and removes them. The first copy of this project
 * that installs its codecs serves parquet-java until the JVM ends. Any other copy finds those codecs and installs none of its
 * own.
 *
 * <p>The map's keys are the class names of Hadoop codecs. Since parquet-java 1.14, a configured level follows the name after
 * a colon, exactly as it is written in the configuration. Since 1.18, so does a level that was passed as a number. This class
 * handles all these forms. The bare name and the usual levels get their entries at once; any other level gets its entry when
 * a file that configures it is opened.
 *
 * <p>Thread-safe.
 */
public final class Installation {

    /** The lowest level that gets its entry at once. ZSTD's levels go down to -131072. */
    private static final int LOWEST_USUAL_LEVEL = -100;

    /**
     * The prefix of the Java agent's compressor classes. They are in the package of the factory that the agent serves.
     */
    private static final String AGENT_PREFIX = "FastCodecAgent";

    /** The owner of the codecs that serve a copy of parquet-java. */
    private enum Owner {
        THIS_COPY,
        ANOTHER_COPY,
        AGENT,
        PARQUET_JAVA
    }

    private final Class<?> factoryClass;
    private final Class<?> nameClass;
    private final Map<String, CompressionCodec> codecsByKey;

    /** The bare key of each codec that this project knows. */
    private final Map<CompressionCodecName, String> keys = new EnumMap<>(CompressionCodecName.class);

    /** The entries of {@link #keys} that this copy serves. Empty until this copy serves parquet-java. */
    private volatile Map<CompressionCodecName, String> servedKeys = Map.of();

    /**
     * The owner of the codecs in use, or null if unknown. If another copy owns them, this field stays null, and the owner is
     * determined each time.
     */
    private volatile @Nullable Owner owner;

    private volatile Map<String, String> processSettings = Map.of();

    /** @throws IllegalStateException if the class has no codec map, or the map is not accessible */
    @SuppressWarnings("unchecked") // safe, because this is the declared type of parquet-java's field
    public Installation(Class<?> factoryClass) {
        this.factoryClass = factoryClass;
        try {
            Field map = factoryClass.getDeclaredField("CODEC_BY_NAME");
            map.setAccessible(true);
            codecsByKey = (Map<String, CompressionCodec>) map.get(null);
            nameClass = Class.forName(factoryClass.getPackageName() + ".metadata.CompressionCodecName", true, loader());
            Method key = nameClass.getMethod("getHadoopCompressionCodecClassName");
            for (Object name : nameClass.getEnumConstants()) {
                String className = (String) key.invoke(name);
                CompressionCodecName codec = codec(((Enum<?>) name).name());
                if (className != null && codec != null) {
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
        return null; // the codec is newer than this version
    }

    /** Returns the class loader of this copy of parquet-java. */
    ClassLoader loader() {
        return factoryClass.getClassLoader();
    }

    /** Returns the name of parquet-java's class for a codec. */
    String parquetClassName(CompressionCodecName codec) {
        return Objects.requireNonNull(keys.get(codec), codec.name());
    }

    /** Returns the settings for files whose own settings are unknown. */
    Map<String, String> processSettings() {
        return processSettings;
    }

    /**
     * Ensures that this project's codecs are in the map, including those for the configured levels.
     *
     * @param settings the settings for files whose own settings are unknown
     * @return whether parquet-java uses codecs of this project: this copy's, another copy's or the agent's
     */
    public boolean installForAll(Map<String, String> settings) throws ReflectiveOperationException {
        processSettings = settings;
        return install(settings) != Owner.PARQUET_JAVA;
    }

    /**
     * Ensures that this project's codecs are in the map, including those for the configured levels, and that they serve the
     * file that the calling thread is opening.
     *
     * @return whether parquet-java uses codecs of this project: this copy's, another copy's or the agent's
     */
    public boolean installForFile(Map<String, String> settings, boolean written) throws ReflectiveOperationException {
        Owner current = install(settings);
        if (current == Owner.THIS_COPY) {
            OpenedFile.note(settings, true, written);
        }
        return current != Owner.PARQUET_JAVA;
    }

    /**
     * Leaves the file that the calling thread is opening to parquet-java's codecs, also if this copy begins to serve
     * parquet-java before the file's codecs are requested.
     *
     * @param settings the file's settings, with those of Hadoop's codecs
     */
    public void leaveFile(Map<String, String> settings, boolean written) {
        if (owner == Owner.THIS_COPY || !isServedByAnotherCopy()) {
            OpenedFile.note(settings, false, written);
        }
    }

    /** Removes this copy's codecs from the map. Those of another copy stay. */
    public void remove() {
        processSettings = Map.of();
        synchronized (factoryClass) {
            removeEntries();
            if (owner == Owner.THIS_COPY) {
                owner = null;
            }
        }
    }

    private Owner install(Map<String, String> settings) throws ReflectiveOperationException {
        Owner current = owner;
        if (current == null) {
            current = isServedByAnotherCopy() ? Owner.ANOTHER_COPY : start(settings);
        }
        if (current == Owner.THIS_COPY) {
            for (Map.Entry<CompressionCodecName, String> key : servedKeys.entrySet()) {
                CompressionCodecName codec = key.getKey();
                ensureEntry(key.getValue(), codec, null); // a factory in use may have put parquet-java's codec back
                String levelKey = FastCodecOptions.levelKey(codec);
                String level = levelKey == null ? null : settings.get(levelKey);
                if (level != null) {
                    ensureEntry(key.getValue() + ":" + level, codec, level);
                }
            }
        }
        return current;
    }

    /** Determines whose codecs are in use and, if they are this copy's, installs all entries. */
    private Owner start(Map<String, String> settings) throws ReflectiveOperationException {
        synchronized (factoryClass) { // the only lock that all copies of this project share
            Owner known = owner;
            if (known != null) {
                return known;
            }
            if (isServedByAnotherCopy()) {
                return Owner.ANOTHER_COPY;
            }
            @Nullable Owner found = Owner.PARQUET_JAVA; // kept after a failure too: a retry for each file is slow
            try {
                found = probe(settings);
            } catch (InvocationTargetException | OutOfMemoryError | StackOverflowError e) {
                Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
                if (cause instanceof OutOfMemoryError || cause instanceof StackOverflowError) {
                    found = null; // the next file tries again
                    throw (VirtualMachineError) cause;
                }
                throw e;
            } finally {
                owner = found;
                if (found != Owner.THIS_COPY) {
                    removeEntries();
                }
            }
            return found;
        }
    }

    /**
     * Installs one entry, has parquet-java create a compressor and a decompressor, and concludes from them whose codecs are
     * in use.
     */
    private Owner probe(Map<String, String> settings) throws ReflectiveOperationException {
        for (Object name : nameClass.getEnumConstants()) {
            CompressionCodecName codec = codec(((Enum<?>) name).name());
            if (codec == null || !keys.containsKey(codec) || !ensureEntry(parquetClassName(codec), codec, null)) {
                continue;
            }
            CompressionCodec entry = codecsByKey.get(parquetClassName(codec));
            Object factory = factoryClass
                    .getConstructor(Configuration.class, int.class)
                    .newInstance(new Configuration(false), 0);
            Object compressor = create(factory, "getCompressor", name);
            create(factory, "getDecompressor", name);
            factoryClass.getMethod("release").invoke(factory);
            if (entry instanceof HadoopCodec && ((HadoopCodec) entry).isUsed()) {
                return installEntries(settings);
            }
            if (compressor != null && compressor.getClass().getSimpleName().startsWith(AGENT_PREFIX)) {
                InstallationLog.served(
                        factoryClass,
                        parquet() + " is served by the Java agent of parquet-fastcodec, so nothing is installed there."
                                + " Pass settings as arguments of the agent.");
                return Owner.AGENT;
            }
            InstallationLog.notActive(
                    parquet() + " does not take its codecs from CODEC_BY_NAME. Use parquet-java 1.13 to 1.18, or"
                            + " withCodecFactory(new FastCodecFactory()).",
                    null);
            return Owner.PARQUET_JAVA;
        }
        InstallationLog.notActive(
                "other codecs are already installed, for SNAPPY "
                        + codecsByKey.get(keys.get(CompressionCodecName.SNAPPY))
                        + ". Remove the product that installed them, or parquet-fastcodec.",
                null);
        return Owner.PARQUET_JAVA;
    }

    /**
     * Calls a method of parquet-java's factory and returns its result; null if the entry has no engine, or if a setting has a
     * wrong value, which is an error for the files that it applies to.
     */
    private @Nullable Object create(Object factory, String method, Object name) throws ReflectiveOperationException {
        try {
            return factoryClass.getMethod(method, nameClass).invoke(factory, name);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof UnsupportedOperationException
                    || e.getCause() instanceof IllegalArgumentException) {
                return null;
            }
            throw e;
        }
    }

    /** Loads all classes that the entries need, and then installs the entries. */
    private Owner installEntries(Map<String, String> settings) throws ReflectiveOperationException {
        if (keys.keySet().stream().noneMatch(Installation::hasEngine)) {
            InstallationLog.notActive("no engine works. Add the engines that README.md names to the class path.", null);
            return Owner.PARQUET_JAVA;
        }
        Map<CompressionCodecName, String> chosen = new EnumMap<>(keys);
        chosen.keySet().removeIf(codec -> !hasEngine(codec) && parquetHasClass(codec));
        Map<CompressionCodecName, String> engines = new EnumMap<>(CompressionCodecName.class);
        chosen.keySet().forEach(codec -> engines.put(codec, engineName(codec, settings))); // tests the engine
        PageClasses.load();
        removeEntries();
        chosen.forEach((codec, key) -> {
            ensureEntry(key, codec, null);
            usualLevels(codec).forEach(level -> ensureEntry(key + ":" + level, codec, level));
        });
        servedKeys = chosen;
        InstallationLog.served(factoryClass, summary(engines));
        return Owner.THIS_COPY;
    }

    private static boolean hasEngine(CompressionCodecName codec) {
        try {
            Engines.forCompression(codec);
            Engines.forDecompression(codec);
            return true;
        } catch (UnsupportedOperationException e) {
            return false;
        }
    }

    /**
     * Returns whether parquet-java has its own class for a codec. If not, this project serves the codec even without an
     * engine, because its error says what to add.
     */
    private boolean parquetHasClass(CompressionCodecName codec) {
        try {
            Class.forName(parquetClassName(codec), false, loader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    /**
     * Installs an entry if the key has none, or has parquet-java's codec. Returns whether the key has an entry of this
     * copy at the end of the call.
     */
    private boolean ensureEntry(String key, CompressionCodecName codec, @Nullable String level) {
        if (codecsByKey.get(key) instanceof HadoopCodec) {
            return true;
        }
        HadoopCodec entry = new HadoopCodec(this, codec, level);
        return codecsByKey.compute(
                        key,
                        (k, present) ->
                                present == null || present.getClass().getName().equals(keys.get(codec))
                                        ? entry
                                        : present)
                instanceof HadoopCodec;
    }

    /** Removes this copy's entries from the map. */
    private void removeEntries() {
        synchronized (codecsByKey) {
            codecsByKey.values().removeIf(HadoopCodec.class::isInstance);
        }
    }

    /** Returns whether another copy of this project has installed its codecs; if so, logs that once. */
    private boolean isServedByAnotherCopy() {
        for (String key : keys.values()) {
            CompressionCodec present = codecsByKey.get(key);
            if (present != null
                    && !(present instanceof HadoopCodec)
                    && present.getClass().getName().equals(HadoopCodec.class.getName())) {
                InstallationLog.served(
                        factoryClass,
                        "parquet-fastcodec from " + LibraryVersion.location(present.getClass()) + " already serves "
                                + parquet()
                                + ". It also serves the files of this copy, from "
                                + LibraryVersion.location(Installation.class)
                                + ", with its own engines and settings, and counts their pages.");
                return true;
            }
        }
        return false;
    }

    private String parquet() {
        return factoryClass.getName() + " " + LibraryVersion.ofParquet(factoryClass);
    }

    private String summary(Map<CompressionCodecName, String> engines) {
        List<String> served = new ArrayList<>();
        List<String> others = new ArrayList<>();
        keys.forEach((codec, key) -> {
            CompressionCodec present = codecsByKey.get(key);
            if (present instanceof HadoopCodec) {
                served.add(codec + " " + engines.get(codec));
            } else if (present != null) {
                others.add(codec + " " + present.getClass().getName());
            }
        });
        return "parquet-fastcodec " + LibraryVersion.of(Installation.class, LibraryVersion.US)
                + " serves the codecs of " + parquet() + ": " + String.join(", ", served)
                + (others.isEmpty() ? "" : "; left to others: " + String.join(", ", others));
    }

    private static String engineName(CompressionCodecName codec, Map<String, String> settings) {
        try {
            String name = FastCodecOptions.from(settings::get).engine(codec);
            Engines.forDecompression(codec, name);
            return Engines.forCompression(codec, name).name();
        } catch (UnsupportedOperationException e) {
            return "(no engine)";
        } catch (IllegalArgumentException e) {
            return "(a setting has a wrong value)";
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
