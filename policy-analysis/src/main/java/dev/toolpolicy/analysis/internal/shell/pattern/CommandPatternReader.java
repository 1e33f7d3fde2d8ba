package dev.toolpolicy.analysis.internal.shell.pattern;

import dev.toolpolicy.analysis.internal.automaton.build.Alphabet;
import dev.toolpolicy.analysis.internal.automaton.pattern.TextSyntaxException;
import dev.toolpolicy.analysis.internal.shell.line.ReservedNames;
import dev.toolpolicy.analysis.internal.shell.line.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A reader of one pattern. */
final class CommandPatternReader {
    private static final String SOLID = "_-./,+@%:^=";

    private final String pattern;
    private int at;

    /** The word that is being read. */
    private List<Integer> symbols = new ArrayList<>();

    private int start;
    private boolean bare;
    private int equalsAt;

    CommandPatternReader(String pattern) {
        this.pattern = pattern;
    }

    CommandPattern read() {
        skipBlanks();
        Target target = target();
        List<PatternWord> words = new ArrayList<>();
        boolean mayBeName = true;
        while (at < pattern.length()) {
            PatternWord word = word(target == Target.COMMAND && mayBeName);
            mayBeName &= word.isAssignment();
            words.add(word);
            skipBlanks();
        }
        if (target != Target.COMMAND) {
            return file(target, words);
        } else if (words.isEmpty()) {
            throw error("no word", "write the name of a command", pattern.length());
        }
        return command(words);
    }

    /** Reads the sign of a pattern for files, if there is one. */
    private Target target() {
        boolean signed = at < pattern.length() && (pattern.charAt(at) == '>' || pattern.charAt(at) == '<');
        if (!signed) {
            return Target.COMMAND;
        }
        int length = pattern.startsWith("<<", at) ? 2 : 1;
        String sign = pattern.substring(at, at + length);
        at += length;
        if (at < pattern.length() && !isBlank(pattern.charAt(at))) {
            throw error(
                    "\"" + sign + "\" without a blank behind it", "write \"" + sign + " \" and one file", at - length);
        }
        skipBlanks();
        return length == 2 ? Target.HERE : sign.equals(">") ? Target.OUTPUT : Target.INPUT;
    }

    private CommandPattern file(Target target, List<PatternWord> words) {
        if (words.isEmpty()) {
            throw error("no file", "write a file, or \"*\" for any", pattern.length());
        } else if (words.size() > 1) {
            int second = words.get(1).offset();
            throw error("a second word behind a file", "write each file as a pattern of its own", second);
        }
        PatternWord word = words.get(0);
        return new CommandPattern(pattern, target, List.of(new PatternWord(word.symbols(), -1, word.offset())), false);
    }

    private CommandPattern command(List<PatternWord> words) {
        boolean rest = words.size() > 1 && words.get(words.size() - 1).isStar();
        List<PatternWord> kept = rest ? words.subList(0, words.size() - 1) : words;
        int assignments = 0;
        while (assignments < kept.size() && kept.get(assignments).isAssignment()) {
            assignments++;
        }
        List<PatternWord> shaped = new ArrayList<>();
        for (int i = 0; i < kept.size(); i++) {
            PatternWord word = kept.get(i);
            shaped.add(i < assignments ? word : new PatternWord(word.symbols(), -1, word.offset()));
        }
        if (assignments < shaped.size()) {
            checkName(shaped.get(assignments));
        } else if (rest) {
            int star = words.get(words.size() - 1).offset();
            throw error("\"*\" behind assignments alone", "write a name before it, or leave it out", star);
        }
        return new CommandPattern(pattern, Target.COMMAND, shaped, rest);
    }

    private void checkName(PatternWord name) {
        Optional<String> text = name.text();
        if (name.symbols().isEmpty()) {
            throw error("an empty name", "write the name of a command", name.offset());
        } else if (name.symbols().get(0) == PatternWord.STAR) {
            throw error("a name that begins with \"*\"", "write the start of the name before it", name.offset());
        }
        int colon = name.offset() + name.symbols().size() - 2;
        if (colon > name.offset() && pattern.startsWith(":*", colon)) {
            String help = "write \"" + pattern.substring(0, colon) + " *\"";
            throw error("a name that ends in \":*\"", help, name.offset());
        } else if (text.isPresent() && ReservedNames.ALL.contains(text.get())) {
            String mistake = "the word \"" + text.get() + "\" of the shell's language as a name";
            throw error(mistake, "write the commands in it as patterns of their own", name.offset());
        }
        for (int symbol : name.symbols()) {
            if (symbol >= 0 && ReservedNames.CHARACTERS.indexOf(symbol) >= 0) {
                String mistake = "a name with " + shown(symbol);
                throw error(mistake, "write a name without it; no readable command has such a name", name.offset());
            }
        }
    }

