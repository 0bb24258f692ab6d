// SPDX-License-Identifier: Apache-2.0
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.spark.sql.SparkSession;

/** Writes and reads a file with each codec that is named; fails unless the plugin compressed and decompressed its pages. */
public final class Main {

    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createTempDirectory("spark");
        try (SparkSession spark = SparkSession.builder().getOrCreate()) {
            for (String codec : arguments) {
                String path = folder.resolve(codec).toUri().toString();
                spark.range(20_000)
                        .selectExpr("id", "concat('name ', id % 1000) AS name")
                        .write()
                        .option("compression", codec)
                        .parquet(path);
                check(spark.read().parquet(path).distinct().count() == 20_000, "rows are missing in " + codec);
                for (String direction : new String[] {"COMPRESS", "DECOMPRESS"}) {
                    check(pages(codec, direction) > 0, codec + ": " + direction + " was another's");
                }
            }
        }
        System.out.println(Arrays.toString(arguments) + " written and read by Spark");
    }

    /** Asks FastCodecStats, which only the loader of the packages knows. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    private static long pages(String codec, String direction) throws ReflectiveOperationException {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        Class<? extends Enum> directions =
                (Class<? extends Enum>) Class.forName("io.github.fastcodec.Direction", true, loader);
        Object stats = Class.forName("io.github.fastcodec.FastCodecStats", true, loader)
                .getMethod("of", CompressionCodecName.class, directions)
                .invoke(null, CompressionCodecName.valueOf(codec), Enum.valueOf(directions, direction));
        return (long) stats.getClass().getMethod("getPages").invoke(stats);
    }

    private static void check(boolean truth, String message) {
        if (!truth) {
            throw new AssertionError(message);
        }
    }
}
