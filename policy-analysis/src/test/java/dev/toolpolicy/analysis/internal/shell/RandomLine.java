package dev.toolpolicy.analysis.internal.shell;

import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** Random command lines of parts that shells treat in a special way. */
final class RandomLine {
    private static final List<String> WORDS = List.of(
            "qa", "qb", "q", "qa", "qb", "X", "A", "if", "then", "do", "done", "fi", "time", "in", "always", "end",
            "repeat", "printf", "test", "EOF", "x", "-", "--", "1", "2", "12", "./", ".", "/");
    private static final List<String> SIGNS = List.of(
            " ",
            " ",
            " ",
            " ",
            "  ",
            "\t",
            "\n",
            ";",
            "&",
            "&&",
            "||",
            "|",
            "'",
            "\"",
            "'",
            "\"",
            "\\",
            "$",
            "*",
            "?",
            "[",
            "]",
            "[[",
            "]]",
            "{",
            "}",
            "{}",
            "{a,b}",
            "{1..3}",
            "(",
            ")",
            "!",
            "=",
            "==",
            "~",
            "~/",
            "#",
            "%",
            "%1",
            "^",
            ":",
            ",",
            "+",
            "@",
            "`",
            "<",
            ">",
            ">>",
            "2>",
            "2>&1",
            ">&2",
            "&>",
            " &> ",
            "/dev/null",
            "<<",
            "A=1 ",
            "A+=",
            "X=",
            "=qa",
            "$X",
            "${X}",
            "\"$X\"",
            "$?",
            "$(",
            "$'",
            "$\"",
            "\\\n",
            "\\ ",
            "\\'",
            "\\\"",
            "'a b'",
            "\"a b\"",
            "''",
            "\"\"",
            "a$ ",
            "\"$\"",
            "!\"",
            "'!'",
            "=~",
            "a=~",
            "\u00e9",
            "\"\u00e9\"",
            "\u2003",
            "\r",
            "\u0001",
            "\f",
            ">qf",
            "> qf",
            "< qf",
            ">>qf ",
            " -x ",
            "\\;",
            "'\n'",
            "\"\n\"");

    private final Random random;

    RandomLine(Random random) {
        this.random = random;
    }

    String next() {
        StringBuilder line = new StringBuilder(random.nextInt(8) == 0 ? "" : one(WORDS));
        int parts = random.nextInt(10);
        for (int i = 0; i < parts; i++) {
            line.append(random.nextInt(3) == 0 ? " " : "").append(one(random.nextInt(3) == 0 ? WORDS : SIGNS));
        }
        return line.toString();
    }

    private String one(List<String> parts) {
        return parts.get(random.nextInt(parts.size()));
    }

    /** Returns names of commands that lines can have. */
    Set<String> names() {
        Set<String> names = new TreeSet<>();
        List<String> parts = WORDS.stream()
                .filter(word -> !word.contains("/") && !word.equals("."))
                .toList();
        for (String one : parts) {
            names.add(one);
            for (String two : parts) {
                names.add(one + two);
            }
            List.of("!", "=", "~", "#", "%", "^", ":", ",", "+", "@", " ", "a", "$", "{", "}", "[", "]", "qa", "\n")
                    .forEach(sign -> {
                        names.add(one + sign);
                        names.add(sign + one);
                        names.add(sign);
                    });
        }
        return names;
    }
}
