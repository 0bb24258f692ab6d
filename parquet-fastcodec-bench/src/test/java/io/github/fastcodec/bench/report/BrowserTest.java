// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page in a browser. Skipped without Chromium, which {@code .ci/run} installs. */
@Tag("slow")
class BrowserTest {

    /** The first script of the page, so that it sees every error. It writes its findings into the page. */
    private static final String PROBE = "<script>const errors=[];"
            + "addEventListener('error',e=>errors.push(e.message||e.target.tagName),true);"
            + "addEventListener('load',()=>{const canvas=document.querySelector('canvas');"
            + "const pixels=canvas.getContext('2d').getImageData(0,0,canvas.width,canvas.height).data;"
            + "const colours=new Map();for(let i=0;i<pixels.length;i+=4)if(pixels[i+3]===255){"
            + "const key=pixels[i]+','+pixels[i+1]+','+pixels[i+2];colours.set(key,(colours.get(key)||0)+1);}"
            + "const out=document.createElement('pre');out.id='probe';"
            + "out.textContent='errors='+errors.join(',')+';scroll='"
            + "+(document.documentElement.scrollWidth-document.documentElement.clientWidth)"
            + "+';ink='+getComputedStyle(document.body).color+';tables='+document.querySelectorAll('table').length"
            + "+';rows='+document.querySelector('tbody').rows.length+';notice='+document.getElementById('notice').offsetHeight"
            + "+';bars='+[...colours].filter(([,count])=>count>500).map(([key])=>key).join(' ')+';';"
            + "document.body.append(out);});</script>";

    @TempDir
    Path directory;

    @BeforeEach
    void page() throws IOException {
        assumeTrue(chromium() != null, "no chromium on the PATH: apt-get install chromium runs this test");
        SampleResults.writeTo(directory, 1, 1);
        Report.of(directory).write();
    }

    // Would catch: a chart that stays empty, a script error, a page wider than a phone's screen, and an ignored
    // colour scheme.
    @ParameterizedTest
    @CsvSource({"1280, false", "1280, true", "390, false"})
    void drawsTheChartWithoutErrors(int width, boolean isDark) throws Exception {
        String seen = probe(width, isDark);
        assertTrue(seen.startsWith("errors=;scroll=0;"), seen);
        assertTrue(seen.contains(isDark ? "ink=rgb(231, 236, 242)" : "ink=rgb(29, 39, 51)"), seen);
        assertTrue(seen.contains(";tables=6;rows=3;"), seen);
        assertFalse(seen.contains(";notice=0;"), seen);
        // the bars for writing and reading lineitem, and text
        for (String bar : List.of(isDark ? "74,168,224" : "0,114,178", isDark ? "240,138,60" : "213,94,0")) {
            assertTrue(seen.substring(seen.indexOf(";bars=")).contains(bar), seen);
        }
    }

    @Test
    void probeReportsErrors() throws Exception {
        Path page = directory.resolve("index.html");
        Files.writeString(
                page, Files.readString(page).replace("</body>", "<script>undefinedFunction()</script></body>"));
        assertTrue(probe(1280, false).contains("undefinedFunction"));
    }

    /** Returns the probe's findings in a window of the given width. */
    private String probe(int width, boolean isDark) throws Exception {
        Path probed = directory.resolve("probed.html");
        Files.writeString(
                probed, Files.readString(directory.resolve("index.html")).replace("<head>", "<head>" + PROBE));
        // a headless window is at least 500 pixels wide, but a frame in it may be narrower
        Path framed = directory.resolve("framed.html");
        Files.writeString(
                framed,
                "<!DOCTYPE html><meta name=\"color-scheme\" content=\"light dark\"><body><iframe src=\"probed.html\""
                        + " style=\"border:0;width:" + width
                        + "px;height:800px\"></iframe><script>onload=()=>document.body.append("
                        + "frames[0].document.getElementById('probe'))</script>");
        Path dom = directory.resolve("dom.html");
        Process process = new ProcessBuilder(
                        chromium(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--allow-file-access-from-files",
                        "--blink-settings=preferredColorScheme=" + (isDark ? 0 : 1),
                        "--user-data-dir=" + directory.resolve("profile"),
                        "--window-size=1400,900",
                        "--virtual-time-budget=5000",
                        "--dump-dom",
                        framed.toUri().toString())
                .redirectOutput(dom.toFile())
                .redirectError(directory.resolve("chromium.log").toFile())
                .start();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(
                    "chromium did not end within a minute: " + Files.readString(directory.resolve("chromium.log")));
        }
        Matcher probe =
                Pattern.compile("<pre id=\"probe\">(.*?)</pre>", Pattern.DOTALL).matcher(Files.readString(dom));
        assertTrue(
                probe.find(),
                () -> "chromium ended with " + process.exitValue() + " and did not open the page to its end");
        return probe.group(1);
    }

    private static String chromium() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .flatMap(folder -> Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst()
                .orElse(null);
    }
}
