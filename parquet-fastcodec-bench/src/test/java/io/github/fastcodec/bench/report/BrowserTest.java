// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page as a browser has it. Skipped where there is no Chromium; {@code .ci/run} installs it. */
class BrowserTest {

    /** Stands in front of everything, so that it hears of every error, and writes down what it sees into the page. */
    private static final String PROBE = "<script>const errors=[];"
            + "addEventListener('error',e=>errors.push(e.message||e.target.tagName),true);"
            + "addEventListener('load',()=>{const seen=[];"
            + "for(const svg of document.querySelectorAll('figure svg[role=img]')){"
            + "const box=svg.getBoundingClientRect();if(!box.width)continue;"
            + "let drawn=0;for(const shape of svg.querySelectorAll('rect,path,circle,line')){"
            + "const b=shape.getBoundingClientRect(),style=getComputedStyle(shape);"
            + "if((b.width>1||b.height>1)&&!(style.fill==='none'&&style.stroke==='none'))drawn++;}"
            + "seen.push('chart:'+drawn+':'+Math.round(box.width)+':'+getComputedStyle(svg.querySelector('text')).fill);}"
            + "const out=document.createElement('pre');out.id='probe';"
            + "out.textContent='errors='+errors.join(',')+';scroll='+(document.documentElement.scrollWidth-document.documentElement.clientWidth)"
            + "+';'+seen.join(';')+';';"
            + "document.body.append(out);});</script>";

    /**
     * What is drawn of the sample: four squares of the legend, two bars for each of three codecs in lineitem and two for GZIP in text,
     * and the line at 1x.
     */
    private static final int SHAPES = 4 + 6 + 2 + 1;

    @TempDir
    Path directory;

    @BeforeEach
    void page() throws IOException {
        assumeTrue(chromium() != null, "no chromium on the PATH: apt-get install chromium runs this test");
        SampleResults.writeTo(directory, 1, 1);
        Report.of(directory, List.of()).write();
    }

    @ParameterizedTest
    @ValueSource(ints = {1280, 820, 390})
    void theChartIsDrawnOnceAndNothingGoesWrong(int width) throws Exception {
        String seen = probe(width);
        assertTrue(seen.startsWith("errors=;"), seen);
        List<String> drawn = new ArrayList<>();
        Matcher chart = Pattern.compile("(chart):(\\d+):(\\d+):").matcher(seen);
        while (chart.find()) {
            drawn.add(chart.group(1));
            assertEquals(SHAPES, Integer.parseInt(chart.group(2)), seen);
        }
        assertEquals(List.of("chart"), drawn, seen);
        assertTrue(seen.contains(";scroll=0;"), () -> "the page is wider than its window: " + seen);
    }

    @Test
    void theProbeHearsOfErrors() throws Exception {
        Path page = directory.resolve("index.html");
        Files.writeString(
                page, Files.readString(page).replace("</body>", "<script>undefinedFunction()</script></body>"));
        assertTrue(probe(1280).contains("undefinedFunction"));
    }

    /** Returns what the probe saw in a window of that width. */
    private String probe(int width) throws Exception {
        Path probed = directory.resolve("probed.html");
        Files.writeString(
                probed, Files.readString(directory.resolve("index.html")).replace("<head>", "<head>" + PROBE));
        // a headless window is never narrower than 500 pixels, a frame in it is
        Path framed = directory.resolve("framed.html");
        Files.writeString(
                framed,
                "<!DOCTYPE html><body><iframe src=\"probed.html\" style=\"border:0;width:" + width
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
