// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines;

import io.github.fastcodec.engine.Availability;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.internal.events.ActiveRecorder;
import io.github.fastcodec.internal.events.EngineEvent;
import io.github.fastcodec.internal.events.Recorder;
import java.io.IOException;
import java.util.Objects;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tests whether an engine works for a codec. Immutable; instances with the same engine and codec are equal. */
final class EngineProof {

    private static final Logger LOG = LoggerFactory.getLogger(EngineProof.class);

    /**
     * The remedy if the JVM runs with {@code --illegal-native-access=deny}, which may become the default in a future Java
     * release.
     */
    private static final String ALLOW_NATIVE_ACCESS =
            "start the JVM with --enable-native-access=ALL-UNNAMED, or with the name of the library's module in place of"
                    + " ALL-UNNAMED if the library is on the module path";

    /**
     * The remedy if the JVM runs with {@code --sun-misc-unsafe-memory-access=deny}, which will become the default in a future
     * Java release.
     */
    private static final String ALLOW_UNSAFE = "start the JVM with --sun-misc-unsafe-memory-access=allow";

    private final CodecEngine engine;
    private final CompressionCodecName codec;

    EngineProof(CodecEngine engine, CompressionCodecName codec) {
        this.engine = Objects.requireNonNull(engine, "engine");
        this.codec = Objects.requireNonNull(codec, "codec");
    }

    /**
     * Runs the test and returns its result. Logs a failure.
     *
     * @throws OutOfMemoryError if memory runs out, which is not a failure of the engine
     * @throws StackOverflowError if the stack overflows, which is not one either
     */
    Availability run() {
        Recorder recorder = ActiveRecorder.get();
        EngineEvent event = recorder == null ? null : recorder.beginEngineLoad();
        Availability result = test();
        if (event != null) {
            boolean works = result.isAvailable();
            event.done(
                    codec.name(),
                    engine.name(),
                    works ? engine.libraryVersion() : null,
                    works,
                    works ? null : result.toString());
        }
        return result;
    }

    private Availability test() {
        try {
            KnownAnswer.of(codec).verify(engine);
            return Availability.available();
        } catch (OutOfMemoryError | StackOverflowError e) {
            throw e;
        } catch (IOException | RuntimeException | Error e) {
            // an Error too: snappy-java reports a missing native library as an Error of its own type
            return missing(e);
        }
    }

    private Availability missing(Throwable cause) {
        Availability missing = Availability.missing(cause, howToFix(cause));
        LOG.info("{} does not use the engine {}, which is {}", codec, engine.name(), missing);
        LOG.debug("Why the engine {} does not work", engine.name(), cause);
        return missing;
    }

    private String howToFix(Throwable failure) {
        if (isDeniedNativeAccess(failure)) {
            return ALLOW_NATIVE_ACCESS;
        }
        return isDeniedUnsafe(failure) ? ALLOW_UNSAFE : engine.howToFix();
    }

    /**
     * Returns whether access to {@code Unsafe} was denied. Searches stack traces, because if a class failed to initialize,
     * the JVM keeps the stack trace but not the exception itself.
     */
    private static boolean isDeniedUnsafe(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            for (StackTraceElement frame : cause.getStackTrace()) {
                if (frame.getClassName().equals("sun.misc.Unsafe")
                        && frame.getMethodName().startsWith("beforeMemoryAccess")) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Returns whether native access was denied. Searches messages, because some libraries, and the JVM if a class failed to
     * initialize, keep only the exception's message.
     */
    private static boolean isDeniedNativeAccess(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause.getMessage() != null && cause.getMessage().contains("Illegal native access")) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EngineProof
                && ((EngineProof) other).engine == engine
                && ((EngineProof) other).codec == codec;
    }

    @Override
    public int hashCode() {
        return 31 * System.identityHashCode(engine) + codec.hashCode();
    }
}
