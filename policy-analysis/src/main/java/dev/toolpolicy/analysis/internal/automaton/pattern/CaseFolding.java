package dev.toolpolicy.analysis.internal.automaton.pattern;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Unicode's simple case folding (CaseFolding.txt, status C and S), from the mappings of the JDK: characters that fold to
 * the same one are equal without regard to case. Stateless.
 */
public final class CaseFolding {
    /** The dotted capital and the dotless small i fold to themselves, but have other mappings. */
    private static final int DOTTED_CAPITAL_I = 0x130;

    private static final int DOTLESS_SMALL_I = 0x131;

    private CaseFolding() {}

    /** Returns a character that stands for all that are equal to this one without regard to case. */
    public static int fold(int c) {
        return c == DOTTED_CAPITAL_I || c == DOTLESS_SMALL_I ? c : lowered(c);
    }

    /** Returns a character as it is in normal forms of paths that ignore case. */
    public static int lowered(int c) {
        return Character.toLowerCase(Character.toUpperCase(c));
    }

    /** Returns a set with all characters that are equal to one of it in paths, whose forms have no case. */
    public static CodePointSet closedInPaths(CodePointSet set) {
        boolean isSmallI = set.contains(DOTTED_CAPITAL_I) || set.contains(DOTLESS_SMALL_I);
        return closed(isSmallI ? set.or(CodePointSet.of('i')) : set);
    }

    /** Returns a set with all characters that are equal to one of it without regard to case. */
    public static CodePointSet closed(CodePointSet set) {
        List<Integer> more = new ArrayList<>();
        for (int[] equal : Groups.ALL) {
            boolean any = false;
            for (int c : equal) {
                any |= set.contains(c);
            }
            if (any) {
                for (int c : equal) {
                    more.add(c);
                    more.add(c);
                }
            }
        }
        return more.isEmpty()
                ? set
                : set.or(CodePointSet.ranges(
                        more.stream().mapToInt(Integer::intValue).toArray()));
    }

    /** The groups of characters that are equal to others; found on first use. */
    private static final class Groups {
        static final List<int[]> ALL = find();

        private Groups() {}

        private static List<int[]> find() {
            Map<Integer, Set<Integer>> byFold = new TreeMap<>();
            for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
                boolean cased = fold(c) != c || Character.toUpperCase(c) != c || Character.toTitleCase(c) != c;
                if (cased || Character.toLowerCase(c) != c) {
                    Set<Integer> equal = byFold.computeIfAbsent(fold(c), unused -> new TreeSet<>());
                    equal.add(c);
                    equal.add(fold(c)); // the small sharp s has no mapping of its own
                }
            }
            return byFold.values().stream()
                    .filter(equal -> equal.size() > 1)
                    .map(equal -> equal.stream().mapToInt(Integer::intValue).toArray())
                    .toList();
        }
    }
}
