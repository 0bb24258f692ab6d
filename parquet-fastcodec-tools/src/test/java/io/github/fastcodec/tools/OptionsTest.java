// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.advise.AdviseOptions;
import io.github.fastcodec.advise.Goal;
import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import io.github.fastcodec.recompress.RecompressOptions;
import io.github.fastcodec.verify.VerifyOptions;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OptionsTest {

    static Stream<Record> options() {
        return Stream.of(
                AdviseOptions.of(Goal.BALANCED),
                RecompressOptions.of(Plan.to(new CodecLevel(CompressionCodecName.ZSTD))),
                VerifyOptions.defaults());
    }

    // Would catch: a copy in which two values of the same type are swapped.
    @ParameterizedTest
    @MethodSource("options")
    void copyDiffersOnlyInTheGivenValue(Record options) throws ReflectiveOperationException {
        RecordComponent[] components = options.getClass().getRecordComponents();
        int copies = 0;
        for (RecordComponent component : components) {
            String name = component.getName();
            String copier = "with" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
            for (Method method : options.getClass().getMethods()) {
                if (method.getName().equals(copier)) {
                    Object value = other(name, component.getAccessor().invoke(options));
                    Object copy = method.invoke(options, value);
                    for (RecordComponent any : components) {
                        Object expected =
                                any == component ? value : any.getAccessor().invoke(options);
                        assertEquals(expected, any.getAccessor().invoke(copy), any.getName() + " after " + copier);
                    }
                    copies++;
                }
            }
        }
        // a goal or a plan is given once, on creation
        assertEquals(options instanceof VerifyOptions ? components.length : components.length - 1, copies);
    }

    /** Returns a value other than the default. */
    private static Object other(String name, Object value) {
        return switch (name) {
            case "codecs" -> ((FastCodecOptions) value).withLevel(CompressionCodecName.GZIP, "7");
            case "columns" -> List.of("a");
            case "candidates" -> CodecLevel.listOf("zstd:3");
            case "sample", "seed", "memory" -> (Long) value + 5;
            case "storageSpeed" -> (Double) value + 7;
            case "threads" -> (Integer) value + 9;
            default -> !(Boolean) value;
        };
    }
}
