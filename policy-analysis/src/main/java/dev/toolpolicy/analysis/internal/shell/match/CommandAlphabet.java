package dev.toolpolicy.analysis.internal.shell.match;

import dev.toolpolicy.analysis.internal.automaton.build.Alphabet;
import dev.toolpolicy.analysis.internal.automaton.pattern.CodePointSet;
import dev.toolpolicy.analysis.internal.shell.line.LineReader;
import dev.toolpolicy.analysis.internal.shell.pattern.CommandPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The characters that a set of patterns, the reader and the scan distinguish. Stateless. */
final class CommandAlphabet {
    private CommandAlphabet() {}

    /** Returns the alphabet of a set of patterns, which also distinguishes some other characters. */
    static Alphabet of(List<CommandPattern> patterns, int... others) {
        IntStream letters = IntStream.concat(IntStream.rangeClosed('a', 'z'), IntStream.of('-', '+'));
        IntStream written = patterns.stream()
                .flatMap(pattern -> pattern.words().stream())
                .flatMapToInt(word -> word.symbols().stream().mapToInt(Integer::intValue))
                .filter(symbol -> symbol >= 0);
        List<CodePointSet> sets = new ArrayList<>(LineReader.kinds());
        IntStream.concat(IntStream.concat(letters, written), IntStream.of(others))
                .distinct()
                .forEach(c -> sets.add(CodePointSet.of(c)));
        return Alphabet.of(sets);
    }
}
