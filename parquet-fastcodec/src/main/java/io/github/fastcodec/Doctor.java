// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.internal.doctor.EngineReport;
import io.github.fastcodec.internal.doctor.KeysWithoutEffect;
import io.github.fastcodec.internal.doctor.Report;
import io.github.fastcodec.internal.engines.Engines;
import io.github.fastcodec.internal.engines.LibraryVersion;
import io.github.fastcodec.internal.settings.Setting;
import io.github.fastcodec.internal.settings.Settings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * Reports which engine serves each codec on this class path, and why the other engines do not:
 * {@code java -cp ... io.github.fastcodec.Doctor [--json] [--speed] [--require zstd,gzip]}. It reads its configuration
 * from system properties of the same names.
 */
public final class Doctor {

    private static final String USAGE = "usage: Doctor [--json] [--speed] [--require CODEC,CODEC,...]";
    private static final int PAGE_SIZE = 64 << 10;
    private static final int FAILED = 1;
    private static final int USAGE_ERROR = 2;

    private final boolean speed;
    private final Set<CompressionCodecName> required;
    private final FastCodecOptions options;
    private final FastCodecFactory factory;
    private final byte[] page = page();
    private final List<EngineReport> engines = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    private Doctor(boolean speed, Set<CompressionCodecName> required) {
        this.speed = speed;
        this.required = required;
        this.options = FastCodecOptions.from(System::getProperty);
        this.factory = new FastCodecFactory(options);
    }

    /** Runs the Doctor and exits with what {@link #run} returns. */
    public static void main(String[] args) {
        System.exit(run(
                args,
                new PrintWriter(System.out, true, Charset.defaultCharset()),
                new PrintWriter(System.err, true, Charset.defaultCharset())));
    }

    /**
     * Prints a report, in JSON if the arguments ask for it.
     *
     * @param args as on a command line
     * @return 0 if all is well; 1 if a required codec cannot be written and read, one that can fails its self-test, or
     *     parquet-java is not on the class path; 2 if the arguments, or the settings of all codecs, make no sense
     */
    public static int run(String[] args, PrintWriter out, PrintWriter err) {
        try {
            return parse(args, out, err);
        } catch (NoClassDefFoundError e) {
            String failure = "The class " + String.valueOf(e.getMessage()).replace('/', '.')
                    + " is missing, so no codec can be tried. The Doctor needs parquet-java, as the job has it: add"
                    + " parquet-hadoop and what it depends on to the class path, or use parquet-fastcodec-tools-VERSION-all.jar.";
            err.println(failure);
            if (Arrays.asList(args).contains("--json")) {
                Map<String, Object> document = new LinkedHashMap<>();
                document.put("failure", failure);
                document.put("exitCode", FAILED);
                out.print(Report.json(document));
                out.flush();
            }
            return FAILED;
        }
    }

    private static int parse(String[] args, PrintWriter out, PrintWriter err) {
        boolean json = false;
        boolean speed = false;
        Set<CompressionCodecName> required = EnumSet.noneOf(CompressionCodecName.class);
        for (int i = 0; i < args.length; i++) {
            if (args[i].equals("--json")) {
                json = true;
            } else if (args[i].equals("--speed")) {
                speed = true;
            } else if (args[i].equals("--require") && i + 1 < args.length) {
                for (String name : args[++i].split(",")) {
                    try {
                        required.add(CompressionCodecName.valueOf(name.trim().toUpperCase(Locale.ROOT)));
                    } catch (IllegalArgumentException e) {
                        err.println("--require: \"" + name + "\" is no codec, expected some of "
                                + Arrays.toString(CompressionCodecName.values()));
                        return USAGE_ERROR;
                    }
                }
            } else {
                err.println("\"" + args[i] + "\" is unknown or lacks its value; " + USAGE);
                return USAGE_ERROR;
            }
        }
        return run(json, speed, required, out, err);
    }

