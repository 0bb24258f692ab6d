// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.events.jfr;

import io.github.fastcodec.internal.events.EngineEvent;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** The test of one engine for one codec, which also loads the engine's library. */
@Name("io.github.fastcodec.EngineLoad")
@Label("Engine Load")
@Description("Loading and test of a compression library for one codec, once per process")
@Category({"Parquet", "FastCodec"})
@Enabled(false)
@StackTrace(false)
@SuppressWarnings("unused") // JFR reads the fields
final class EngineLoadEvent extends Event implements EngineEvent {

    @Label("Codec")
    @Description("Parquet's name of the codec")
    private @Nullable String codec;

    @Label("Engine")
    @Description("The engine that was tested")
    private @Nullable String engine;

    @Label("Library Version")
    @Description("The version of the engine's library")
    private @Nullable String library;

    @Label("Works")
    @Description("Whether the engine passed its test; if not, the next engine of the codec serves")
    private boolean works;

    @Label("Problem")
    @Description("Why the engine does not work, and what to do about it")
    private @Nullable String problem;

    @Override
    public void done(
            String codecName, String engineName, @Nullable String version, boolean passed, @Nullable String reason) {
        end();
        if (shouldCommit()) {
            codec = codecName;
            engine = engineName;
            library = version;
            works = passed;
            problem = reason;
            commit();
        }
    }
}
