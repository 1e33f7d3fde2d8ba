package dev.toolpolicy.analysis.internal.automaton.match;

import dev.toolpolicy.analysis.internal.automaton.build.Dfa;
import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.match.RankedCombination.Ranked;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.analysis.internal.automaton.pattern.Budget;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A grouping of ranked languages into as few automata as the limits allow. If they don't fit one table, words get a
 * table or, if that is large too, a trie, which grows only with their length. Patterns are halved until each half fits.
 */
final class FirstGrouping {
    /** Longer words, all together, would make a table needlessly large. */
    private static final int LONG_WORDS = 20_000;

    private final List<Ranked> patterns = new ArrayList<>();
    private final List<Ranked> words = new ArrayList<>();
    private final FirstTrie.Builder trie = new FirstTrie.Builder();

    FirstGrouping(List<? extends TextLanguage> languages, int[] ranks, AutomatonLimits limits) {
        boolean small = languages.stream().mapToLong(FirstGrouping::length).sum() <= LONG_WORDS;
        for (int i = 0; i < ranks.length; i++) {
            TextLanguage language = languages.get(i);
            boolean isWords = length(language) > 0;
            if (isWords) {
                trie.add(ranks[i], language);
            }
            if (small || !isWords) {
                Dfa dfa = Language.dfa(language, isWords ? Budget.unlimited() : new Budget(limits));
                (isWords ? words : patterns).add(new Ranked(ranks[i], dfa));
            }
        }
    }

    /** Returns the length of all words, each with its end; 0 for other languages. */
    private static long length(TextLanguage language) {
        return language.spelled().orElse(Set.of()).stream()
                .mapToLong(text -> text.length() + 1L)
                .sum();
    }

    List<FirstAutomaton> automata() {
        if (patterns.isEmpty() && words.isEmpty() && trie.isEmpty()) {
            return List.of();
        }
        boolean small = !words.isEmpty() || trie.isEmpty();
        Optional<FirstAutomaton> all = small ? RankedCombination.of(both()) : Optional.empty();
        if (all.isPresent()) {
            return List.of(all.get());
        }
        List<FirstAutomaton> automata = new ArrayList<>();
        if (!trie.isEmpty()) {
            automata.add(
                    (small ? RankedCombination.of(words) : Optional.<FirstAutomaton>empty()).orElseGet(trie::build));
        }
        Halving.combine(patterns, RankedCombination::of, automata);
        return automata;
    }

    private List<Ranked> both() {
        List<Ranked> both = new ArrayList<>(patterns);
        both.addAll(words);
        both.sort((one, other) -> Integer.compare(one.rank(), other.rank()));
        return both;
    }
}