    private static int run(
            boolean json, boolean speed, Set<CompressionCodecName> required, PrintWriter out, PrintWriter err) {
        try {
            requireValidSettings();
        } catch (IllegalArgumentException e) {
            err.println(e.getMessage());
            return USAGE_ERROR;
        }
        Doctor doctor = new Doctor(speed, required);
        doctor.examine();
        Map<String, Object> report = doctor.report();
        out.print(json ? Report.json(report) : Report.text(report));
        out.flush();
        return doctor.problems.isEmpty() ? 0 : FAILED;
    }

    /** Settings of one codec are left to its self-test. */
    private static void requireValidSettings() {
        for (Setting<?> setting : Settings.ALL) {
            if (setting.scope() != Setting.Scope.CODEC) {
                setting.find(System::getProperty);
            }
        }
    }

    private void examine() {
        for (CompressionCodecName codec : CompressionCodecName.values()) {
            for (CodecEngine engine : Engines.of(codec)) {
                engines.add(new EngineReport(codec, engine, chosen(codec)));
            }
            String problem = selfTest(codec);
            if (problem != null) {
                problems.add(problem);
            }
        }
    }

    /** Returns the name of the configured engine. The self-test reports a name that no engine has. */
    private String chosen(CompressionCodecName codec) {
        try {
            return options.engine(codec);
        } catch (IllegalArgumentException e) {
            return Engines.AUTO;
        }
    }

    /** Compresses and decompresses a page as a job does; returns what is wrong, or null. */
    private @Nullable String selfTest(CompressionCodecName codec) {
        try {
            byte[] compressed = bytes(factory.getCompressor(codec).compress(BytesInput.from(page)));
            byte[] back = bytes(factory.getDecompressor(codec).decompress(BytesInput.from(compressed), page.length));
            return Arrays.equals(page, back) ? null : codec + ": another page came back";
        } catch (UnsupportedOperationException e) {
            return required.contains(codec) ? codec + " is required. " + e.getMessage() : null;
        } catch (IOException | RuntimeException e) {
            return codec + ": " + e;
        }
    }

    private Map<String, Object> report() {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("parquet-fastcodec", LibraryVersion.of(Doctor.class, LibraryVersion.US));
        report.put("parquet-java", LibraryVersion.of(BytesInput.class, "parquet-common"));
        report.put("java", Runtime.version() + ", " + System.getProperty("java.vm.name"));
        report.put(
                "system",
                System.getProperty("os.name") + " " + System.getProperty("os.arch") + ", "
                        + Runtime.getRuntime().availableProcessors() + " processors");
        report.put("configuration", Settings.configured(Settings.ALL, System::getProperty));
        List<Object> entries = new ArrayList<>();
        for (EngineReport engine : engines) {
            Map<String, Object> entry = engine.entry();
            if (speed && engine.works()) {
                addSpeeds(engine, entry);
            }
            entries.add(entry);
        }
        report.put("engines", entries);
        // no problems, because jobs may set other keys
        report.put("warnings", KeysWithoutEffect.find(System::getenv, System.getProperties()));
        report.put("problems", problems);
        return report;
    }

    private void addSpeeds(EngineReport engine, Map<String, Object> entry) {
        try {
            engine.addSpeeds(page, entry);
        } catch (IOException e) {
            problems.add(entry.get("codec") + ": " + e);
        }
    }

    private static byte[] bytes(BytesInput input) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        input.writeAllTo(out);
        return out.toByteArray();
    }

    /** Returns a page of plain text, a length before each value, always the same. */
    private static byte[] page() {
        Random random = new Random(1);
        StringBuilder text = new StringBuilder();
        while (text.length() < PAGE_SIZE) {
            text.append("\u0008\0\0\0").append("value").append(random.nextInt(900) + 100);
        }
        return Arrays.copyOf(text.toString().getBytes(StandardCharsets.ISO_8859_1), PAGE_SIZE);
    }
}
