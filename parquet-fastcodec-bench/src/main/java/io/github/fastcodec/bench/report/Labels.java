// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds places for the labels of points, so that no label covers another, a point, or a line between two points. Where a panel
 * is too full for that, a label lies where it covers least. Equal points give equal places. Lengths are in pixels, y grows
 * upwards. Not for use by several threads.
 */
final class Labels {

    /** What a character of a label takes. */
    private static final double CHARACTER = 6.6;

    private static final double HEIGHT = 14;

    /** Half the width of what stands for a point, and how far from each other the places lie that stand for a line. */
    private static final double POINT = 5;

    private static final int DIRECTIONS = 16;
    private static final double FARTHEST = 120;

    /** The room of a label or a point: its middle, and half of its width and height. */
    record Box(double x, double y, double halfWidth, double halfHeight) {
        boolean overlaps(Box other) {
            return Math.abs(x - other.x) < halfWidth + other.halfWidth
                    && Math.abs(y - other.y) < halfHeight + other.halfHeight;
        }
    }

    private final double width;
    private final double height;
    private final List<Box> taken = new ArrayList<>();

    /** Starts an empty panel. */
    Labels(double width, double height) {
        this.width = width;
        this.height = height;
    }

    /** Takes the room of a point. Points and lines come before the first label. */
    void point(double x, double y) {
        taken.add(new Box(x, y, POINT, POINT));
    }

    /** Takes the room of a line, both ends with it. */
    void line(double x1, double y1, double x2, double y2) {
        int steps = (int) Math.ceil(Math.hypot(x2 - x1, y2 - y1) / POINT) + 1;
        for (int i = 0; i <= steps; i++) {
            double part = (double) i / steps;
            point(x1 + part * (x2 - x1), y1 + part * (y2 - y1));
        }
    }

    /** Returns where the label of a point goes, and takes its room. */
    Box label(String text, double x, double y) {
        double halfWidth = text.length() * CHARACTER / 2;
        double halfHeight = HEIGHT / 2;
        Box best = null;
        long fewest = Long.MAX_VALUE;
        for (double far = POINT + 2; far < FARTHEST && fewest > 0; far += 4) {
            for (int direction = 0; direction < DIRECTIONS && fewest > 0; direction++) {
                // above first, then to both sides in turn, below last
                int turn = (direction + 1) / 2 * (direction % 2 == 0 ? -1 : 1);
                double angle = Math.PI / 2 + 2 * Math.PI * turn / DIRECTIONS;
                Box box = new Box(
                        x + Math.cos(angle) * (far + halfWidth),
                        y + Math.sin(angle) * (far + halfHeight),
                        halfWidth,
                        halfHeight);
                long covered =
                        isWithin(box) ? taken.stream().filter(box::overlaps).count() : Integer.MAX_VALUE;
                if (covered < fewest) {
                    fewest = covered;
                    best = box;
                }
            }
        }
        taken.add(best);
        return best;
    }

    private boolean isWithin(Box box) {
        return box.x - box.halfWidth >= 0
                && box.x + box.halfWidth <= width
                && box.y - box.halfHeight >= 0
                && box.y + box.halfHeight <= height;
    }
}
