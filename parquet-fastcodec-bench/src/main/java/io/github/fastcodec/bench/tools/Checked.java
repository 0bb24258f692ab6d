// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Values of options that are checked before anything runs. Each refuses others with a sentence. */
public final class Checked {

    private Checked() {}

    /** A file that can be read; an empty text means none, and is null. */
    public static final class Input implements ITypeConverter<Path> {
        @Override
        public Path convert(String text) {
            if (text.isEmpty()) {
                return null;
            }
            Path file = Path.of(text).toAbsolutePath();
            if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
                throw new TypeConversionException("cannot read " + file + ", expected a file");
            }
            return file;
        }
    }

    /** A whole number above 0. */
    public static final class Positive implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            if (!text.matches("0*[1-9][0-9]{0,8}")) {
                throw new TypeConversionException("expected a whole number from 1 to 999999999 but was '" + text + "'");
            }
            return Integer.valueOf(text);
        }
    }

    /** A size of memory as the option -Xmx has it. */
    static final class Memory implements ITypeConverter<String> {
        @Override
        public String convert(String text) {
            if (!text.matches("[1-9][0-9]*[kmgKMG]")) {
                throw new TypeConversionException("expected a size such as 512m or 4g but was '" + text + "'");
            }
            return text;
        }
    }
}
