package dev.toolpolicy.processor.report;

/** A builder for HTML that escapes all text, so that content from sources is never executed. */
final class Html {
    private final StringBuilder text = new StringBuilder();

    /** Adds trusted markup. */
    Html markup(String markup) {
        text.append(markup);
        return this;
    }

    /** Adds escaped text. */
    Html text(String content) {
        text.append(escape(content));
        return this;
    }

    /** Adds an element without attributes that holds escaped text. */
    Html element(String name, String content) {
        return markup("<" + name + ">").text(content).markup("</" + name + ">");
    }

    /** Adds an element with a class that holds escaped text. */
    Html element(String name, String styleClass, String content) {
        return markup("<" + name + " class=\"" + styleClass + "\">")
                .text(content)
                .markup("</" + name + ">");
    }

    /**
     * Returns text that is safe between tags and in quoted attributes. Control characters, invisible characters and
     * characters that change the writing direction become Java escapes.
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
