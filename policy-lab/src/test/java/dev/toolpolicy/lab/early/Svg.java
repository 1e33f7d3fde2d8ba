package dev.toolpolicy.lab.early;

import java.util.Locale;

/** Writes a drawing: text and bars whose look is said by classes, readable on light and on dark ground. */
final class Svg {
    private final StringBuilder body = new StringBuilder();
    private final int width;
    private final String title;

    Svg(int width, String title) {
        this.width = width;
        this.title = title;
    }

    /** Draws a bar, unless it has no width. */
    void bar(String look, double x, double y, double wide, double high) {
        if (wide > 0) {
            body.append(String.format(
                    Locale.ROOT,
                    "<rect class=\"%s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"/>\n",
                    look,
                    number(x),
                    number(y),
                    number(wide),
                    number(high)));
        }
    }

    /** Writes a line of text. The given point is below its first character. */
    void text(String look, double x, double y, String text) {
        body.append(String.format(
                Locale.ROOT,
                "<text class=\"%s\" x=\"%s\" y=\"%s\">%s</text>\n",
                look,
                number(x),
                number(y),
                escape(text)));
    }

    private static String number(double value) {
        String text = String.format(Locale.ROOT, "%.1f", value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }

    /** Returns the whole drawing, of a height that is known by now. */
    String drawing(String style, int height) {
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" role="img">
            <title>%3$s</title>
            <style>
            %4$s</style>
            <rect class="ground" width="%1$d" height="%2$d" rx="8"/>
            %5$s</svg>
            """.formatted(width, height, escape(title), style, body);
    }
}
