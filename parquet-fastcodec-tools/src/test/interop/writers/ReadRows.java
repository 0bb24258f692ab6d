// SPDX-License-Identifier: Apache-2.0
import io.github.fastcodec.FastCodecFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;

/**
 * Prints a line for each Parquet file below the given folders: its path, a tab, and a digest of the rows that parquet-java reads
 * from it, both all rows and those that pass a filter. The digest is empty if parquet-java fails.
 */
public final class ReadRows {

    private static final class Builder extends ParquetReader.Builder<Group> {

        Builder(InputFile file) {
            super(file);
        }

        @Override
        protected ReadSupport<Group> getReadSupport() {
            return new GroupReadSupport();
        }
    }

    public static void main(String[] folders) throws IOException {
        for (String folder : folders) {
            List<Path> files;
            try (Stream<Path> tree = Files.walk(Path.of(folder))) {
                files = tree.filter(path -> path.toString().endsWith(".parquet"))
                        .sorted()
                        .toList();
            }
            for (Path file : files) {
                System.out.println(file + "\t" + digest(file));
            }
        }
    }

    private static String digest(Path file) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (FilterCompat.Filter filter :
                    List.of(FilterCompat.NOOP, FilterCompat.get(FilterApi.eq(FilterApi.longColumn("id"), 700L)))) {
                Builder builder = new Builder(new LocalInputFile(file));
                builder.withFilter(filter).withCodecFactory(new FastCodecFactory());
                try (ParquetReader<Group> reader = builder.build()) {
                    for (Group row = reader.read(); row != null; row = reader.read()) {
                        digest.update(row.toString().getBytes(StandardCharsets.UTF_8));
                    }
                }
                digest.update((byte) 0);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (Exception | Error e) { // parquet-java throws many kinds
            System.err.println(file + ": " + e);
            return "";
        }
    }
}
