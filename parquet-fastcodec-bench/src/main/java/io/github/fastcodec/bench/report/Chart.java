// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kotlin.Unit;
import org.jetbrains.letsPlot.commons.geometry.DoubleVector;
import org.jetbrains.letsPlot.core.util.MonolithicCommon;
import org.jetbrains.letsPlot.datamodel.svg.util.SvgToString;

/**
 * A chart over a small table, drawn as SVG. The table has named columns of equal length; {@link #map} ties a column to an
 * aesthetic ("x", "y", "fill", "color", "ymin", ...), {@link #layer} draws one geometry over it, and the rest is scales.
 *
 * <p>The SVG stands alone: its colours are CSS variables with a value for light and one for dark schemes, so that one
 * drawing serves both, in a page and as a file. Equal charts give equal bytes. Not for use by several threads.
 */
public final class Chart {

    /**
     * Colours by the names of CSS variables: in a light scheme, in a dark one. Series follow Okabe and Ito, which the colour
     * blind tell apart; ink is text, line is axes, grid and panel lie behind.
     */
    enum Colour {
        INK("#1d2733", "#e7ecf2"),
        MUTED("#566475", "#a3b0bf"),
        LINE("#8492a2", "#728093"),
        GRID("#dfe5ec", "#2e3947"),
        PANEL("#ffffff", "#151c25"),
        SERIES_1("#0072b2", "#4aa8e0"),
        SERIES_2("#d55e00", "#f08a3c"),
        SERIES_3("#009e73", "#2fc79a"),
        SERIES_4("#b8589a", "#e093c5"),
        SERIES_5("#8a6d00", "#e3c14a"),
        SERIES_6("#5b6b7b", "#9fb0c1");

        private final String light;
        private final String dark;

        Colour(String light, String dark) {
            this.light = light;
            this.dark = dark;
        }

        String variable() {
            return "--" + name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** A colour of no meaning that stands for this one until the drawing is done. */
        private String standIn() {
            return String.format(Locale.ROOT, "#%02x%02x%02x", 251, 1, ordinal());
        }
    }

    private static final List<String> SERIES = List.of(
            Colour.SERIES_1.standIn(),
            Colour.SERIES_2.standIn(),
            Colour.SERIES_3.standIn(),
            Colour.SERIES_4.standIn(),
            Colour.SERIES_5.standIn(),
            Colour.SERIES_6.standIn());

    private static final Pattern GENERATED_ID = Pattern.compile("(?:\\bid=\"|#)([a-zA-Z0-9]{7})(?=\"|[ )])");
    private static final Pattern OPENING = Pattern.compile("<svg [^>]*width=\"([0-9.]+)\" height=\"([0-9.]+)\">");

    private final String id;
    private final String description;
    private final Map<String, Object> data = new LinkedHashMap<>();
    private final Map<String, Object> mapping = new LinkedHashMap<>();
    private final List<Map<String, Object>> layers = new ArrayList<>();
    private final List<Map<String, Object>> scales = new ArrayList<>();
    private Map<String, Object> facet;

    /**
     * Creates an empty chart.
     *
     * @param id a name that no other chart of the page has: letters, digits and hyphens
     * @param description what the chart shows, for those who cannot see it
     */
    public Chart(String id, String description) {
        this.id = id;
        this.description = description;
    }

    /** Adds a column of the table: strings or numbers. */
    public Chart column(String name, List<?> values) {
        data.put(name, values);
        return this;
    }

    /** Ties a column to an aesthetic of all layers. */
    public Chart map(String aesthetic, String column) {
        mapping.put(aesthetic, column);
        return this;
    }

    /** Draws one panel for each value of a column, in the order of the alphabet, at most {@code columns} beside each other. */
    public Chart facet(String column, int columns) {
        facet = options("name", "wrap", "facets", List.of(column), "ncol", columns, "order", List.of(1));
        return this;
    }

    /** Draws one panel for each pair of values, in their order in the table; the panels of a row share their scale of y. */
    public Chart grid(String rows, String columns) {
        facet = options("name", "grid", "y", rows, "x", columns, "y_order", 0, "x_order", 0, "scales", "free_y");
        return this;
    }

    /**
     * Adds a layer, over those before it.
     *
     * @param geometry a geometry of Lets-Plot: "bar", "line", "point", "errorbar", "hline", "text", ...
     * @param options names and values in turn, as Lets-Plot's {@code geom_...} has them
     */
    public Chart layer(String geometry, Object... options) {
        Map<String, Object> layer = options("geom", geometry, "tooltips", "none", "mapping", options());
        layer.putAll(options(options));
        layers.add(layer);
        return this;
    }

    /** Sets a scale's title and more: names and values in turn, as Lets-Plot's {@code scale_...} has them. */
    public Chart scale(String aesthetic, String title, Object... options) {
        Map<String, Object> scale = options("aesthetic", aesthetic, "name", title);
        scale.putAll(options(options));
        scales.add(scale);
        return this;
    }