    private PatternWord word(boolean name) {
        symbols = new ArrayList<>();
        start = at;
        bare = true;
        equalsAt = -1;
        if (!wholeWord(name)) {
            while (at < pattern.length() && !isBlank(pattern.charAt(at))) {
                part();
            }
        }
        return new PatternWord(symbols, equalsAt, start);
    }

    /** Reads a word that needs no quotes only as a whole. */
    private boolean wholeWord(boolean name) {
        int end = at;
        while (end < pattern.length() && !isBlank(pattern.charAt(end))) {
            end++;
        }
        String whole = pattern.substring(at, end);
        if (whole.equals(name ? "[" : "{}")) {
            whole.chars().forEach(symbols::add);
            at = end;
            return true;
        }
        return false;
    }

    private void part() {
        int c = pattern.codePointAt(at);
        if (c == '\'') {
            singleQuoted();
        } else if (c == '"') {
            doubleQuoted();
        } else if (c == '\\') {
            escaped();
        } else {
            unquoted(c);
        }
    }

    private void singleQuoted() {
        int end = pattern.indexOf('\'', at + 1);
        if (end < 0) {
            throw error("an open quote", "write ' at its end", at);
        }
        pattern.substring(at + 1, end).codePoints().forEach(this::quoted);
        bare = false;
        at = end + 1;
    }

    private void doubleQuoted() {
        int open = at++;
        bare = false;
        while (at < pattern.length() && pattern.charAt(at) != '"') {
            boolean escapes = pattern.charAt(at) == '\\'
                    && at + 1 < pattern.length()
                    && "$\"\\`".indexOf(pattern.charAt(at + 1)) >= 0;
            at += escapes ? 1 : 0;
            next();
        }
        if (at == pattern.length()) {
            throw error("an open quote", "write \" at its end", open);
        }
        at++;
    }

    private void escaped() {
        if (at + 1 == pattern.length()) {
            throw error("a backslash at its end", "write '\\' to mean a backslash", at);
        }
        at++;
        bare = false;
        next();
    }

    /** Adds the next character as text. */
    private void next() {
        int c = pattern.codePointAt(at);
        quoted(c);
        at += Character.charCount(c);
    }

    private void quoted(int c) {
        symbols.add(c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? Alphabet.REPLACEMENT : c);
    }

    private void unquoted(int c) {
        if (c == '*') {
            star();
            return;
        }
        boolean inside = at > start && (c == '#' || c == '~' && "=:".indexOf(pattern.charAt(at - 1)) < 0);
        if (!isLetter(c) && !isDigit(c) && SOLID.indexOf(c) < 0 && !inside) {
            String parts = "|&;<>".indexOf(c) < 0 ? "" : "each command or redirect as a pattern of its own, or ";
            throw error("an unquoted " + shown(c), "write " + parts + quotedForm(c) + " to mean the character", at);
        }
        if (c == '=' && bare && isVariable()) {
            equalsAt = symbols.size();
            bare = false;
        }
        symbols.add(c);
        at += Character.charCount(c);
    }

    private void star() {
        if (at > start && pattern.charAt(at - 1) == '*' && symbols.get(symbols.size() - 1) == PatternWord.STAR) {
            throw error("\"**\"", "write \"*\", which stands for any characters of a word", at - 1);
        }
        symbols.add(PatternWord.STAR);
        bare = false;
        at++;
    }

    private boolean isVariable() {
        return !symbols.isEmpty()
                && !isDigit(symbols.get(0))
                && symbols.stream().allMatch(c -> c == '_' || isLetter(c) || isDigit(c));
    }

    private static boolean isLetter(int c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    private void skipBlanks() {
        while (at < pattern.length() && isBlank(pattern.charAt(at))) {
            at++;
        }
    }

    private static String shown(int c) {
        return Character.isISOControl(c) ? String.format("character U+%04X", c) : "\"" + Character.toString(c) + "\"";
    }

    private static String quotedForm(int c) {
        return Character.isISOControl(c) ? "it in single quotes" : "'" + Character.toString(c) + "'";
    }

    private TextSyntaxException error(String mistake, String help, int offset) {
        return new TextSyntaxException(pattern, mistake, offset, help);
    }
}
