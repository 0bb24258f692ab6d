// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.fastcodec.plan.Plan;
import io.github.fastcodec.support.IsolatedLoader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.function.BiFunction;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A new file is readable only by users who may read the old one. The oracles are Linux programs: setfacl, getfacl, stat. */
class AccessTest {

    private static final Path SNAPPY = Layouts.file("pyarrow-v1-snappy");
    private static final Recompressor ZSTD = Recompressor.of(Plan.to(CompressionCodecName.ZSTD));

    private static final String NAMED_USER = "4242";

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void copy() throws IOException {
        assumeTrue(Files.getFileStore(directory).supportsFileAttributeView("posix"), "no permissions here");
        file = Files.copy(SNAPPY, directory.resolve("data.parquet"));
    }

    /** Runs a program and returns its output, or skips the test if the program is missing or fails. */
    private static String run(String... command) throws IOException {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assumeTrue(process.waitFor() == 0, () -> String.join(" ", command) + ": " + said);
            return said;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } catch (IOException e) {
            assumeTrue(false, "without " + command[0]);
            throw e;
        }
    }

    private static String access(Path file) throws IOException {
        return run("getfacl", "-npcE", file.toString());
    }

    private static String mode(Path file) throws IOException {
        return Integer.toOctalString((Integer) Files.getAttribute(file, "unix:mode") & 07777);
    }

    // Would catch: a copy of a secret file that everyone can read.
    @Test
    void access_copyHasOnlyThePermissionsOfItsSource() throws IOException {
        Path target = directory.resolve("target.parquet");
        for (int mode : new int[] {0600, 0640, 0644, 07640}) {
            Files.setAttribute(file, "unix:mode", mode);
            assertEquals(List.of(), ZSTD.recompress(file, target).notes());
            assertEquals(Integer.toOctalString(mode & 0777), mode(target));
            Files.delete(target);
        }
    }

    // Would catch: a list that is not found because the path's bytes are not valid text, or are escaped in a
    // URL.
    @Test
    void access_findsTheListOfAFileWithAnOddName() throws IOException {
        file = Files.move(file, directory.resolve("100 %41+\u00e4?#&;.parquet"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        run("setfacl", "-m", "u:" + NAMED_USER + ":r", file.toString());
        Path target = directory.resolve("target.parquet");
        ZSTD.recompress(file, target);
        assertEquals("600", mode(target));
    }

    // Would catch: a copy that everyone can read because its directory is open, although the source's directory
    // is not.
    @Test
    void access_newDirectoryIsAsPrivateAsTheSources() throws IOException {
        Path in = Files.createDirectory(directory.resolve("in"));
        Path secret = Files.createDirectory(in.resolve("secret"));
        Path source = Files.move(file, secret.resolve("data.parquet"));
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("r-x------"));
        Files.setPosixFilePermissions(in, PosixFilePermissions.fromString("rwxr-x---"));
        Path target = directory.resolve("out/secret/data.parquet");
        ZSTD.recompress(source, target);
        assertEquals("700", mode(target.getParent()));
        assertEquals("750", mode(directory.resolve("out")));
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rwx------"));
    }

    // Would catch: a copy that the group can read although the list forbids it.
    @Test
    void access_copyOfAFileWithAListIsPrivate() throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        run("setfacl", "-m", "u:" + NAMED_USER + ":r", file.toString());
        Path target = directory.resolve("target.parquet");
        RecompressResult result = ZSTD.recompress(file, target);
        assertEquals("600", mode(target));
        assertEquals("user::rw-\ngroup::---\nother::---\n\n", access(target));
        assertEquals(
                List.of("its access control list is not carried over: the new file has only the permissions of"
                        + " its owner"),
                List.copyOf(result.notes()));
    }

    // Would catch: access for users in the list of the new directory who may not read the source.
    @Test
    void access_directorysListGivesNobodyElseAccess() throws IOException {
        run("setfacl", "-d", "-m", "g::rw,o::r,u:" + NAMED_USER + ":rw", directory.toString());
        Path target = directory.resolve("target.parquet");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        RecompressResult result = ZSTD.recompress(file, target);
        assertEquals("600", mode(target), () -> result.notes().toString());
        assertTrue(result.notes()
                .get(0)
                .startsWith("its permissions are rw-r-----, but those of the new file are rw-------"));
        Files.delete(target);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-r--"));
        ZSTD.recompress(file, target);
        assertEquals("644", mode(target));
    }

    // Would catch: a copy that another group can read, although only the source's group could read the source.
    @Test
    void access_otherGroupDoesNotGetAccess() throws IOException {
        run("chgrp", NAMED_USER, file.toString());
        Path target = directory.resolve("target.parquet");
        for (String permissions : List.of("rw-rw-r-- rw-r--r--", "rw-r----- rw-------", "rw----r-- rw-------")) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions.substring(0, 9)));
            ZSTD.recompress(file, target);
            assertEquals(
                    permissions.substring(10), PosixFilePermissions.toString(Files.getPosixFilePermissions(target)));
            Files.delete(target);
        }
    }

    /** Recompresses a file in a JVM without JNA. */
    public static final class WithoutJna implements BiFunction<Path, Path, String> {

        @Override
        public String apply(Path source, Path target) {
            try {
                return String.valueOf(ZSTD.recompress(source, target).notes());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    // Would catch: permissions that are granted although the readers of the source are unknown.
    @Test
    void access_copyIsPrivateWithoutJna() throws Exception {
        assumeTrue(System.getProperty("os.name").startsWith("Linux"), "lists are known without JNA");
        Path target = directory.resolve("target.parquet");
        try (IsolatedLoader loader =
                IsolatedLoader.of(List.of(), path -> false, name -> name.startsWith("com.sun.jna."))) {
            @SuppressWarnings("unchecked")
            BiFunction<Path, Path, String> without = loader.newInstance(WithoutJna.class, BiFunction.class);
            String said = without.apply(file, target);
            String why = "JNA does not load \\(java.lang.NoClassDefFoundError: com/sun/jna/[A-Za-z]+\\): add"
                    + " net.java.dev.jna:jna 5.17.0 or newer to the class path";
            assertTrue(
                    said.matches("\\[whether it has an access control list is unknown, because " + why
                            + "; the new file has only the permissions of its owner\\]"),
                    said);
            assertEquals("600", mode(target));
        }
    }
}
