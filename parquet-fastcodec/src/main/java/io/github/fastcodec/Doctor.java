// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import io.github.fastcodec.internal.doctor.Report;
import io.github.fastcodec.internal.settings.Setting;
import io.github.fastcodec.internal.settings.Settings;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Reports which engine serves each codec on this class path, and, for each engine that does not work, the reason. Run it
 * as {@code java -cp ... io.github.fastcodec.Doctor [--json] [--speed] [--require zstd,gzip]}. Each setting is read from
 * the system property whose name is the setting's key.
 */
public final class Doctor {

    private static final String USAGE = "usage: Doctor [--json] [--speed] [--require CODEC,CODEC,...]";
    private static final int FAILED = 1;
    private static final int USAGE_ERROR = 2;

    private Doctor() {}

    /** Runs the Doctor and exits with the status that {@link #run} returns. */
    public static void main(String[] args) {
        System.exit(run(
                args,
                new PrintWriter(System.out, true, Charset.defaultCharset()),
                new PrintWriter(System.err, true, Charset.defaultCharset())));
    }

    /**
     * Prints a report, as JSON if {@code --json} is given.
     *
     * @param args the arguments of the command line
     * @return 0 if no problem was found; 1 if a required codec cannot be both written and read, the self-test of a codec
     *     with engines fails, or parquet-java is not on the class path; 2 if an argument, or a setting that applies to all
     *     codecs, is invalid
     */
    public static int run(String[] args, PrintWriter out, PrintWriter err) {
        boolean json = Arrays.asList(args).contains("--json");
        try {
            Set<CompressionCodecName> required;
            try {
                required = requiredCodecs(args);
                requireValidSettings();
            } catch (IllegalArgumentException e) {
                err.println(e.getMessage());
                return USAGE_ERROR;
            }
            Examination examination = Examination.run(Arrays.asList(args).contains("--speed"), required);
            print(examination.report(), json, out);
            return examination.problems().isEmpty() ? 0 : FAILED;
        } catch (NoClassDefFoundError e) {
            String failure = "The class " + String.valueOf(e.getMessage()).replace('/', '.')
                    + " is missing, so no codec can be tested. The Doctor needs the job's parquet-java: add"
                    + " parquet-hadoop and its dependencies to the class path, or use parquet-fastcodec-tools-VERSION-all.jar.";
            err.println(failure);
            if (json) {
                Map<String, Object> document = new LinkedHashMap<>();
                document.put("failure", failure);
                document.put("exitCode", FAILED);
                print(document, true, out);
            }
            return FAILED;
        }
    }

    /** Returns the codecs that {@code --require} names. Rejects unknown arguments. */
    private static Set<CompressionCodecName> requiredCodecs(String[] args) {
        Set<CompressionCodecName> required = EnumSet.noneOf(CompressionCodecName.class);
        for (int i = 0; i < args.length; i++) {
            if (args[i].equals("--require") && i + 1 < args.length) {
                for (String name : args[++i].split(",")) {
                    required.add(codec(name));
                }
            } else if (!args[i].equals("--json") && !args[i].equals("--speed")) {
                throw new IllegalArgumentException("\"" + args[i] + "\" is unknown, or its value is missing; " + USAGE);
            }
        }
        return required;
    }

    private static CompressionCodecName codec(String name) {
        try {
            return CompressionCodecName.valueOf(name.trim().toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--require: \"" + name + "\" is not a codec, expected one or more of "
                    + Arrays.toString(CompressionCodecName.values()));
        }
    }

    /** Checks the settings that apply to all codecs. A codec's own settings are checked by its self-test. */
    private static void requireValidSettings() {
        for (Setting<?> setting : Settings.ALL) {
            if (setting.scope() != Setting.Scope.CODEC) {
                setting.find(System::getProperty);
            }
        }
    }

    private static void print(Map<String, Object> report, boolean json, PrintWriter out) {
        out.print(json ? Report.json(report) : Report.text(report));
        out.flush();
    }
}
