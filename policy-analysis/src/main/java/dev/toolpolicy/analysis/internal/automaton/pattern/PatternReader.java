package dev.toolpolicy.analysis.internal.automaton.pattern;

import dev.toolpolicy.analysis.internal.automaton.pattern.InvalidPatternException.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A parser of patterns by the grammar of ECMA-262 (2025), section 22.2.1, with {@code [+UnicodeMode]} and
 * {@code [+NamedCaptureGroups]} and without annex B. Everything outside of that grammar is an error. Its recursion is
 * as deep as groups are nested, which the budget bounds.
 *
 * <p>Names of groups have no meaning here, but two equal names that could both take part in one match are an error in
 * ECMA-262. So each alternative passes its names to the enclosing one.
 */
public final class PatternReader {
    /** A number with more digits exceeds the limits anyway. */
    private static final int DIGITS = 9;

    private final PatternCursor cursor;
    private final EscapeReader escapes;
    private final boolean ignoreCase;
    private final Budget budget;
    private int depth;

    private PatternReader(String pattern, boolean ignoreCase, Budget budget) {
        this.cursor = new PatternCursor(pattern);
        this.escapes = new EscapeReader(cursor, ignoreCase);
        this.ignoreCase = ignoreCase;
        this.budget = budget;
    }

    /** Reads a pattern. Without regard to case, each character stands for all that fold to the same. */
    public static Regex read(String pattern, boolean ignoreCase, Budget budget) {
        PatternReader reader = new PatternReader(pattern, ignoreCase, budget);
        Regex regex = reader.disjunction(new LinkedHashMap<>());
        if (!reader.cursor.atEnd()) {
            throw reader.cursor.syntax(reader.cursor.offset(), "an unmatched \")\"");
        }
        return regex;
    }

    /** Reads alternatives. Names in different alternatives may be equal. */
    private Regex disjunction(Map<String, Integer> names) {
        List<Regex> options = new ArrayList<>();
        Map<String, Integer> all = new LinkedHashMap<>();
        do {
            Map<String, Integer> own = new LinkedHashMap<>();
            options.add(alternative(own));
            all.putAll(own);
        } while (cursor.take("|"));
        for (Map.Entry<String, Integer> name : all.entrySet()) {
            declare(name.getKey(), name.getValue(), names);
        }
        return Regex.choice(options);
    }

    private void declare(String name, int offset, Map<String, Integer> names) {
        if (names.putIfAbsent(name, offset) != null) {
            throw cursor.syntax(offset, "a second group of the name \"" + name + "\"");
        }
    }

    private Regex alternative(Map<String, Integer> names) {
        List<Regex> terms = new ArrayList<>();
        while (!cursor.atEnd() && !cursor.looksAt("|") && !cursor.looksAt(")")) {
            Regex assertion = assertion();
            terms.add(assertion != null ? assertion : quantified(atom(names)));
        }
        return Regex.sequence(terms);
    }

    private @Nullable Regex assertion() {
        if (cursor.take("^")) {
            return Regex.Assertion.START;
        } else if (cursor.take("$")) {
            return Regex.Assertion.END;
        } else if (cursor.take("\\b")) {
            return Regex.Assertion.WORD_BOUNDARY;
        } else if (cursor.take("\\B")) {
            return Regex.Assertion.NO_WORD_BOUNDARY;
        }
        return null;
    }

    private Regex atom(Map<String, Integer> names) {
        int start = cursor.offset();
        int c = cursor.next();
        return switch (c) {
            case '.' -> new Regex.Characters(CharacterClasses.DOT);
            case '(' -> group(start, names);
            case '[' -> new Regex.Characters(new ClassReader(cursor, escapes, ignoreCase).read(start));
            case '\\' -> new Regex.Characters(folded(escapes.inPattern(start)));
            case ']', '}' -> throw cursor.syntax(start, "a lone \"" + (char) c + "\"");
            case '*', '+', '?' -> throw nothingToRepeat(start);
            case '{' -> {
                cursor.back(start);
                counts();
                throw nothingToRepeat(start);
            }
            default -> new Regex.Characters(folded(CodePointSet.of(c)));
        };
    }

    private CodePointSet folded(CodePointSet set) {
        return ignoreCase ? CaseFolding.closed(set) : set;
    }

