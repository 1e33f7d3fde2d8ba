package dev.toolpolicy.stream.wire;

/** Foreign text in messages: one line, not too long, nothing that moves a cursor. */
final class Shortened {
    private Shortened() {}

    static String of(String text, int length) {
        StringBuilder line = new StringBuilder();
        text.codePoints().limit(length).forEach(c -> line.appendCodePoint(Character.isISOControl(c) ? '?' : c));
        return text.length() > length ? line + "..." : line.toString();
    }
}
