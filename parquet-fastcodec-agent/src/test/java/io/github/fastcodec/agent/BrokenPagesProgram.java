// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.agent;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.ParquetEncodingException;

/** Writes two ZSTD files to a directory, without and with verification, and prints the outcome of each. */
public final class BrokenPagesProgram {

    private BrokenPagesProgram() {}

    public static void main(String[] arguments) throws IOException {
        for (String verify : new String[] {"false", "true"}) {
            Configuration configuration = new Configuration();
            configuration.set("parquet.fastcodec.verify.compression", verify);
            String outcome = "is written";
            try {
                Path file = new Path(arguments[0] + "/" + verify + ".parquet");
                FilesProgram.write(file, CompressionCodecName.ZSTD, configuration);
            } catch (ParquetEncodingException e) {
                outcome = e.getCause().toString();
            }
            System.out.println(verify + " " + outcome);
        }
    }
}
