// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.internal.doctor.EngineReport;
import io.github.fastcodec.internal.engines.Engines;
import io.github.fastcodec.internal.engines.LibraryVersion;
import io.github.fastcodec.internal.settings.MisspeltKeys;
import io.github.fastcodec.internal.settings.Settings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * Examines the state of each engine for the {@link Doctor}, and tests whether each codec restores the pages that it
 * compresses.
 */
final class Examination {

    private static final int PAGE_SIZE = 64 << 10;

    private final boolean speed;
    private final Set<CompressionCodecName> required;
    private final FastCodecOptions options = FastCodecOptions.from(System::getProperty);
    private final FastCodecFactory factory = new FastCodecFactory(options);
    private final byte[] page = page();
    private final List<Object> engines = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    private Examination(boolean speed, Set<CompressionCodecName> required) {
        this.speed = speed;
        this.required = required;
    }

    /**
     * Tests every engine of every codec.
     *
     * @param speed whether to measure the speed of each engine too
     * @param required the codecs for which a missing engine is a problem
     */
    static Examination run(boolean speed, Set<CompressionCodecName> required) {
        Examination examination = new Examination(speed, required);
        for (CompressionCodecName codec : CompressionCodecName.values()) {
            examination.examine(codec);
        }
        return examination;
    }

    /** Returns the problems, one sentence each. */
    List<String> problems() {
        return problems;
    }

    /** Returns all findings, for {@link io.github.fastcodec.internal.doctor.Report}. */
    Map<String, Object> report() {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("parquet-fastcodec", LibraryVersion.of(Doctor.class, LibraryVersion.US));
        report.put("parquet-java", LibraryVersion.ofParquet(BytesInput.class));
        report.put("java", Runtime.version() + ", " + System.getProperty("java.vm.name"));
        report.put(
                "system",
                System.getProperty("os.name") + " " + System.getProperty("os.arch") + ", "
                        + Runtime.getRuntime().availableProcessors() + " processors");
        report.put("configuration", Settings.configured(Settings.ALL, System::getProperty));
        report.put("engines", engines);
        report.put("warnings", MisspeltKeys.of(System.getProperties().stringPropertyNames()));
        report.put("problems", problems);
        return report;
    }

    private void examine(CompressionCodecName codec) {
        List<EngineReport> tried = new ArrayList<>();
        for (CodecEngine engine : Engines.of(codec)) {
            tried.add(new EngineReport(codec, engine, chosen(codec)));
        }
        String problem = selfTest(codec);
        if (problem != null) {
            problems.add(problem);
        }
        for (EngineReport engine : tried) {
            engines.add(entry(codec, engine));
        }
    }

    /**
     * Returns the name of the configured engine, or {@value Engines#AUTO} if no engine has that name, in which case the
     * self-test reports the unknown name.
     */
    private String chosen(CompressionCodecName codec) {
        try {
            return options.engine(codec);
        } catch (IllegalArgumentException e) {
            return Engines.AUTO;
        }
    }

    private Map<String, Object> entry(CompressionCodecName codec, EngineReport engine) {
        Map<String, Object> entry = engine.entry();
        if (speed && engine.works()) {
            try {
                engine.addSpeeds(page, entry);
            } catch (IOException e) {
                problems.add(codec + ": " + e);
            }
        }
        return entry;
    }

    /** Compresses and decompresses a page as a job does. Returns the problem, or null. */
    private @Nullable String selfTest(CompressionCodecName codec) {
        try {
            byte[] compressed = bytes(factory.getCompressor(codec).compress(BytesInput.from(page)));
            byte[] back = bytes(factory.getDecompressor(codec).decompress(BytesInput.from(compressed), page.length));
            return Arrays.equals(page, back) ? null : codec + ": the decompressed page differs from the original";
        } catch (UnsupportedOperationException e) {
            return required.contains(codec) ? codec + " is required. " + e.getMessage() : null;
        } catch (IOException | RuntimeException e) {
            return codec + ": " + e;
        }
    }

    private static byte[] bytes(BytesInput input) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        input.writeAllTo(out);
        return out.toByteArray();
    }

    /** Returns a page of short text values, each preceded by its length. The page is the same on each call. */
    private static byte[] page() {
        Random random = new Random(1);
        StringBuilder text = new StringBuilder();
        while (text.length() < PAGE_SIZE) {
            text.append("\u0008\0\0\0").append("value").append(random.nextInt(900) + 100);
        }
        return Arrays.copyOf(text.toString().getBytes(StandardCharsets.ISO_8859_1), PAGE_SIZE);
    }
}
