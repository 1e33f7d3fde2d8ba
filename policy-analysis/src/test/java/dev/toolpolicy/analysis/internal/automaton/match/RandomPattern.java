package dev.toolpolicy.analysis.internal.automaton.match;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A random pattern in three dialects: ours, that of java.util.regex where it means the same on ASCII texts, and brics'.
 *
 * @param ours of ECMA-262
 * @param java for java.util.regex
 * @param brics for brics' automata, only of use for {@link #plain} patterns
 */
record RandomPattern(String ours, String java, String brics) {
    private static final String[][] CHARACTERS = {
        {"a", "a", "a"},
        {"b", "b", "b"},
        {"-", "-", "-"},
        {"(?:-)?", "(?:-)?", "(-)?"},
        {"\\n", "\\n", "\n"},
        {"[ab]", "[ab]", "[ab]"},
        {"[a-b\\n]", "[a-b\\n]", "[a-b\n]"},
        {"\\u{61}", "\\x61", "a"}
    };
    private static final String[][] CLASSES = {
        {".", ".", ""}, {"[^a]", "[^a]", ""}, {"[^]", "[\\s\\S]", ""}, {"\\w", "\\w", ""}, {"\\W", "\\W", ""},
        {"\\d", "\\d", ""}, {"\\s", "\\s", ""}, {"\\S", "\\S", ""}, {"[^\\wb]", "[^\\w]", ""}, {"[\\D]", "\\D", ""}
    };
    private static final String[][] ASSERTIONS = {
        {"^", "^", ""}, {"$", "\\z", ""}, {"\\b", "\\b", ""}, {"\\B", "\\B", ""}
    };
    private static final String[] QUANTIFIERS = {
        "*", "+", "?", "{2}", "{0,2}", "{1,}", "{1,3}", "{0}", "*?", "+?", "??", "{2,}?"
    };

    /** Any construct of the dialect. */
    static RandomPattern any(Random random, int depth) {
        return choice(random, depth, true);
    }

    /** Only letters, choices and quantifiers. */
    static RandomPattern plain(Random random, int depth) {
        return choice(random, depth, false);
    }

    private static RandomPattern choice(Random random, int depth, boolean all) {
        RandomPattern pattern = sequence(random, depth, all);
        for (int more = random.nextInt(5); more == 0; more = random.nextInt(3)) {
            RandomPattern other = sequence(random, depth, all);
            pattern = new RandomPattern(
                    pattern.ours + "|" + other.ours,
                    pattern.java + "|" + other.java,
                    pattern.brics + "|" + other.brics);
        }
        return pattern;
    }

    private static RandomPattern sequence(Random random, int depth, boolean all) {
        RandomPattern pattern = new RandomPattern("", "", "()");
        for (int more = random.nextInt(4); more > 0; more--) {
            RandomPattern next = term(random, depth, all);
            pattern = new RandomPattern(pattern.ours + next.ours, pattern.java + next.java, pattern.brics + next.brics);
        }
        return pattern;
    }

    private static RandomPattern term(Random random, int depth, boolean all) {
        if (all && random.nextInt(5) == 0) {
            return of(pick(random, ASSERTIONS));
        }
        RandomPattern atom = depth > 0 && random.nextInt(3) == 0
                ? group(random, choice(random, depth - 1, all))
                : of(pick(random, all && random.nextInt(3) == 0 ? CLASSES : CHARACTERS));
        if (random.nextInt(2) == 0) {
            return atom;
        }
        String quantifier = QUANTIFIERS[random.nextInt(QUANTIFIERS.length)];
        String greedy = quantifier.length() > 1 && quantifier.endsWith("?")
                ? quantifier.substring(0, quantifier.length() - 1)
                : quantifier;
        return new RandomPattern(
                "(?:" + atom.ours + ")" + quantifier,
                counted("(?:" + atom.java + ")", greedy),
                "(" + atom.brics + ")" + greedy);
    }

    /** Java ends a counted loop at an empty turn although ECMA-262 goes on, so for Java turns are written out. */
    private static String counted(String body, String quantifier) {
        return switch (quantifier) {
            case "{0}" -> "";
            case "{2}" -> body + body;
            case "{0,2}" -> "(?:" + body + body + "?)?";
            case "{1,}" -> body + body + "*";
            case "{1,3}" -> body + "(?:" + body + body + "?)?";
            case "{2,}" -> body + body + body + "*";
            case "+" -> body + body + "*";
            default -> body + quantifier;
        };
    }

    private static RandomPattern group(Random random, RandomPattern inside) {
        String open = random.nextBoolean() ? "(" : "(?:";
        return new RandomPattern(open + inside.ours + ")", open + inside.java + ")", "(" + inside.brics + ")");
    }

    private static String[] pick(Random random, String[][] from) {
        return from[random.nextInt(from.length)];
    }

    private static RandomPattern of(String[] dialects) {
        return new RandomPattern(dialects[0], dialects[1], dialects[2]);
    }

    /** Characters of ASCII enough to tell apart whatever a pattern of ours does: one of each kind that it names. */
    static String alphabet(String ours) {
        List<Pattern> asked = new ArrayList<>();
        for (String[] atom : Stream.of(CHARACTERS, CLASSES).flatMap(Stream::of).toArray(String[][]::new)) {
            if (ours.contains(atom[0])) {
                asked.add(Pattern.compile(atom[1]));
            }
        }
        if (ours.contains("\\b") || ours.contains("\\B")) {
            asked.add(Pattern.compile("\\w"));
        }
        Map<List<Boolean>, Character> kinds = new LinkedHashMap<>();
        for (char c : "a-\nb0 x+".toCharArray()) {
            kinds.putIfAbsent(
                    asked.stream().map(each -> each.matcher("" + c).matches()).toList(), c);
        }
        return kinds.values().stream().map(String::valueOf).collect(Collectors.joining());
    }

    /** A text over few characters, some of which most patterns don't name. */
    static String text(Random random, int longest) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(longest + 1); i > 0; i--) {
            text.append("aaabb-\n0 x".charAt(random.nextInt(10)));
        }
        return text.toString();
    }
}
