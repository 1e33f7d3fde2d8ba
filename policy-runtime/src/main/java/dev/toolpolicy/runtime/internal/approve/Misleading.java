package dev.toolpolicy.runtime.internal.approve;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.internal.text.VisibleText;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
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
            String twin = names.putIfAbsent(LookAlikes.shape(member.getKey()), member.getKey());
            if (twin != null) {
                add(found, twins(place, twin, member.getKey()));
            }
            String at = place + "/" + member.getKey();
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

    /** Returns whether a word has Latin letters and letters of a script that look like them. */
    private static boolean mixes(String text) {
        boolean latin = false;
        boolean alike = false;
        for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
            int c = text.codePointAt(at);
            Character.UnicodeScript script = Character.UnicodeScript.of(c);
            if (!Character.isLetter(c)) {
                latin = false;
                alike = false;
            }
            latin |= script == Character.UnicodeScript.LATIN;
            alike |= ALIKE.contains(script);
            if (latin && alike) {
                return true;
            }
        }
        return false;
    }
}
