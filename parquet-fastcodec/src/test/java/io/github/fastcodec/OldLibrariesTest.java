// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.github.luben.zstd.Zstd;
import io.airlift.compress.Compressor;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import net.jpountz.lz4.LZ4Factory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.xerial.snappy.Snappy;

/** Runs in the profile old-libraries, and checks that the tests use the libraries that the profile names. */
@EnabledIfSystemProperty(named = "old.libraries", matches = ".+")
class OldLibrariesTest {

    // Would catch: a class path with this project's usual libraries first, so that no old library is tested.
    @Test
    void loadsTheOldLibraries() throws URISyntaxException {
        Set<String> loaded = new TreeSet<>();
        for (Class<?> type : new Class<?>[] {Snappy.class, Zstd.class, LZ4Factory.class, Compressor.class}) {
            Path jar = Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
            loaded.add(jar.getFileName().toString().replace(".jar", ""));
        }
        assertEquals(new TreeSet<>(Set.of(System.getProperty("old.libraries").split(" "))), loaded);
    }
}
