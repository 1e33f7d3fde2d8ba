package dev.toolpolicy.lab.early;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * A chart of the measurement: a line for each call, as long as any other, whose colours say how much of its text
 * had to be read.
 */
final class EarlinessChart {
    private static final String TITLE = "How much of a call is read when it is decided";
    private static final String STYLE = """
        text { font: 12px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; fill: #1f2937; }
        .title { font-size: 15px; font-weight: 600; }
        .kind { font-weight: 600; }
        .note { fill: #6b7280; font-size: 11px; }
        .tick { fill: #6b7280; font-size: 11px; text-anchor: middle; }
        .ground { fill: #ffffff; }
        .read { fill: #2563eb; }
        .parameter { fill: #f5a524; }
        .rest { fill: #e2e8f0; }
        .grid { fill: #94a3b8; opacity: 0.45; }
        @media (prefers-color-scheme: dark) {
        text { fill: #e5e7eb; }
        .note, .tick { fill: #9ca3af; }
        .ground { fill: #0d1117; }
        .read { fill: #58a6ff; }
        .parameter { fill: #e3a23c; }
        .rest { fill: #2a3240; }
        .grid { fill: #64748b; }
        }
        """;
    private static final int WIDTH = 880;
    private static final int LEFT = 220;
    private static final int RIGHT = 848;
    private static final int TOP = 100;
    private static final int LINE = 2;
    private static final int LINE_GAP = 1;
    private static final int KIND_GAP = 16;
    private static final int KIND_LEAST = 30;

    private final Measurement measurement;
    private final Svg svg = new Svg(WIDTH, TITLE);

    EarlinessChart(Measurement measurement) {
        this.measurement = measurement;
    }

    String svg() {
        drawHead();
        int y = TOP;
        for (String kind : measurement.kinds()) {
            y = drawKind(kind, measurement.of(kind), y) + KIND_GAP;
        }
        drawScale(y - KIND_GAP + 4);
        return svg.drawing(STYLE, y + 22);
    }

    private void drawHead() {
        svg.text("title", 24, 32, TITLE);
        svg.text(
                "note",
                24,
                50,
                String.format(
                        Locale.ROOT,
                        "%d recorded calls of models, a line each, ordered by what had to be read; every line is the"
                                + " whole call",
                        measurement.timings().size()));
        drawKey(LEFT, "read", "until the decision");
        drawKey(LEFT + 190, "parameter", "until the parameter's end");
        drawKey(LEFT + 420, "rest", "until the end of the call");
    }

    private void drawKey(int x, String look, String meaning) {
        svg.bar(look, x, 69, 12, 10);
        svg.text("", x + 18, 78, meaning);
    }

    /** Draws the calls of one kind from a height on, and says where they end. */
    private int drawKind(String kind, List<Timing> timings, int top) {
        svg.text("kind", 24, top + 11, kind);
        svg.text(
                "note",
                24,
                top + 26,
                String.format(
                        Locale.ROOT,
                        "%d calls, median %,d to come",
                        timings.size(),
                        Quartiles.of(timings, Timing::toCome).median()));
        int y = top;
        for (Timing timing : timings.stream().sorted(order()).toList()) {
            drawLine(timing, y);
            y += LINE + LINE_GAP;
        }
        return Math.max(y, top + KIND_LEAST);
    }

    private static Comparator<Timing> order() {
        return Comparator.<Timing>comparingDouble(timing -> (double) timing.decided() / timing.length())
                .thenComparingDouble(timing -> (double) timing.parameterEnd() / timing.length())
                .thenComparing(Timing::length);
    }

    private void drawLine(Timing timing, int y) {
        double read = at(timing.decided(), timing);
        double parameter = at(timing.parameterEnd(), timing);
        svg.bar("read", LEFT, y, read - LEFT, LINE);
        svg.bar("parameter", read, y, parameter - read, LINE);
        svg.bar("rest", parameter, y, RIGHT - parameter, LINE);
    }

    private static double at(int characters, Timing timing) {
        return LEFT + (double) (RIGHT - LEFT) * characters / timing.length();
    }

    private void drawScale(int bottom) {
        for (int percent = 0; percent <= 100; percent += 25) {
            double x = LEFT + (RIGHT - LEFT) * percent / 100.0;
            svg.bar("grid", x - 0.5, TOP - 4, 1, bottom - TOP + 4);
            svg.text("tick", x, bottom + 15, percent + " %");
        }
        svg.text("note", 24, bottom + 15, "of the call's characters");
    }
}
