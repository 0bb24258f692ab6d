// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.fastcodec.plan.Plan;
import io.github.fastcodec.support.IsolatedLoader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A new file is readable for nobody who may not read the old one. The oracle is the programs of Linux: setfacl, getfacl, stat. */
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

    /** Runs a program and returns what it says, or skips the test if it is missing or cannot serve. */
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

    private static UserDefinedFileAttributeView attributes(Path file) {
        return Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
    }

    private void giveAttribute() throws IOException {
        assumeTrue(Files.getFileStore(file).supportsFileAttributeView("user"), "no extended attributes here");
        attributes(file).write("team", ByteBuffer.wrap(new byte[] {1, 0, 2}));
    }

    // Would catch: the mask of an access control list that is taken for the group's permission.
    @Test
    void safety20_inPlaceTheAccessControlListIsKeptWhole() throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        run("setfacl", "-m", "u:" + NAMED_USER + ":rw", file.toString());
        String before = access(file);
        assertTrue(before.contains("group::---") && before.contains("mask::rw-"), before);
        assertTrue(ZSTD.replace(file).written());
        assertEquals(before, access(file));
    }

    // Would catch: the list that a directory gives to new files, whose users could not read the old one.
    @Test
    void inPlaceAFileWithoutAListGetsNone() throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-r--"));
        String before = access(file);
        run("setfacl", "-d", "-m", "u:" + NAMED_USER + ":rwx", directory.toString());
        assertTrue(ZSTD.replace(file).written());
        assertEquals(before, access(file));
    }

    @Test
    void safety20_inPlaceAttributesAndTheWholeModeAreKept() throws IOException {
        giveAttribute();
        Files.setAttribute(file, "unix:mode", 07640);
        assertTrue(ZSTD.replace(file).written());
        assertEquals("7640", mode(file));
        ByteBuffer value = ByteBuffer.allocate(3);
        attributes(file).read("team", value);
        assertEquals(ByteBuffer.wrap(new byte[] {1, 0, 2}), value.flip());
    }

    // Would catch: capabilities and labels, which Java does not show.
    @Test
    void inPlaceAttributesOfTheSystemAreKept() throws IOException {
        run("setfattr", "-n", "security.fastcodec", "-v", "ours", file.toString());
        run("setfattr", "-n", "trusted.fastcodec", "-v", "ours", file.toString());
        String before = run("getfattr", "--absolute-names", "-d", "-m", "-", file.toString());
        assertTrue(before.contains("security.fastcodec=\"ours\""), before);
        assertTrue(ZSTD.replace(file).written());
        assertEquals(before, run("getfattr", "--absolute-names", "-d", "-m", "-", file.toString()));
    }

    // Would catch: a path whose bytes are no text, or that a URL spells in another way.
    @Test
    void inPlaceAttributesOfAFileWithAnOddNameAreKept() throws IOException {
        file = Files.move(file, directory.resolve("100 %41+\u00e4?#&;.parquet"));
        giveAttribute();
        assertTrue(ZSTD.replace(file).written());
        assertEquals(List.of("team"), attributes(file).list());
    }

    // Would catch: a copy that everybody reads because its directory is open, where the source's is not.
    @Test
    void safety20_aNewDirectoryKeepsOutWhoTheSourcesKeepsOut() throws IOException {
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
    void safety20_aCopyOfAFileWithAListIsItsOwnersAloneAndSaysSo() throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        run("setfacl", "-m", "u:" + NAMED_USER + ":r", file.toString());
        Path target = directory.resolve("target.parquet");
        RecompressResult result = ZSTD.recompress(file, target);
        assertEquals("600", mode(target));
        assertEquals("user::rw-\ngroup::---\nother::---\n\n", access(target));
        assertEquals(
                List.of("its access control list is not carried over: the new file has the permissions of its owner"
                        + " alone"),
                List.copyOf(result.notes()));
    }

    // Would catch: users of the new directory's list, who could not read the source.
    @Test
    void safety20_aCopyInADirectoryWithAListIsReadableForNobodyElse() throws IOException {
        run("setfacl", "-d", "-m", "g::rw,o::r,u:" + NAMED_USER + ":rw", directory.toString());
        Path target = directory.resolve("target.parquet");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        RecompressResult result = ZSTD.recompress(file, target);
        assertEquals("600", mode(target), () -> result.notes().toString());
        assertTrue(
                result.notes().get(0).startsWith("its permissions are rw-r-----, those of the new file are rw-------"));
        Files.delete(target);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-r--"));
        ZSTD.recompress(file, target);
        assertEquals("644", mode(target));
    }

    // Would catch: another group that can read what the source's group alone could.
    @Test
    void safety20_aCopyWithAnotherGroupIsReadableForNobodyElse() throws IOException {
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

    /** What a JVM without JNA does. */
    public static final class WithoutJna implements BiFunction<Path, Path, String> {

        @Override
        public String apply(Path source, Path target) {
            try {
                return String.valueOf(ZSTD.recompress(source, target).notes()) + refused(source);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static String refused(Path file) throws IOException {
            try {
                return " " + ZSTD.replace(file).written();
            } catch (RefusedFileException e) {
                return " " + e.getMessage();
            }
        }
    }

    // Would catch: permissions that are given although who may read the source is unknown.
    @Test
    void safety20_withoutJnaACopyIsItsOwnersAloneAndInPlaceIsRefused() throws Exception {
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
                    said.matches("(?s)\\[whether it has an access control list is unknown, because " + why
                            + "; the new file has the permissions of its owner alone\\] .*"
                            + "cannot be given to a new file \\(" + why + "\\): run as its owner, or write to another"
                            + " directory"),
                    said);
            assertEquals("600", mode(target));
        }
    }

    @Test
    void safety20_aCopySaysWhichAttributesItDoesNotHave() throws IOException {
        giveAttribute();
        Files.setAttribute(file, "unix:mode", 02644);
        Path target = directory.resolve("target.parquet");
        List<String> notes = new ArrayList<>(ZSTD.recompress(file, target).notes());
        assertEquals(
                List.of(
                        "its mode is 2644, of which the new file has the permissions alone",
                        "its extended attributes are not carried over: user.team"),
                notes);
        assertEquals("644", mode(target));
        assertEquals(List.of(), attributes(target).list());
    }
}
