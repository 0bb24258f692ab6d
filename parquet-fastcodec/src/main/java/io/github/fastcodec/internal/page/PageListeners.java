// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.page;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Who is told of the pages of this process: nobody, as a rule. Safe for use by many threads. */
public final class PageListeners {

    private static List<PageListener> all = Collections.emptyList();

    /** All of them as one; null if there is none. */
    private static volatile PageListener current;

    private PageListeners() {}

    /** Adds a listener, which {@link #remove} must end. */
    public static void add(PageListener listener) {
        change(listener, true);
    }

    /** Removes a listener if it is there. A page that another thread is about to end may still reach it. */
    public static void remove(PageListener listener) {
        change(listener, false);
    }

    /** Returns who is to be told, or null. */
    static PageListener current() {
        return current;
    }

    private static synchronized void change(PageListener listener, boolean add) {
        List<PageListener> changed = new ArrayList<>(all);
        if (add) {
            changed.add(listener);
        } else {
            changed.remove(listener);
        }
        all = changed;
        current = changed.isEmpty() ? null : changed.size() == 1 ? changed.get(0) : new Several(changed);
    }

    private static final class Several implements PageListener {
        private final PageListener[] listeners;

        private Several(List<PageListener> listeners) {
            this.listeners = listeners.toArray(new PageListener[0]);
        }

        @Override
        public void pageDone(CompressionCodecName codec, boolean compressed, long bytesIn, long bytesOut, long nanos) {
            for (PageListener listener : listeners) {
                listener.pageDone(codec, compressed, bytesIn, bytesOut, nanos);
            }
        }
    }
}
