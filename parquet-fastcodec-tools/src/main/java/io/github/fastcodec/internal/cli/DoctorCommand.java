// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import io.github.fastcodec.Doctor;
import java.util.ArrayList;
import java.util.List;
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

    @Override
    public Integer call() {
        List<String> args = new ArrayList<>();
        if (output.json()) {
            args.add("--json");
        }
        if (speed) {
            args.add("--speed");
        }
        for (CompressionCodecName codec : required) {
            args.addAll(List.of("--require", codec.name()));
        }
        return Doctor.run(args.toArray(new String[0]), output.out(), output.err());
    }
}
