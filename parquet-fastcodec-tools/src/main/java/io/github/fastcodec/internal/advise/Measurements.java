// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.advise;

import io.github.fastcodec.advise.Measurement;
import io.github.fastcodec.plan.CodecLevel;
import java.util.ArrayList;
import java.util.List;

/** Arithmetic on measurements. Only {@link #marked} sets {@link Measurement#isOnFront}. */
final class Measurements {

    /** A value is clearly less than another if it is below this share of the other. Measurements are no more accurate than that. */
    private static final double CLEARLY_LESS = 0.99;

    private Measurements() {}

    static Measurement of(
            CodecLevel codec, double plainBytes, double bytes, double compressSeconds, double decompressSeconds) {
        return new Measurement(codec, plainBytes, bytes, compressSeconds, decompressSeconds, false);
    }

    static Measurement sum(CodecLevel codec, Iterable<Measurement> parts) {
        Measurement sum = of(codec, 0, 0, 0, 0);
        for (Measurement part : parts) {
            sum = of(
                    codec,
                    sum.plainBytes() + part.plainBytes(),
                    sum.bytes() + part.bytes(),
                    sum.compressSeconds() + part.compressSeconds(),
                    sum.decompressSeconds() + part.decompressSeconds());
        }
        return sum;
    }

    static Measurement times(Measurement one, double weight) {
        return of(
                one.codec(),
                one.plainBytes() * weight,
                one.bytes() * weight,
                one.compressSeconds() * weight,
                one.decompressSeconds() * weight);
    }

    /** Returns a measurement whose time to compress is replaced by that of another. */
    static Measurement writtenLike(Measurement one, Measurement other) {
        return of(one.codec(), one.plainBytes(), one.bytes(), other.compressSeconds(), one.decompressSeconds());
    }

    /** Returns the candidates of a column or table, with those on the Pareto front marked. */
    static List<Measurement> marked(List<Measurement> candidates) {
        List<Measurement> marked = new ArrayList<>();
        for (Measurement one : candidates) {
            marked.add(new Measurement(
                    one.codec(),
                    one.plainBytes(),
                    one.bytes(),
                    one.compressSeconds(),
                    one.decompressSeconds(),
                    candidates.stream().noneMatch(other -> isBeaten(one, other))));
        }
        return marked;
    }

    private static boolean isBeaten(Measurement one, Measurement other) {
        return other.bytes() <= one.bytes()
                && (Double.isNaN(one.compressSeconds()) || other.compressSeconds() <= one.compressSeconds())
                && other.decompressSeconds() <= one.decompressSeconds()
                && (other.bytes() < one.bytes() * CLEARLY_LESS
                        || other.compressSeconds() < one.compressSeconds() * CLEARLY_LESS
                        || other.decompressSeconds() < one.decompressSeconds() * CLEARLY_LESS);
    }
}
