// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a percentage, such as {@code 5%}. */
final class Share implements ITypeConverter<Double> {

    private static final Pattern TEXT = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,9})?)\\s*%");

    /** Returns the share, above 0 and at most 1. */
    @Override
    public Double convert(String text) {
        Matcher percent = TEXT.matcher(text.strip());
        double share = percent.matches() ? Double.parseDouble(percent.group(1)) / 100 : 0;
        if (share > 0 && share <= 1) {
            return share;
        }
        throw new TypeConversionException(
                "\"" + text + "\" is not a share, expected more than 0% and at most 100%, such as 5%");
    }
}
