package dev.toolpolicy.runtime.internal.approve;

import java.text.Normalizer;
import java.util.Locale;

/** Letters that a reader takes for others: of Cyrillic and Greek for Latin ones, and small, large or narrow forms. */
final class LookAlikes {
    private static final String LETTERS = "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u04bb\u0501"
            + "\u051b\u051d\u043a\u043c\u0442\u0432\u043d\u03b1\u03bf\u03c1\u03bd\u03b9\u03ba\u03c4\u03c5\u03c7"
            + "01i|";
    private static final String LATIN = "aeopcyxijshd" + "qwkmtbh" + "aopviktux" + "olll";

    private LookAlikes() {}

    /** Returns a text that is the same for names that differ only by case or by letters that look alike. */
    static String shape(String name) {
        StringBuilder shape = new StringBuilder();
        Normalizer.normalize(name, Normalizer.Form.NFKC)
                .strip()
                .toLowerCase(Locale.ROOT)
                .codePoints()
                .filter(c -> Character.getType(c) != Character.FORMAT)
                .map(LookAlikes::latin)
                .map(LookAlikes::latin) // what looks like an i looks like an l
                .forEach(shape::appendCodePoint);
        return shape.toString();
    }

    private static int latin(int letter) {
        int at = LETTERS.indexOf(letter);
        return at < 0 ? letter : LATIN.charAt(at);
    }
}
