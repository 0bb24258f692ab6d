// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.fastcodec.internal.advise.Tables;
import io.github.fastcodec.plan.CodecLevel;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The page of an advice, as text and as a browser renders it. The tests in a browser are skipped without Chromium, which CI
 * installs.
 */
@Tag("slow")
class AdviceHtmlTest {

    /** Precedes everything else, so that it notices every error, and writes its observations into the page. */
    private static final String PROBE = "<script>const errors=[];"
            + "const labels=new Map();const context=CanvasRenderingContext2D.prototype;"
            + "const clear=context.clearRect;const fill=context.fillText;"
            + "context.clearRect=function(...at){labels.delete(this.canvas);clear.apply(this,at);};"
            + "context.fillText=function(text,x,y,...more){fill.call(this,text,x,y,...more);"
            + "if(this.font.includes('system-ui')){if(!labels.has(this.canvas))labels.set(this.canvas,[]);"
            + "labels.get(this.canvas).push([x,y,this.measureText(text).width]);}};"
            + "const overlaps=()=>[...labels.values()].flatMap(all=>all.flatMap(([x,y,w],i)=>all.slice(i+1).filter("
            + "([a,b,v])=>x<a+v&&a<x+w&&Math.abs(y-b)<10))).length;"
            + "addEventListener('error',e=>errors.push(e.message||e.target.tagName),true);"
            + "addEventListener('load',()=>{const seen=[];"
            + "for(const canvas of document.querySelectorAll('canvas')){"
            + "const pixels=canvas.getContext('2d').getImageData(0,0,canvas.width,canvas.height).data;"
            + "const colours=new Set();let drawn=0;"
            + "for(let i=0;i<pixels.length;i+=4)if(pixels[i+3]>200){drawn++;colours.add(pixels[i]+','+pixels[i+1]+','+pixels[i+2]);}"
            + "seen.push((canvas.id||'column')+':'+drawn+':'+colours.size);}"
            + "const out=document.createElement('pre');out.id='probe';"
            + "out.textContent='errors='+errors.join(',')+';scroll='"
            + "+(document.documentElement.scrollWidth-document.documentElement.clientWidth)"
            + "+';ink='+getComputedStyle(document.body).color+';rows='+document.querySelectorAll('#table tbody tr').length"
            + "+';labels='+[...labels.values()].flat().length+';overlaps='+overlaps()"
            + "+';chosen='+document.querySelectorAll('#table tr.chosen').length+';'+seen.join(';')+';';"
            + "document.body.append(out);});</script>";

    private static final int CANDIDATES = 5;

    @TempDir
    Path directory;

    private Advice advice(Tables table) throws IOException {
        Path source = table.write(directory.resolve("table.parquet"), CompressionCodecName.SNAPPY);
        return Advisor.of(AdviseOptions.of(Goal.BALANCED)
                        .withCandidates(CodecLevel.listOf("uncompressed,snappy,lz4_raw,zstd:1,zstd:6"))
                        .withSample(300_000))
                .advise(List.of(source.toString()));
    }

    // Would catch: a page that needs the network, a column whose name ends the script around it.
    @Test
    void pageIsSelfContainedAndEscapesNames() throws IOException {
        String page = advice(Tables.UUIDS).toHtml();
        assertTrue(
                page.contains(
                        "<title>" + directory.resolve("table.parquet") + " – advise, " + LocalDate.now() + "</title>"),
                () -> page.substring(0, 300));
        assertFalse(Pattern.compile("(src|href)=\"(?!data:)").matcher(page).find());
        assertFalse(page.contains("/*DATA*/") || page.contains("/*STYLE*/") || page.contains("/*SCRIPT*/"));
        assertTrue(page.length() < 500_000, () -> page.length() + " characters");
        Matcher data = Pattern.compile("<script type=\"application/json\" id=\"advice\">(.*?)</script>", Pattern.DOTALL)
                .matcher(page);
        assertTrue(data.find());
        assertFalse(data.group(1).contains("<"));
    }

    // Would catch: an empty chart, a script error, a page wider than a phone, a colour scheme that is not
    // followed.
    @ParameterizedTest
    @ValueSource(strings = {"1280 light", "1280 dark", "390 light"})
    void drawsEveryChartWithoutErrors(String window) throws Exception {
        assumeTrue(chromium() != null, "no chromium on the PATH: apt-get install chromium runs this test");
        int width = Integer.parseInt(window.split(" ")[0]);
        boolean isDark = window.endsWith("dark");
        Files.writeString(
                directory.resolve("advice.html"), advice(Tables.ORDERS).toHtml());
        String seen = probe(width, isDark);
        assertTrue(seen.startsWith("errors=;scroll=0;"), seen);
        assertTrue(seen.contains(isDark ? "ink=rgb(231, 236, 242)" : "ink=rgb(29, 39, 51)"), seen);
        assertTrue(seen.contains(";rows=" + (CANDIDATES + 1) + ";labels="), seen);
        assertTrue(seen.contains(";overlaps=0;chosen=1;"), seen);
        assertFalse(seen.contains(";labels=0;"), seen);
        for (String chart : List.of("table-read", "table-write", "bytes", "column")) {
            Matcher drawn = Pattern.compile(";" + chart + ":(\\d+):(\\d+)").matcher(seen);
            assertTrue(drawn.find(), seen);
            assertTrue(Integer.parseInt(drawn.group(1)) > 500 && Integer.parseInt(drawn.group(2)) > 5, seen);
        }
        assertEquals(6, seen.split(";column:").length - 1, seen);
    }

    /** Returns the probe's observations in a window of the given width. */
    private String probe(int width, boolean isDark) throws Exception {
        Files.writeString(
                directory.resolve("probed.html"),
                Files.readString(directory.resolve("advice.html")).replace("<head>", "<head>" + PROBE));
        // A headless window is at least 500 pixels wide, but a frame in it can be narrower.
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
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(
                    "chromium did not end in time: " + Files.readString(directory.resolve("chromium.log")));
        }
        Matcher probe =
                Pattern.compile("<pre id=\"probe\">(.*?)</pre>", Pattern.DOTALL).matcher(Files.readString(dom));
        assertTrue(probe.find(), () -> "chromium ended with " + process.exitValue() + " and did not open the page");
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
