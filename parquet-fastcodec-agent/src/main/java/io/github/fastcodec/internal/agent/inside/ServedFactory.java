// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.agent.inside;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.internal.engines.Engines;
import io.github.fastcodec.internal.engines.LibraryVersion;
import io.github.fastcodec.internal.page.PageCompressor;
import io.github.fastcodec.internal.page.PageDecompressor;
import java.lang.invoke.MethodHandles;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * A codec factory class that the agent serves: the {@code CodecFactory} or {@code DirectCodecFactory} of one copy of
 * parquet-java. It lives as long as that class. Thread-safe.
 */
final class ServedFactory {

    private final Class<?> type;
    private final AtomicBoolean reported = new AtomicBoolean();

    /** The codecs about which a warning has been logged, each with its reason. */
    private final Set<String> warned = ConcurrentHashMap.newKeySet();

    /**
     * Set before {@link #ready}, and only for a {@code CodecFactory}; the other factories of the same copy of parquet-java
     * use these adapters too.
     */
    private @Nullable Adapters adapters;

    private @Nullable FactoryAccess access;
    private volatile boolean ready;
    private volatile boolean failed;

    ServedFactory(Class<?> type) {
        this.type = type;
    }

    /**
     * Returns a compressor or decompressor of the copy's own type.
     *
     * @param base the {@code CodecFactory} of the same copy, which may be this object
     * @param lookup the lookup of this class
     * @param request the factory, the codec, the class of the result, and the level or null
     * @param arguments the settings for keys that the factory's configuration does not set
     * @return null if parquet-java's own codec is to be used; an {@link IllegalArgumentException} if a setting has a wrong
     *     value
     */
    @Nullable
    Object adapter(ServedFactory base, MethodHandles.Lookup lookup, Object[] request, Map<String, String> arguments) {
        String codecName = ((Enum<?>) request[1]).name();
        if (codecName.equals(CompressionCodecName.UNCOMPRESSED.name()) || failed) {
            return null;
        }
        try {
            if (!prepare(base, lookup, request[1])) {
                return null;
            }
            UnaryOperator<String> configuration = base.access().configuration(request[0]);
            UnaryOperator<String> settings = key -> {
                String own = configuration.apply(key);
                return own == null ? arguments.get(key) : own;
            };
            if (!AgentService.isEnabled(settings)) {
                return null;
            }
            CompressionCodecName codec = CompressionCodecName.valueOf(codecName);
            boolean decompresses = ((Class<?>) request[2]).getName().endsWith("BytesDecompressor");
            String levelKey = FastCodecOptions.levelKey(codec);
            boolean isAtLevel = request[3] != null || levelKey != null && settings.apply(levelKey) != null;
            FixedLibrary fixed = FixedLibrary.of(codec, isAtLevel && !decompresses);
            if (fixed != null && fixed.engine() == null) {
                return null;
            }
            FastCodecOptions options;
            AdaptedPages pages;
            try {
                options = FastCodecOptions.from(fixed == null ? settings : fixed.override(settings));
                FastCodecFactory factory = new FastCodecFactory(options);
                pages = decompresses
                        ? AdaptedPages.decompressing((PageDecompressor) factory.getDecompressor(codec))
                        : AdaptedPages.compressing((PageCompressor)
                                (request[3] == null
                                        ? factory.getCompressor(codec)
                                        : factory.getCompressor(codec, (Integer) request[3])));
            } catch (IllegalArgumentException e) {
                return e; // parquet-java's own codec must not serve a file without the limit that it asked for
            }
            Object adapter = decompresses
                    ? base.adapters().newDecompressor(request[1], pages)
                    : base.adapters().newCompressor(request[1], pages);
            report(codec, options);
            return adapter;
        } catch (OutOfMemoryError | StackOverflowError e) {
            throw e; // the hook logs it with less memory than the logging library needs, and the next file tries again
        } catch (Throwable e) { // an Error too: after any failure parquet-java's own codec is used
            warn(codecName, e);
            return null;
        }
    }

    private Adapters adapters() {
        return Objects.requireNonNull(adapters, "not prepared");
    }

    private FactoryAccess access() {
        return Objects.requireNonNull(access, "not prepared");
    }

    /**
     * On the first call, defines the copy's adapters, finds the configuration and tests the adapters. Returns false if an
     * earlier call failed.
     */
    private boolean prepare(ServedFactory base, MethodHandles.Lookup lookup, Object codec) throws Throwable {
        if (ready) {
            return true;
        }
        synchronized (this) { // concurrent callers wait, so that their pages are served too
            if (failed) {
                return false;
            }
            if (!ready) {
                try {
                    if (base == this) {
                        MethodHandles.Lookup own =
                                lookup.lookupClass() == type ? lookup : MethodHandles.privateLookupIn(type, lookup);
                        access = new FactoryAccess(own);
                        adapters = new Adapters(own, codec.getClass());
                    } else if (!base.prepare(base, lookup, codec)) {
                        failed = true;
                        return false;
                    }
                    base.adapters().test(codec);
                    ready = true;
                } catch (OutOfMemoryError | StackOverflowError e) {
                    throw e;
                } catch (Throwable e) {
                    failed = true;
                    throw e;
                }
            }
            return true;
        }
    }

    private void report(CompressionCodecName first, FastCodecOptions options) {
        if (reported.compareAndSet(false, true)) {
            try {
                AgentService.LOG.info(summary(first, options));
            } catch (RuntimeException e) {
                // the codecs work without a summary
                AgentService.LOG.info("parquet-fastcodec serves {}", type, e);
            }
        }
    }

    private void warn(String codec, Throwable reason) {
        if (warned.add(codec + ": " + reason.getMessage())) {
            AgentService.LOG.warn(
                    "parquet-fastcodec is not active for {} in {} {}, loaded from {}; parquet-java's own codec is used. To turn"
                            + " this warning off, set parquet.fastcodec.enabled=false. Reason: {}",
                    codec,
                    type.getName(),
                    LibraryVersion.ofParquet(type),
                    origin(),
                    reason.getMessage() == null ? reason : reason.getMessage(),
                    reason);
        }
    }

    /**
     * Returns the log message. The engines of the other codecs are not tested for the message, because loading them all
     * would delay the first file.
     */
    private String summary(CompressionCodecName first, FastCodecOptions options) {
        List<String> others = new ArrayList<>();
        for (CompressionCodecName codec : CompressionCodecName.values()) {
            if (codec != CompressionCodecName.UNCOMPRESSED && codec != first) {
                others.add(codec + " " + preferred(codec, options));
            }
        }
        return "parquet-fastcodec " + LibraryVersion.of(ServedFactory.class, LibraryVersion.US) + " serves "
                + type.getName() + " "
                + LibraryVersion.ofParquet(type) + ", loaded from " + origin() + ": " + first + " "
                + Engines.forDecompression(first, options.engine(first)).name() + "; tested on first use: "
                + String.join(", ", others);
    }

    private static String preferred(CompressionCodecName codec, FastCodecOptions options) {
        try {
            String configured = options.engine(codec);
            return configured.equals(Engines.AUTO) ? Engines.of(codec).get(0).name() : configured;
        } catch (IllegalArgumentException e) {
            return "(invalid setting)";
        }
    }

    private String origin() {
        URL location = LibraryVersion.location(type);
        return location == null ? "an unknown place" : location.toString();
    }
}