    /** Gives the values of the column tied to "fill" or "color" the colours of the series, in the order of {@code values}. */
    public Chart series(String aesthetic, String title, List<String> values) {
        return scale(
                aesthetic,
                title,
                "discrete",
                true,
                "breaks",
                values,
                "limits",
                values,
                "values",
                SERIES.subList(0, Math.min(values.size(), SERIES.size())));
    }

    /** Returns the chart as one SVG element of that size, in pixels; it scales with what holds it. */
    public String svg(int width, int height) {
        Map<String, Object> spec =
                options("kind", "plot", "data", data, "mapping", mapping, "layers", layers, "theme", theme());
        spec.put("scales", scales);
        if (facet != null) {
            spec.put("facet", facet);
        }
        List<String> complaints = new ArrayList<>();
        String svg = MonolithicCommon.INSTANCE
                .buildSvgImagesFromRawSpecs(
                        spec,
                        new DoubleVector(width, height),
                        new SvgToString(
                                (w, h, pixels) -> {
                                    throw new UnsupportedOperationException("no chart here has raster images");
                                },
                                false),
                        messages -> {
                            complaints.addAll(messages);
                            return Unit.INSTANCE;
                        })
                .get(0);
        if (!complaints.isEmpty()) {
            throw new IllegalStateException("chart " + id + ": " + complaints);
        }
        return finish(svg);
    }

    private static Map<String, Object> theme() {
        String ink = Colour.INK.standIn();
        String muted = Colour.MUTED.standIn();
        String line = Colour.LINE.standIn();
        String grid = Colour.GRID.standIn();
        Map<String, Object> none = options("name", "blank", "blank", true);
        return options(
                "name",
                "minimal",
                "text",
                options("color", ink, "blank", false),
                "axis_text",
                options("color", muted, "size", 12.0, "blank", false),
                "axis_title",
                options("color", muted, "size", 12.0, "blank", false),
                "legend_text",
                options("color", ink, "size", 13.0, "blank", false),
                "legend_title",
                none,
                "legend_position",
                "top",
                "legend_background",
                none,
                "strip_text",
                options("color", ink, "size", 13.0, "face", "bold", "blank", false),
                "strip_background",
                none,
                "axis_line",
                options("color", line, "size", 1.0, "blank", false),
                "axis_line_y",
                none,
                "axis_ticks",
                options("color", line, "size", 1.0, "blank", false),
                "axis_ticks_y",
                none,
                "panel_grid_major",
                options("color", grid, "size", 1.0, "blank", false),
                "panel_grid_minor",
                none,
                "panel_background",
                none,
                "panel_border",
                none,
                "plot_background",
                none);
    }

    /** Returns a colour as layers take it, by its name: "ink", "muted", "line", "grid", "panel", "series-1" to "series-6". */
    public static String colour(String name) {
        return Colour.valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_')).standIn();
    }

    private String finish(String svg) {
        String text = svg;
        // the library makes its ids up anew at every drawing
        Map<String, String> ids = new LinkedHashMap<>();
        Matcher generated = GENERATED_ID.matcher(text);
        while (generated.find()) {
            ids.putIfAbsent(generated.group(1), id + "-" + (ids.size() + 1));
        }
        for (Map.Entry<String, String> entry : ids.entrySet()) {
            text = text.replace("\"" + entry.getKey() + "\"", "\"" + entry.getValue() + "\"")
                    .replace("#" + entry.getKey(), "#" + entry.getValue());
        }
        text = text.replace("Lucida Grande, sans-serif", "var(--font, system-ui, sans-serif)");
        StringBuilder light = new StringBuilder();
        StringBuilder dark = new StringBuilder();
        for (Colour colour : Colour.values()) {
            String value = "var(" + colour.variable() + ")";
            text = text.replace(colour.standIn(), value).replace("rgb(251,1," + colour.ordinal() + ")", value);
            light.append(colour.variable()).append(':').append(colour.light).append(';');
            dark.append(colour.variable()).append(':').append(colour.dark).append(';');
        }
        // what the library gives shapes that have no colour of ours
        text = text.replace("rgb(255,255,255)", "none").replace("rgb(17,142,216)", "none");
        Matcher opening = OPENING.matcher(text);
        if (!opening.find()) {
            throw new IllegalStateException("chart " + id + ": the drawing does not begin as expected: "
                    + text.substring(0, Math.min(200, text.length())));
        }
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plt-container\" id=\"" + id
                + "\" role=\"img\" viewBox=\"0 0 "
                + opening.group(1) + " " + opening.group(2) + "\" width=\"" + opening.group(1) + "\" height=\""
                + opening.group(2) + "\" aria-label=\"" + Text.escape(description) + "\">\n<title>"
                + Text.escape(description) + "</title>\n<style>svg{color-scheme:light dark;" + light
                + "}@media(prefers-color-scheme:dark){svg{" + dark + "}}</style>"
                + text.substring(opening.end());
    }

    private static Map<String, Object> options(Object... namesAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return map;
    }
}
