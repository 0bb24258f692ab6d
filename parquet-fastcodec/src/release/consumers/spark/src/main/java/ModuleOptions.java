// SPDX-License-Identifier: Apache-2.0
import org.apache.spark.launcher.JavaModuleOptions;

/** Prints the options of the JVM that spark-submit starts Spark with. */
final class ModuleOptions {

    public static void main(String[] arguments) {
        System.out.println(JavaModuleOptions.defaultModuleOptions());
    }
}
