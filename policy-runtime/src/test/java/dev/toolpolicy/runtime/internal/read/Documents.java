package dev.toolpolicy.runtime.internal.read;

import java.util.Random;

/** Generated JSON texts, and small damage done to texts. */
final class Documents {
    private static final String[] NUMBERS = {
        "0",
        "-0",
        "1",
        "-1",
        "12",
        "0.5",
        "-0.0",
        "1e3",
        "1E-2",
        "2.50",
        "1e308",
        "1e309",
        "9007199254740993",
        "2147483648",
        "9223372036854775808",
        "123456789012345678901234567890",
        "1e-400",
        "1e-99999999999",
        "0e0"
    };
    private static final String[] NAMES = {"a", "b", "path", "p\\u0061th", "\\u0062", "", "x/y", "m~n", "é", "\\n"};
    private static final String[] PIECES = {
        "src/",
        "a",
        " ",
        "é",
        "€",
        "😀",
        "\\ud83d\\ude00",
        "\\\"",
        "\\\\",
        "\\/",
        "\\n",
        "\\u0041",
        "\\u00e9",
        "\\u0000",
        "{\"",
        "'",
        "\u007f",
        "\u2028"
    };
    private static final String ODD =
            "{}[]\",:\\/-+.eEtrufalsn0123456789 \n\t\r\u0000\u001f\ud83d\ude00\ufeffé\u00a0ubx";
    private static final String[] WHITE = {"", "", "", " ", "\n", "\t \r\n"};

    private final Random random;

    Documents(Random random) {
        this.random = random;
    }

    /** A text of any kind, nested at most so deep. */
    String document(int depth) {
        StringBuilder text = new StringBuilder();
        value(text, depth);
        return white() + text + white();
    }

    private String white() {
        return one(WHITE);
    }

    private String one(String[] of) {
        return of[random.nextInt(of.length)];
    }

    private void value(StringBuilder text, int depth) {
        int kind = random.nextInt(depth > 0 ? 8 : 5);
        switch (kind) {
            case 0 -> text.append(one(NUMBERS));
            case 1 -> text.append(one(new String[] {"true", "false", "null"}));
            case 2, 3, 4 -> string(text, PIECES, random.nextInt(6));
            case 5, 6 -> object(text, depth - 1);
            default -> array(text, depth - 1);
        }
    }

    private void string(StringBuilder text, String[] pieces, int count) {
        text.append('"');
        for (int i = 0; i < count; i++) {
            text.append(one(pieces));
        }
        text.append('"');
    }

    private void object(StringBuilder text, int depth) {
        text.append('{').append(white());
        int size = random.nextInt(4);
        for (int i = 0; i < size; i++) {
            text.append(i == 0 ? "" : ",").append(white());
            if (random.nextInt(3) == 0) {
                text.append('"').append(one(NAMES)).append('"');
            } else {
                text.append('"').append("n").append(i).append('"');
            }
            text.append(white()).append(':').append(white());
            value(text, depth);
        }
        text.append(white()).append('}');
    }

    private void array(StringBuilder text, int depth) {
        text.append('[').append(white());
        int size = random.nextInt(4);
        for (int i = 0; i < size; i++) {
            text.append(i == 0 ? "" : ",").append(white());
            value(text, depth);
            text.append(white());
        }
        text.append(']');
    }

    /** The text with something cut off, put in, taken out, doubled or exchanged. */
    String damaged(String text) {
        if (text.isEmpty()) {
            return String.valueOf(odd());
        }
        int at = random.nextInt(text.length());
        int to = Math.min(text.length(), at + 1 + random.nextInt(6));
        return switch (random.nextInt(6)) {
            case 0 -> text.substring(0, at);
            case 1 -> text.substring(0, at) + odd() + text.substring(at);
            case 2 -> text.substring(0, at) + text.substring(to);
            case 3 -> text.substring(0, to) + text.substring(at);
            case 4 -> text.substring(0, at) + odd() + text.substring(at + 1);
            default -> text.substring(at) + text.substring(0, at);
        };
    }

    private char odd() {
        return ODD.charAt(random.nextInt(ODD.length()));
    }
}
