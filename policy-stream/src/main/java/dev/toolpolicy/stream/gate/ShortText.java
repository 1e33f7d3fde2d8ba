package dev.toolpolicy.stream.gate;

/** Words of a model in words of ours, cut to a length that nobody can hide behind. */
final class ShortText {
    private static final int LONGEST = 64;

    private ShortText() {}

    static String of(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    }
}
