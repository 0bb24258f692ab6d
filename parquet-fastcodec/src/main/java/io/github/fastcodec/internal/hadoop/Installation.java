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
 * The codec map of one copy of parquet-java, and how our codecs get into it and out of it. The first copy of this project that puts
 * its codecs there serves until the JVM ends; another one finds them and puts none.
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

    /** What the names of the Java agent's compressors begin with, in the package of the factory that it serves. */
    private static final String OF_AGENT = "FastCodecAgent";

    /** Who serves a copy of parquet-java. */
    private enum Server {
        US,
        ANOTHER_COPY,
        AGENT,
        PARQUET_JAVA
    }

    private final Class<?> factoryClass;
    private final Class<?> nameClass;
    private final Map<String, CompressionCodec> codecsByKey;

    /** The bare key of each codec that this project knows. */
    private final Map<CompressionCodecName, String> keys = new EnumMap<>(CompressionCodecName.class);

    /** Those of {@link #keys} that are to be ours, from the time on when we serve. */
    private volatile Map<CompressionCodecName, String> ours = Map.of();

    /** Who serves, once that is known; another copy of this project is looked for each time. */
    private volatile @Nullable Server server;

    private volatile Map<String, String> processSettings = Map.of();

    /** @throws IllegalStateException if the class has no such map, or it cannot be reached */
    @SuppressWarnings("unchecked") // what the field is declared as, if it is parquet-java's
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
        return null; // newer than we are
    }

    /** Returns the class loader of this copy of parquet-java. */
    ClassLoader loader() {
        return factoryClass.getClassLoader();
    }

    /** Returns the name of parquet-java's own class for a codec. */
    String ownClassName(CompressionCodecName codec) {
        return Objects.requireNonNull(keys.get(codec), codec.name());
    }

    /** Returns what holds for files whose own settings are unknown. */
    Map<String, String> processSettings() {
        return processSettings;
    }

    /**
     * Sees to it that our codecs are in the map, those for the configured levels too.
     *
     * @param settings what holds for files whose own settings are unknown
     * @return whether parquet-java uses codecs of this project: ours, another copy's or the agent's
     */
    public boolean putForAll(Map<String, String> settings) throws ReflectiveOperationException {
        processSettings = settings;
        return put(settings) != Server.PARQUET_JAVA;
    }

    /**
     * Sees to it that our codecs are in the map, those for the configured levels too, and serve the file that the calling
     * thread is opening.
     *
     * @return whether parquet-java uses codecs of this project: ours, another copy's or the agent's
     */
    public boolean putForFile(Map<String, String> settings, boolean written) throws ReflectiveOperationException {
        Server serving = put(settings);
        if (serving == Server.US) {
            OpenedFile.note(settings, true, written);
        }
        return serving != Server.PARQUET_JAVA;
    }

    /** Leaves the file that the calling thread is opening to parquet-java's own codecs, if ours are in place. */
    public void leaveFile(Map<String, String> settings, boolean written) {
        if (server == Server.US) {
            OpenedFile.note(settings, false, written);
        } else {
            isServedByAnotherCopy(); // and says so
        }
    }

    /** Takes our codecs out of the map, and leaves those of another copy. */
    public void remove() {
        synchronized (factoryClass) {
            takeOut();
            if (server == Server.US) {
                server = null;
            }
        }
    }

    private Server put(Map<String, String> settings) throws ReflectiveOperationException {
        Server serving = server;
        if (serving == null) {
            serving = isServedByAnotherCopy() ? Server.ANOTHER_COPY : start(settings);
        }
        if (serving == Server.US) {
            for (Map.Entry<CompressionCodecName, String> key : ours.entrySet()) {
                CompressionCodecName codec = key.getKey();
                keep(key.getValue(), codec, null); // a factory that was at work before may have put its own back
                String levelKey = FastCodecOptions.levelKey(codec);
                String level = levelKey == null ? null : settings.get(levelKey);
                if (level != null) {
                    keep(key.getValue() + ":" + level, codec, level);
                }
            }
        }
        return serving;
    }

    /** Finds out who serves, and puts all entries in place if that is us. */
    private Server start(Map<String, String> settings) throws ReflectiveOperationException {
        synchronized (factoryClass) { // the one lock that copies of this project have in common
            Server known = server;
            if (known != null) {
                return known;
            }
            if (isServedByAnotherCopy()) {
                return Server.ANOTHER_COPY;
            }
            Server found = Server.PARQUET_JAVA; // also if something fails: to try again for each file would take long
            try {
                found = tryOut(settings);
            } finally {
                if (found != Server.US) {
                    takeOut();
                }
                server = found;
            }
            return found;
        }
    }

    /** Has parquet-java make a compressor and a decompressor through one entry of ours, and goes by whose they are. */
    private Server tryOut(Map<String, String> settings) throws ReflectiveOperationException {
        for (Object name : nameClass.getEnumConstants()) {
            CompressionCodecName codec = codec(((Enum<?>) name).name());
            if (codec == null || !keys.containsKey(codec) || !keep(ownClassName(codec), codec, null)) {
                continue;
            }
            CompressionCodec entry = codecsByKey.get(ownClassName(codec));
            Object factory = factoryClass
                    .getConstructor(Configuration.class, int.class)
                    .newInstance(new Configuration(false), 0);
            Object compressor = create(factory, "getCompressor", name);
            create(factory, "getDecompressor", name);
            factoryClass.getMethod("release").invoke(factory);
            if (entry instanceof HadoopCodec && ((HadoopCodec) entry).isUsed()) {
                return putAll(settings);
            }
            if (compressor != null && compressor.getClass().getSimpleName().startsWith(OF_AGENT)) {
                InstallationLog.served(
                        factoryClass,
                        parquet() + " is served by the Java agent of parquet-fastcodec, so nothing is installed there."
                                + " Settings go to the agent's arguments.");
                return Server.AGENT;
            }
            InstallationLog.notActive(
                    parquet() + " does not take its codecs from CODEC_BY_NAME. Use a parquet-java from 1.13 to 1.18, or"
                            + " withCodecFactory(new FastCodecFactory()).",
                    null);
            return Server.PARQUET_JAVA;
        }
        InstallationLog.notActive(
                "other codecs are in place already, that for SNAPPY is "
                        + codecsByKey.get(keys.get(CompressionCodecName.SNAPPY))
                        + ". Remove what put them there, or this.",
                null);
        return Server.PARQUET_JAVA;
    }

    /** Returns what a factory of parquet-java's makes; null if the entry that it asks has no engine. */
    private @Nullable Object create(Object factory, String method, Object name) throws ReflectiveOperationException {
        try {
            return factoryClass.getMethod(method, nameClass).invoke(factory, name);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof UnsupportedOperationException) {
                return null;
            }
            throw e;
        }
    }

    /** Puts our entries in place, all that they need being loaded before. */
    private Server putAll(Map<String, String> settings) throws ReflectiveOperationException {
        if (keys.keySet().stream().noneMatch(Installation::hasEngine)) {
            InstallationLog.notActive("no engine works; add those of README.md to the class path.", null);
            return Server.PARQUET_JAVA;
        }
        Map<CompressionCodecName, String> chosen = new EnumMap<>(keys);
        chosen.keySet().removeIf(codec -> !hasEngine(codec) && hasOwn(codec));
        Map<CompressionCodecName, String> engines = new EnumMap<>(CompressionCodecName.class);
        chosen.keySet().forEach(codec -> engines.put(codec, engineName(codec, settings))); // and proves it
        OwnClasses.load();
        takeOut();
        chosen.forEach((codec, key) -> {
            keep(key, codec, null);
            usualLevels(codec).forEach(level -> keep(key + ":" + level, codec, level));
        });
        ours = chosen;
        InstallationLog.served(factoryClass, summary(engines));
        return Server.US;
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

    /** Returns whether parquet-java has a codec of its own; where neither has one, our error says what to add. */
    private boolean hasOwn(CompressionCodecName codec) {
        try {
            Class.forName(ownClassName(codec), false, loader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    /** Puts an entry where nothing is, or what parquet-java itself would put there; returns whether one of ours is there then. */
    private boolean keep(String key, CompressionCodecName codec, @Nullable String level) {
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

    /** Takes our entries out of the map. */
    private void takeOut() {
        synchronized (codecsByKey) {
            codecsByKey.values().removeIf(HadoopCodec.class::isInstance);
        }
    }

    /** Returns whether another copy of this project has put its codecs in place, and says so once. */
    private boolean isServedByAnotherCopy() {
        for (String key : keys.values()) {
            CompressionCodec present = codecsByKey.get(key);
            if (present != null
                    && !(present instanceof HadoopCodec)
                    && present.getClass().getName().equals(HadoopCodec.class.getName())) {
                InstallationLog.served(
                        factoryClass,
                        "parquet-fastcodec from " + LibraryVersion.location(present.getClass()) + " serves " + parquet()
                                + " already. It serves the files of this copy, from "
                                + LibraryVersion.location(Installation.class)
                                + ", too, with its own engines and settings, and counts their pages.");
                return true;
            }
        }
        return false;
    }

    private String parquet() {
        return factoryClass.getName() + " " + LibraryVersion.of(factoryClass, "parquet-hadoop");
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
