package dev.toolpolicy.agents.importing.internal.rule;

import dev.toolpolicy.analysis.internal.shell.line.ReservedNames;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes words as our patterns of commands. Stateless. */
final class CommandWriter {
    private CommandWriter() {}

    /** Returns words as a pattern; empty if no command can have the name. */
    static Optional<String> write(List<String> words) {
        Optional<String> name =
                words.stream().filter(word -> !isAssignment(word)).findFirst();
        if (name.isPresent() && !isName(name.get()) || name.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(words.stream().map(CommandWriter::word).collect(Collectors.joining(" ")));
    }

    /** Returns whether a word stands before the name of a command. */
    static boolean isAssignment(String word) {
        int equals = word.indexOf('=');
        return equals > 0
                && !Character.isDigit(word.charAt(0))
                && word.chars().limit(equals).allMatch(c -> isAlphanumeric((char) c) || c == '_');
    }

    private static boolean isName(String name) {
        return !name.isEmpty()
                && name.charAt(0) != CommandText.STAR
                && !ReservedNames.ALL.contains(name)
                && name.chars().noneMatch(c -> ReservedNames.CHARACTERS.indexOf(c) >= 0);
    }

    private static boolean isAlphanumeric(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
    }

    private static String word(String word) {
        if (word.equals("{}") || word.equals("[") || word.chars().allMatch(c -> isBare((char) c))) {
            return word.isEmpty() ? "''" : word.replace(CommandText.STAR, '*');
        }
        StringBuilder written = new StringBuilder();
        int start = 0;
        for (int star = word.indexOf(CommandText.STAR); star >= 0; star = word.indexOf(CommandText.STAR, start)) {
            quote(word.substring(start, star), written);
            written.append('*');
            start = star + 1;
        }
        quote(word.substring(start), written);
        return written.toString();
    }

    private static void quote(String text, StringBuilder to) {
        if (text.isEmpty() || text.chars().allMatch(c -> isBare((char) c))) {
            to.append(text);
        } else if (text.indexOf('\'') < 0) {
            to.append('\'').append(text).append('\'');
        } else {
            to.append('"').append(LineRegex.escaped(text, "$\"\\`")).append('"');
        }
    }

    private static boolean isBare(char c) {
        return CommandText.isSolid(c) || c == CommandText.STAR;
    }
}
