// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code doctor}: the {@link Doctor} as a command. */
@Command(name = "doctor")
final class DoctorCommand implements Callable<Integer> {

    @Mixin
    private OutputOptions output;

    @Option(names = "--speed")
    private boolean speed;

    @Option(names = "--require", paramLabel = "CODEC", split = ",")
    private List<CompressionCodecName> required = new ArrayList<>();

    DoctorCommand() {}

    @Override
    public Integer call() {
        Set<CompressionCodecName> codecs = EnumSet.noneOf(CompressionCodecName.class);
        codecs.addAll(required);
        return Doctor.run(output.json(), speed, codecs, output.out(), output.err());
    }
}
