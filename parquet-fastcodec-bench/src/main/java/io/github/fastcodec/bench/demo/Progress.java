// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.demo;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** How the demo shows that it is alive: one bar for each long step, on standard error. */
final class Progress {

    private Progress() {}

    static ProgressBar start(String step, long total) {
        return new ProgressBarBuilder()
                .setTaskName(step)
                .setInitialMax(total)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(500)
                .setMaxRenderedLength(100)
                .build();
    }
}
