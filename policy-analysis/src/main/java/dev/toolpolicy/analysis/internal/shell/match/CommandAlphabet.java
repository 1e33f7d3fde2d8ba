package dev.toolpolicy.analysis.internal.shell.match;

import dev.toolpolicy.analysis.internal.automaton.build.Alphabet;
import dev.toolpolicy.analysis.internal.automaton.pattern.CodePointSet;
import dev.toolpolicy.analysis.internal.shell.line.LineReader;
import dev.toolpolicy.analysis.internal.shell.pattern.CommandPattern;
import dev.toolpolicy.analysis.internal.shell.pattern.PatternWord;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The characters that a set of patterns, the reader and the scan distinguish. Stateless. */
final class CommandAlphabet {
    private CommandAlphabet() {}

    /** Returns the alphabet of a set of patterns, which also distinguishes some other characters. */
    static Alphabet of(List<CommandPattern> patterns, int... others) {
        Set<Integer> characters = new LinkedHashSet<>();
        for (int c = 'a'; c <= 'z'; c++) {
            characters.add(c);
        }
        characters.add((int) '-');
        characters.add((int) '+');
        for (CommandPattern pattern : patterns) {
            for (PatternWord word : pattern.words()) {
                characters.addAll(word.symbols());
                if (word.isBelowFolder()) {
                    characters.add((int) '.');
                }
            }
        }
        for (int c : others) {
            characters.add(c);
        }
        List<CodePointSet> sets = new ArrayList<>(LineReader.kinds());
        for (int c : characters) {
            if (c >= 0) { // below are the symbols of stars
                sets.add(CodePointSet.of(c));
            }
        }
        return Alphabet.of(sets);
    }
}
