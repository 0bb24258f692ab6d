// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.spark;

import java.nio.file.Files;

/**
 * Spark without parquet-fastcodec: it writes first, waits until its standard input ends, and then reads the files of the others.
 */
final class PlainSpark {

    private PlainSpark() {}

    static void check(Application app) throws Exception {
        app.codecs.forEach((name, codec) -> {
            boolean lacks = name.equals("lzo") || name.equals("brotli");
            app.checks.that("plain Spark " + (lacks ? "has no " : "writes ") + name, () -> {
                try {
                    app.writer(name).parquet(app.folder(app.self, name).toString());
                } catch (Exception e) {
                    if (!lacks) {
                        throw e;
                    }
                }
                Checks.equal(!lacks, app.isWritten(app.self, name), "written");
            });
        });
        Files.createFile(app.root.resolve("plain.written"));
        System.in.readAllBytes();
        app.codecs.keySet().forEach(name -> {
            for (String writer : new String[] {"key", "plugin", "agent"}) {
                if (app.isWritten(app.self, name)) {
                    for (boolean vectorized : new boolean[] {true, false}) {
                        app.checks.that(
                                "plain Spark reads " + name + " that was written with the " + writer + ", "
                                        + Application.way(vectorized),
                                () -> app.readAll(app.folder(writer, name), vectorized));
                    }
                }
            }
        });
    }
}
