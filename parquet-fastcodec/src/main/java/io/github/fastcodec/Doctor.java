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
 * Reports which engine serves each codec on this class path, and why the other engines do not:
 * {@code java -cp ... io.github.fastcodec.Doctor [--json] [--speed] [--require zstd,gzip]}. It reads its configuration
 * from system properties of the same names.
 */
public final class Doctor {

    private static final String USAGE = "usage: Doctor [--json] [--speed] [--require CODEC,CODEC,...]";
    private static final int FAILED = 1;
    private static final int USAGE_ERROR = 2;

    private Doctor() {}

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
                    + " is missing, so no codec can be tried. The Doctor needs parquet-java, as the job has it: add"
                    + " parquet-hadoop and what it depends on to the class path, or use parquet-fastcodec-tools-VERSION-all.jar.";
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

    /** Returns the codecs of {@code --require}, and refuses unknown arguments. */
    private static Set<CompressionCodecName> requiredCodecs(String[] args) {
        Set<CompressionCodecName> required = EnumSet.noneOf(CompressionCodecName.class);
        for (int i = 0; i < args.length; i++) {
            if (args[i].equals("--require") && i + 1 < args.length) {
                for (String name : args[++i].split(",")) {
                    required.add(codec(name));
                }
            } else if (!args[i].equals("--json") && !args[i].equals("--speed")) {
                throw new IllegalArgumentException("\"" + args[i] + "\" is unknown or lacks its value; " + USAGE);
            }
        }
        return required;
    }

    private static CompressionCodecName codec(String name) {
        try {
            return CompressionCodecName.valueOf(name.trim().toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--require: \"" + name + "\" is no codec, expected some of "
                    + Arrays.toString(CompressionCodecName.values()));
        }
    }

    /** Settings of one codec are left to its self-test. */
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
