package dev.toolpolicy.processor.report;

/** Writes HTML in which every text is escaped: what comes from sources is shown and never runs. */
final class Html {
    private final StringBuilder text = new StringBuilder();

    /** Adds markup of ours. */
    Html markup(String markup) {
        text.append(markup);
        return this;
    }

    /** Adds somebody's text. */
    Html text(String content) {
        text.append(escape(content));
        return this;
    }

    /** Adds an element without attributes that holds somebody's text. */
    Html element(String name, String content) {
        return markup("<" + name + ">").text(content).markup("</" + name + ">");
    }

    /** Adds an element of a class that holds somebody's text. */
    Html element(String name, String styleClass, String content) {
        return markup("<" + name + " class=\"" + styleClass + "\">").text(content).markup("</" + name + ">");
    }

    /**
     * Text that is safe between tags and in quoted attributes. Characters that HTML doesn't take, that turn the direction
     * of writing or that nobody sees are shown as Java would write them.
     */
    static String escape(String content) {
        StringBuilder escaped = new StringBuilder();
        content.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> {
                    if (isHidden(c)) {
                        escaped.append(String.format("\\u%04x", c));
                    } else {
                        escaped.appendCodePoint(c);
                    }
                }
            }
        });
        return escaped.toString();
    }

    private static boolean isHidden(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.UNASSIGNED -> c != '\n';
            default -> false;
        };
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
