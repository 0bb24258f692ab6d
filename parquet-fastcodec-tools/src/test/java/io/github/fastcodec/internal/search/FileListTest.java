// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FileListTest {

    private static final Descent NOWHERE = new Descent(List.of());

    // Would catch: files in the order of their names, so that one twice as long as the others begins last.
    @Test
    void largestFileOfAllDirectoriesComesFirst() {
        long[] lengths = {5_000, 7_999, 4_100, 6_500, 4_097, 8_100, 8_000, 4_096};
        FileList files = new FileList();
        for (int day = 0; day < 2; day++) {
            ListedDirectory listed =
                    new ListedDirectory(new Directory(0, "in/" + day, "" + day, "out/" + day, null, NOWHERE), false);
            for (int i = day; i < lengths.length; i += 2) {
                listed.addFile("part-" + i + ".parquet", lengths[i], false);
            }
            files.add(listed);
        }
        List<Long> begun = new ArrayList<>();
        files.largestFirst().forEach(file -> begun.add(file.length()));
        assertEquals(List.of(8_100L, 8_000L, 7_999L, 6_500L, 5_000L, 4_100L, 4_097L, 4_096L), begun);
    }

    private static FileList list(List<String> directories, long length, int each) {
        FileList files = new FileList();
        for (String name : directories) {
            ListedDirectory listed =
                    new ListedDirectory(new Directory(0, name, name, "out/" + name, null, NOWHERE), false);
            for (int i = 0; i < each; i++) {
                listed.addFile(i + ".parquet", name.equals("large") ? 9 * length : length, false);
            }
            files.add(listed);
        }
        return files;
    }

    // Would catch: a sample that is dominated by small files, or that depends on the order of listing.
    @Test
    void drawsFilesInProportionToTheirLength() {
        List<ListedFile> drawn =
                list(List.of("small", "large", "more"), 1_000, 100).draw(110, 5);
        assertEquals(110, drawn.size());
        long large =
                drawn.stream().filter(file -> file.source().startsWith("large")).count();
        assertEquals(90, large);
        List<String> names = drawn.stream().map(ListedFile::source).toList();
        assertEquals(
                names,
                list(List.of("more", "large", "small"), 1_000, 100).draw(110, 5).stream()
                        .map(ListedFile::source)
                        .toList());
        assertEquals(
                300,
                list(List.of("small", "large", "more"), 1_000, 100).draw(300, 5).stream()
                        .distinct()
                        .count());
    }

    // Would catch: a sample that depends on the order of a table's log.
    @Test
    void returnsAddedFilesUnchanged() {
        List<String> paths = List.of("s3a://bucket/day=1/b c%20.parquet", "/a/1.parquet", "file:/a/2.parquet");
        FileList there = new FileList();
        FileList back = new FileList();
        for (int i = 0; i < paths.size(); i++) {
            there.add(paths.get(i), i);
            back.add(paths.get(paths.size() - 1 - i), paths.size() - 1 - i);
        }
        for (FileList files : List.of(there, back)) {
            assertEquals(3, files.files());
            assertEquals(3, files.bytes());
            assertEquals(
                    List.of("/a/1.parquet 1", "file:/a/2.parquet 2", "s3a://bucket/day=1/b c%20.parquet 0"),
                    files.draw(5, 1).stream()
                            .map(file -> file.source() + " " + file.length())
                            .toList());
        }
    }
}
