package dev.toolpolicy.analysis.internal.shell;

import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** Random command lines of parts that shells treat in a special way. */
final class RandomLine {
    private static final List<String> WORDS = List.of(
            "qa", "qb", "q", "qa", "qb", "X", "A", "if", "then", "do", "done", "fi", "time", "in", "always", "end",
            "repeat", "printf", "test", "EOF", "x", "-", "--", "1", "2", "12", "./", ".", "/", "q/", "../", "/..",
            "..x");
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
            "COLUMNS=",
            "'path[$(qa)]'",
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
            "\\X",
            "\\\t",
            "'\n'",
            "\"\n\"",
            "<<EOF\n",
            " <<'EOF'",
            "<<\"END\" ",
            "<< PY",
            "\nEOF\n",
            "\nEOF",
            "'EOF'\n",
            "EOF\n)",
            "$(",
            "$(qa)",
            "\"$(qa x)\"",
            "\"$(",
            ")\"",
            ")",
            " | qb");

    /** Lines that are plain, to be changed in a few places. */
    private static final List<String> PLAIN = List.of(
            "qa x && qb -x 'a b' | q \"c d\" > qf; qa 2>&1 &",
            "X=1 A=$X qa \"$X\"/x ${X} a\\ b {a,b} [a] *; qb ~ =qa a=b",
            "qa \\\n x 2>/dev/null >> qf < qf || qb ! x != y\nq {} ; ",
            "[ -f x ] && test -x y; printf '%s' x; qa &> qf && qb 1>&2",
            "COLUMNS=1 SECONDS='path' qa x; OPTIND= q",
            "qa X=\\ &>/dev/null; qb \\X=-- \\a~b \\a#b x\\\t&> qf",
            "qa a#b a~b HEAD^ a:b \"$?\" \"a$\" '$(x)' '`' \\; {} +",
            "qa x <<'EOF' > qf\nit's $(qb) `qb` \"x ) \\\nEOF \n EOF\nEOF\nqb x",
            "qa -m \"$(qb <<'EOF'\nit's ) \" $(q) \\ (\n\nEOF\n)\" x && qb",
            "qa $(qb x 2>&1 | q 'a b'; q) \"a $(q \"c d\") b\" x$(qb)y ; qb",
            "qa - <<EOF >> qf 2>&1\na b 'c )\nEOF\nq <<PY\nPY\nqb",
            "qa x <<\"END\" 2>&1\nEND \n END\nEND\n\nqb",
            "qa $(q <<PY\nx\nPY\n) \"$X $(qb {a,b})\" 2>/dev/null");

    private final Random random;

    RandomLine(Random random) {
        this.random = random;
    }

    String next() {
        return random.nextBoolean() ? ofParts() : changed();
    }

    private String changed() {
        StringBuilder line = new StringBuilder(one(PLAIN));
        for (int i = random.nextInt(4); i > 0; i--) {
            int at = random.nextInt(line.length() + 1);
            int end = Math.min(line.length(), at + (random.nextBoolean() ? 0 : random.nextInt(5)));
            line.replace(at, end, one(SIGNS));
        }
        return line.toString();
    }

    private String ofParts() {
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
