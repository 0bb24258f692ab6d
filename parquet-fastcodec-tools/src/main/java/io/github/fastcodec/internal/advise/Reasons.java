// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.advise;

import io.github.fastcodec.advise.Goal;
import io.github.fastcodec.advise.Measurement;
import java.util.Locale;

/** The reasons for a recommendation, as sentences. */
public final class Reasons {

    /** Speeds whose ratio differs from 1 by at most this are called equal. */
    private static final double AS_FAST = 0.10;

    /** The rest of a sentence on why a column has no codec of its own. */
    public static final String NO_GAIN = "would lower the cost of the whole file by " + percent(Chooser.THRESHOLD);

    private Reasons() {}

    /** Returns whether a choice takes so much longer to read than something else that the advice has to explain it. */
    public static boolean readsSlower(Measurement choice, Measurement other) {
        return other.decompressSeconds() < (1 - AS_FAST) * choice.decompressSeconds();
    }

    /** Explains why the file changes. */
    static String change(Goal goal, double storageSpeed, Measurement now, Measurement choice) {
        return choice.name() + " for the file: " + size(choice, now) + " than now (" + now.name() + "), "
                + speeds(choice, now) + "; " + gain(goal, storageSpeed, now, choice) + ".";
    }

    /** Explains why the file keeps its codec, apart from columns that change. */
    static String stay(Goal goal, Measurement now, boolean columnsChange) {
        String measure = goal == Goal.SMALLEST ? "smaller" : "cheaper for the goal \"" + name(goal) + "\"";
        return "Keep " + now.name() + " for the " + (columnsChange ? "other columns" : "file") + ": no candidate is "
                + percent(Chooser.THRESHOLD) + " " + measure + " over all columns.";
    }

    /** Explains why a column gets a codec of its own. */
    static String own(
            Goal goal, double storageSpeed, String path, double share, Measurement choice, Measurement fileChoice) {
        return "column " + path + ": " + percent(share) + " of the bytes, " + choice.name() + " is "
                + size(choice, fileChoice) + " than " + fileChoice.name() + ", " + speeds(choice, fileChoice)
                + (readsSlower(choice, fileChoice) ? "; " + gain(goal, storageSpeed, fileChoice, choice) : "") + ".";
    }

    /**
     * Describes the effect on a column that gets the codec of the file.
     *
     * @param candidate the column completely in the codec of the file, even if that makes chunks larger
     */
    static String likeFile(Measurement choice, Measurement now, Measurement candidate) {
        if (choice.codec().equals(now.codec())) {
            return candidate.codec().equals(now.codec())
                    ? "stays as it is."
                    : "stays as it is: " + candidate.name() + " would make it larger.";
        }
        return "like the file: " + size(choice, now) + " than now, " + speeds(choice, now)
                + (readsSlower(choice, now) ? "; no codec of its own " + NO_GAIN : "") + ".";
    }

    private static String gain(Goal goal, double storageSpeed, Measurement now, Measurement choice) {
        Goal measure = Cost.against(Cost.against(goal, now), choice);
        double before = Cost.of(measure, now, storageSpeed);
        double after = Cost.of(measure, choice, storageSpeed);
        if (Double.isNaN(after - before)) {
            return "the current time to write is unknown";
        }
        String gain = percent(1 - after / before) + " less ";
        return switch (measure) {
            case SMALLEST -> gain + "to keep";
            case SCAN -> gain + "time to read and decompress";
            case WRITE -> gain + "time to compress and write";
            default -> gain + "time to write once and read " + Cost.SCANS + " times";
        };
    }

    private static String size(Measurement choice, Measurement other) {
        double saved = 1 - choice.bytes() / other.bytes();
        if (Math.abs(saved) < 0.0005) {
            return "no larger";
        }
        return percent(Math.abs(saved)) + (saved > 0 ? " smaller" : " larger");
    }

    private static String speeds(Measurement choice, Measurement other) {
        String writes = speed("write", other.compressSeconds(), choice.compressSeconds());
        String reads = speed("read", other.decompressSeconds(), choice.decompressSeconds());
        return writes.isEmpty() ? reads : writes + " and " + reads;
    }

    private static String speed(String verb, double before, double after) {
        if (Double.isNaN(before) || Double.isNaN(after)) {
            return "";
        }
        double times = before / after;
        if (Double.isNaN(times) || Math.abs(times - 1) <= AS_FAST) {
            return verb + "s as fast";
        }
        if (times > 20 || times < 0.05) {
            return verb + (times > 1 ? "s much faster" : "s much slower");
        }
        return times > 1
                ? String.format(Locale.ROOT, "%ss %.1f times as fast", verb, times)
                : String.format(Locale.ROOT, "takes %.1f times as long to %s", 1 / times, verb);
    }

    private static String name(Goal goal) {
        return goal.name().toLowerCase(Locale.ROOT);
    }

    static String percent(double share) {
        double percent = share * 100;
        return String.format(Locale.ROOT, Math.abs(percent) < 9.95 ? "%.1f %%" : "%.0f %%", percent);
    }
}
