package dev.toolpolicy.analysis.internal.automaton.match;

import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.match.Combination.Component;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A grouping of rules into as few automata as the limits allow. If they don't fit one table, words get a trie, which
 * grows only with their length, and patterns are halved until each half fits.
 */
final class Grouping {
    private final AutomatonLimits limits;
    private final List<Component> patterns = new ArrayList<>();
    private final WordRules words = new WordRules();

    Grouping(List<? extends TextLanguage> rules, AutomatonLimits limits) {
        this.limits = limits;
        for (int rule = 0; rule < rules.size(); rule++) {
            TextLanguage language = rules.get(rule);
            if (language.spelled().isEmpty()) {
                patterns.add(Component.of(rule, language, limits));
            } else {
                words.add(rule, language);
            }
        }
    }

    List<Automaton> automata() {
        Optional<Automaton> all = words.fitsTable(limits) ? Combination.of(components(), limits) : Optional.empty();
        if (all.isPresent()) {
            return List.of(all.get());
        }
        List<Automaton> automata = new ArrayList<>();
        if (!words.isEmpty()) {
            automata.add(words.build());
        }
        addAutomata(patterns, automata);
        return automata;
    }

    /** Adds the automaton of some patterns; if it would be too large, those of each half. */
    private void addAutomata(List<Component> some, List<Automaton> automata) {
        Optional<Automaton> one = some.isEmpty() ? Optional.empty() : Combination.of(some, limits);
        one.ifPresent(automata::add);
        if (one.isEmpty() && !some.isEmpty()) {
            int half = some.size() / 2;
            addAutomata(some.subList(0, half), automata);
            addAutomata(some.subList(half, some.size()), automata);
        }
    }

    private List<Component> components() {
        List<Component> all = new ArrayList<>(patterns);
        all.addAll(words.components(limits));
        all.sort(Comparator.comparingInt(Component::rule));
        return all;
    }
}
