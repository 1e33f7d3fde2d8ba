package dev.toolpolicy.analysis.internal.automaton.glob;

import dev.toolpolicy.analysis.internal.automaton.pattern.CodePointSet;
import dev.toolpolicy.analysis.internal.automaton.pattern.Regex;
import dev.toolpolicy.analysis.internal.automaton.pattern.TextSyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A reader of globs: {@code *}, {@code **}, {@code ?}, classes in brackets, alternatives in braces, and {@code \} before
 * a character that is meant as it is. It reads the characters of one component of a path, or of a whole string.
 */
final class GlobReader {
    /** The characters of a component of a path. */
    static final CodePointSet NAME_CHARACTERS = CodePointSet.of('/').complement();

    private final String glob;
    private final boolean path;
    private final UnaryOperator<CodePointSet> equal;
    private final int end;
    private int at;

    /**
     * Creates a reader of the part of a glob between two indices.
     *
     * @param equal returns some characters with those that count as equal to one of them
     */
    GlobReader(String glob, int start, int end, boolean path, UnaryOperator<CodePointSet> equal) {
        this.glob = glob;
        this.at = start;
        this.end = end;
        this.path = path;
        this.equal = equal;
    }

    /** Returns the characters that a wildcard can stand for. */
    private CodePointSet characters() {
        return path ? NAME_CHARACTERS : CodePointSet.ALL;
    }

    /** Returns the part as a regular expression. */
    Regex read() {
        return sequence(false);
    }

    private Regex sequence(boolean inBraces) {
        List<Regex> parts = new ArrayList<>();
        while (at < end && !(inBraces && (glob.charAt(at) == ',' || glob.charAt(at) == '}'))) {
            parts.add(next(inBraces));
        }
        return Regex.sequence(parts);
    }

    private Regex next(boolean inBraces) {
        int start = at;
        int c = character();
        return switch (c) {
            case '*' -> star(start);
            case '?' -> new Regex.Characters(characters());
            case '[' -> new Regex.Characters(characterClass(start));
            case '{' -> {
                if (inBraces) {
                    throw fault("braces within braces", start);
                }
                yield alternatives(start);
            }
            case '\\' -> escaped(start);
            default -> literal(c);
        };
    }

    private int character() {
        int c = glob.codePointAt(at);
        at += Character.charCount(c);
        return c;
    }

    private Regex literal(int c) {
        return new Regex.Characters(equal.apply(CodePointSet.of(c)));
    }

    private Regex escaped(int start) {
        if (at == end) {
            throw fault("a \"\\\" with nothing behind it", start);
        }
        return literal(character());
    }

    private Regex star(int start) {
        if (path && at < end && glob.charAt(at) == '*') {
            throw fault("\"**\" inside of a component", start);
        }
        return Regex.repeated(new Regex.Characters(characters()));
    }

    private Regex alternatives(int start) {
        List<Regex> options = new ArrayList<>();
        do {
            int first = at;
            Regex option = sequence(true);
            if (at == end) {
                throw fault("an unclosed \"{\"", start);
            } else if (at == first) {
                throw fault("an empty alternative", first);
            }
            options.add(option);
        } while (character() == ',');
        return Regex.choice(options);
    }

    private CodePointSet characterClass(int start) {
        boolean negated = at < end && (glob.charAt(at) == '!' || glob.charAt(at) == '^');
        at += negated ? 1 : 0;
        List<Integer> pairs = new ArrayList<>();
        boolean first = true;
        while (true) {
            if (at == end) {
                throw fault("an unclosed \"[\"", start);
            }
            int place = at;
            int low = character();
            if (low == ']' && !first) {
                break;
            }
            range(start, place, low == '\\' ? classCharacter(start) : low, pairs);
            first = false;
        }
        CodePointSet set = equal.apply(
                CodePointSet.ranges(pairs.stream().mapToInt(Integer::intValue).toArray()));
        CodePointSet meant = negated ? set.complement() : set;
        return path ? meant.complement().or(CodePointSet.of('/')).complement() : meant;
    }

    private int classCharacter(int start) {
        if (at == end) {
            throw fault("an unclosed \"[\"", start);
        }
        return character();
    }

    private void range(int start, int place, int low, List<Integer> pairs) {
        int high = low;
        boolean isRange = at + 1 < end && glob.charAt(at) == '-' && glob.charAt(at + 1) != ']';
        if (isRange) {
            at++;
            high = character();
            high = high == '\\' ? classCharacter(start) : high;
        }
        if (low > high) {
            throw fault("a range \"" + glob.substring(place, at) + "\" out of order", place);
        }
        pairs.add(low);
        pairs.add(high);
    }

    private TextSyntaxException fault(String problem, int offset) {
        return new TextSyntaxException(glob, problem, offset);
    }
}