    private InvalidPatternException nothingToRepeat(int start) {
        return cursor.syntax(start, "a quantifier \"" + cursor.since(start) + "\" with nothing to repeat");
    }

    private Regex group(int start, Map<String, Integer> names) {
        refuseLookAround(start);
        if (cursor.take("?<")) {
            int at = cursor.offset();
            declare(escapes.groupName(), at, names);
        } else if (!cursor.take("?:") && cursor.looksAt("?")) {
            throw unknownGroup(start);
        }
        budget.depth(++depth);
        Regex body = disjunction(names);
        depth--;
        if (!cursor.take(")")) {
            throw cursor.syntax(start, "an unclosed group");
        }
        return body;
    }

    private void refuseLookAround(int start) {
        if (cursor.take("?=") || cursor.take("?!")) {
            throw cursor.refused(Kind.NOT_LINEAR, start, "a look-ahead \"" + cursor.since(start) + "\"");
        } else if (cursor.take("?<=") || cursor.take("?<!")) {
            throw cursor.refused(Kind.NOT_LINEAR, start, "a look-behind \"" + cursor.since(start) + "\"");
        }
    }

    /**
     * Returns the error for an unknown group. Groups with flags, in ECMA-262 since 2025, are recognized but not
     * supported.
     */
    private InvalidPatternException unknownGroup(int start) {
        cursor.take("?");
        int flags = cursor.offset();
        while ("ims-".indexOf(cursor.peek()) >= 0) {
            cursor.next();
        }
        if (areFlags(cursor.since(flags)) && cursor.take(":")) {
            return cursor.refused(Kind.UNSUPPORTED, start, "a group with flags \"" + cursor.since(start) + "\"");
        }
        cursor.back(flags);
        cursor.next();
        return cursor.syntax(start, "an unknown kind of group \"" + cursor.since(start) + "\"");
    }

    /** Returns whether a text is flags: each at most once, and at least one. */
    private static boolean areFlags(String flags) {
        return !flags.isEmpty()
                && !flags.equals("-")
                && flags.chars().distinct().count() == flags.length();
    }

    private Regex quantified(Regex atom) {
        Regex repeated;
        if (cursor.take("*")) {
            repeated = Regex.repeated(atom);
        } else if (cursor.take("+")) {
            repeated = new Regex.Repeat(atom, 1, Regex.Repeat.UNBOUNDED);
        } else if (cursor.take("?")) {
            repeated = new Regex.Repeat(atom, 0, 1);
        } else if (cursor.looksAt("{")) {
            repeated = counted(atom, counts());
        } else {
            return atom;
        }
        cursor.take("?");
        return repeated;
    }

    private static Regex counted(Regex atom, List<String> counts) {
        int max = counts.size() == 1 ? Regex.Repeat.UNBOUNDED : value(counts.get(1));
        return new Regex.Repeat(atom, value(counts.get(0)), max);
    }

    private static int value(String digits) {
        return digits.length() > DIGITS ? Regex.Repeat.UNBOUNDED - 1 : Integer.parseInt(digits);
    }

    /** Returns the counts between braces; the second is missing if there is no upper one. */
    private List<String> counts() {
        int start = cursor.offset();
        cursor.take("{");
        String low = cursor.digits();
        boolean range = cursor.take(",");
        String high = range ? cursor.digits() : low;
        if (low.isEmpty() || !cursor.take("}")) {
            throw cursor.syntax(start, "a lone \"{\"");
        }
        if (high.isEmpty()) {
            return List.of(withoutZeros(low));
        }
        List<String> counts = List.of(withoutZeros(low), withoutZeros(high));
        if (isAbove(counts.get(0), counts.get(1))) {
            throw cursor.syntax(start, "a quantifier \"" + cursor.since(start) + "\" with its counts out of order");
        }
        return counts;
    }

    private static String withoutZeros(String digits) {
        int zeros = 0;
        while (zeros < digits.length() - 1 && digits.charAt(zeros) == '0') {
            zeros++;
        }
        return digits.substring(zeros);
    }

    private static boolean isAbove(String count, String other) {
        return count.length() == other.length() ? count.compareTo(other) > 0 : count.length() > other.length();
    }
}
