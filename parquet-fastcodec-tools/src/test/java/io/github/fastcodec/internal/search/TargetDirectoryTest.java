// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.search;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.fastcodec.internal.storage.Entry;
import io.github.fastcodec.internal.storage.LocalStorage;
import io.github.fastcodec.internal.storage.Storage;
import io.github.fastcodec.internal.storage.Storages;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Target directories that are in a source, although their paths are not. */
class TargetDirectoryTest {

    @TempDir
    Path directory;

    private Path in;

    @BeforeEach
    void makeInput() throws IOException {
        directory = directory.toRealPath();
        in = directory.resolve("in");
        Files.createDirectories(in.resolve("day=1/empty"));
        Files.writeString(in.resolve("day=1/a.parquet"), "PAR1");
        Files.createDirectories(directory.resolve("alias"));
    }

    /** Requires that the copies of the files in {@code in} are outside it. */
    private void requireOutside(Path to, Storages storages) throws IOException {
        TargetDirectory target = TargetDirectory.at(to.toString(), storages);
        target.requireOutside(
                Search.find(List.of(in.toString()), storages, Search.onThisThread(storages), target), storages);
    }

    /** Returns storages in which the directory {@code alias} has the key of another one, as if that were mounted there. */
    private Storages withAliasOf(Path other) throws IOException {
        assumeTrue(Files.readAttributes(other, BasicFileAttributes.class).fileKey() != null, "no file keys here");
        LocalStorage local = new LocalStorage(FileSystems.getDefault());
        String alias = directory.resolve("alias").toString();
        Storage aliased = (Storage) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Storage.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("find") && arguments[0].equals(alias)) {
                        Entry there = local.find(other.toString()).orElseThrow();
                        return Optional.of(
                                new Entry(alias, "alias", there.type(), there.length(), there.changed(), there.key()));
                    }
                    try {
                        return method.invoke(local, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        return new Storages(getClass().getClassLoader()) {
            @Override
            public Storage of(String path) {
                return aliased;
            }
        };
    }

    // Would catch: new files that the next run takes for sources, copy after copy: out/out/out.
    @ParameterizedTest
    @CsvSource({"'', out", "'', out/new", "day=1, out", "day=1/empty, out"})
    void rejectsATargetBelowAnAliasOfTheSource(String aliased, String to) throws IOException {
        Path source = in.resolve(aliased);
        Path target = directory.resolve("alias").resolve(to);
        Storages aliases = withAliasOf(source);
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> requireOutside(target, aliases));
        assertEquals(target + " is in " + source + ": a second run would read what this one writes", e.getMessage());
        assertDoesNotThrow(() -> requireOutside(target, withAliasOf(directory)));
    }

    @Test
    void rejectsATargetThatIsAnAliasOfTheSource() throws IOException {
        Path target = directory.resolve("alias");
        Storages aliases = withAliasOf(in);
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> requireOutside(target, aliases));
        assertEquals("the copy of " + in + " would be written to that directory itself", e.getMessage());
    }

    /** Skipped without the right to mount. */
    @EnabledOnOs(OS.LINUX)
    @ParameterizedTest
    @ValueSource(strings = {"", "day=1"})
    void rejectsATargetInABindMountOfTheSource(String mounted) throws Exception {
        Path source = in.resolve(mounted);
        Path alias = directory.resolve("alias");
        assumeTrue(succeeds("mount", "--bind", source.toString(), alias.toString()), "may not mount");
        try {
            Storages storages = new Storages(getClass().getClassLoader());
            IllegalArgumentException e =
                    assertThrows(IllegalArgumentException.class, () -> requireOutside(alias.resolve("out"), storages));
            assertEquals(
                    alias + "/out is in " + source + ": a second run would read what this one writes", e.getMessage());
        } finally {
            succeeds("umount", alias.toString());
        }
    }

    private static boolean succeeds(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor() == 0;
        } catch (IOException e) {
            return false; // there is no such program
        }
    }
}
