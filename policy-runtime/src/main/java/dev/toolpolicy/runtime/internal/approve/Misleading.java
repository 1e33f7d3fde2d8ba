package dev.toolpolicy.runtime.internal.approve;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.internal.text.VisibleText;
import java.text.Normalizer;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Text in arguments that could mislead a reader although every character is visible. */
public final class Misleading {
    private static final int MOST = 20;
    /** Scripts with letters that look like Latin ones. */
    private static final Set<Character.UnicodeScript> ALIKE = EnumSet.of(
            Character.UnicodeScript.CYRILLIC,
            Character.UnicodeScript.GREEK,
            Character.UnicodeScript.ARMENIAN,
            Character.UnicodeScript.CHEROKEE);

    /**
     * Letters that a reader takes for others: of Cyrillic and Greek for Latin ones, and small, large or narrow forms.
     * Those that they look like stand at the same indexes of {@link #LATIN}.
     */
    private static final String LETTERS = "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u04bb\u0501"
            + "\u051b\u051d\u043a\u043c\u0442\u0432\u043d\u03b1\u03bf\u03c1\u03bd\u03b9\u03ba\u03c4\u03c5\u03c7"
            + "01i|";

    private static final String LATIN = "aeopcyxijshd" + "qwkmtbh" + "aopviktux" + "olll";

    private Misleading() {}

    /**
     * Returns what could mislead: blanks around a value, letters of several scripts in one word, invisible characters,
     * and names that differ only by look or case from their neighbours.
     *
     * @param arguments the arguments
     * @return at most 20 lines of safe text, each with the place
     */
    public static Set<String> in(JsonNode arguments) {
        Set<String> found = new LinkedHashSet<>();
        walk("", arguments, found);
        return found;
    }

    private static void walk(String place, JsonNode value, Set<String> found) {
        if (found.size() >= MOST) {
            return;
        }
        if (value.isTextual()) {
            look(place, value.textValue(), found);
        } else if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                walk(place + "/" + i, value.get(i), found);
            }
        }
        Map<String, String> names = new HashMap<>();
        for (Map.Entry<String, JsonNode> member : value.properties()) {
            String twin = names.putIfAbsent(shape(member.getKey()), member.getKey());
            if (twin != null) {
                add(found, twins(place, twin, member.getKey()));
            }
            String whole = place + "/" + member.getKey();
            String at = whole.substring(0, Math.min(whole.length(), VisibleText.NAME + 1)); // no more is shown
            look("the name at " + at, member.getKey(), found);
            walk(at, member.getValue(), found);
        }
    }

    private static void look(String place, String text, Set<String> found) {
        String where = VisibleText.line(place.isEmpty() ? "the value" : place, VisibleText.NAME);
        String inside = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text; // as most files end
        if (!inside.isEmpty() && (isBlank(inside.codePointAt(0)) || isBlank(inside.codePointBefore(inside.length())))) {
            add(found, where + " begins or ends with blanks");
        }
        if (mixes(text)) {
            add(found, where + " mixes letters of scripts that look alike");
        }
        if (!VisibleText.quoted(text)
                .equals(VisibleText.quoted(text.codePoints()
                        .filter(c -> Character.getType(c) != Character.FORMAT)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)))) {
            add(found, where + " contains characters that are invisible or change the direction of text");
        }
    }

    private static String twins(String place, String name, String other) {
        String where = place.isEmpty() ? "" : " in " + VisibleText.line(place, VisibleText.NAME);
        return "the names " + VisibleText.quoted(name, VisibleText.NAME) + " and "
                + VisibleText.quoted(other, VisibleText.NAME) + where + " look alike";
    }

    private static void add(Set<String> found, String line) {
        if (found.size() < MOST) {
            found.add(line);
        }
    }

    private static boolean isBlank(int c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c);
    }

    /**
     * Returns whether a word has Latin letters and letters of a script that look like them, or a text without blanks has
     * Latin letters and a word that looks Latin as a whole.
     */
    private static boolean mixes(String text) {
        boolean latin = false;
        boolean alike = false;
        boolean foreign = false;
        boolean hasLatin = false;
        boolean isDisguised = false;
        for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
            int c = text.codePointAt(at);
            Character.UnicodeScript script = Character.UnicodeScript.of(c);
            if (!Character.isLetter(c)) {
                isDisguised |= alike && (latin || !foreign);
                latin = false;
                alike = false;
                foreign = false;
            }
            if (isBlank(c)) {
                if (hasLatin && isDisguised) {
                    return true;
                }
                hasLatin = false;
                isDisguised = false;
            }
            latin |= script == Character.UnicodeScript.LATIN;
            alike |= ALIKE.contains(script);
            foreign |= ALIKE.contains(script) && LETTERS.indexOf(Character.toLowerCase(c)) < 0;
            hasLatin |= latin;
        }
        return hasLatin && (isDisguised || alike && (latin || !foreign));
    }

    /** Returns a text that is the same for names that differ only by case or by letters that look alike. */
    private static String shape(String name) {
        StringBuilder shape = new StringBuilder();
        Normalizer.normalize(name, Normalizer.Form.NFKC)
                .strip()
                .toLowerCase(Locale.ROOT)
                .codePoints()
                .filter(c -> Character.getType(c) != Character.FORMAT)
                .map(Misleading::latin)
                .map(Misleading::latin) // what looks like an i looks like an l
                .forEach(shape::appendCodePoint);
        return shape.toString();
    }

    private static int latin(int letter) {
        int at = LETTERS.indexOf(letter);
        return at < 0 ? letter : LATIN.charAt(at);
    }
}
