package dev.toolpolicy.analysis.internal.index;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.match.TextLookup;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.analysis.internal.read.ValueSet;
import dev.toolpolicy.analysis.internal.search.Constraint;
import dev.toolpolicy.schema.NormalPath;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An index of rules by the texts that one of their conditions needs, which returns the few rules that may match a call.
 * The others provably don't. Add all rules before the first lookup. Not thread-safe.
 */
public final class PossibleRules {
    /** The rules of which nothing is known. */
    private final BitSet always = new BitSet();

    private final Map<List<Object>, Place> places = new LinkedHashMap<>();

    /** The rules about one place. */
    private static final class Place {
        private final Constraint constraint;
        private final BitSet all = new BitSet();
        /** Each language with the rules that need a text of it. */
        private final Map<Language, BitSet> rules = new HashMap<>();

        private final List<TextLanguage> languages = new ArrayList<>();
        private final List<BitSet> byLanguage = new ArrayList<>();
        private @Nullable TextLookup texts;

        Place(Constraint constraint) {
            this.constraint = constraint;
        }

        void add(int rule, List<Language> united) {
            all.set(rule);
            for (Language each : united) {
                rules.computeIfAbsent(each, language -> {
                            languages.add(new TextLanguage.Compiled(language));
                            byLanguage.add(new BitSet());
                            return byLanguage.get(byLanguage.size() - 1);
                        })
                        .set(rule);
            }
        }

        void find(JsonNode state, BitSet found) {
            constraint.forEachValue(state, value -> {
                if (value instanceof String || value instanceof NormalPath) {
                    TextLookup made = texts;
                    if (made == null) {
                        made = new TextLookup(languages, AutomatonLimits.DEFAULT);
                        texts = made;
                    }
                    made.matching(value.toString()).stream().forEach(each -> found.or(byLanguage.get(each)));
                } else {
                    found.or(all);
                }
            });
        }
    }

    /**
     * Adds a rule.
     *
     * @param all its constraints, all of which hold if it matches
     */
    public void add(int rule, List<Constraint> all) {
        for (Constraint constraint : all) {
            List<Language> united = constraint
                    .needed()
                    .filter(ValueSet.Matching.class::isInstance)
                    .map(set -> ((ValueSet.Matching) set).language().united())
                    .orElse(List.of());
            if (!united.isEmpty()) {
                places.computeIfAbsent(
                                List.of(
                                        constraint.parameter(),
                                        constraint.place().steps()),
                                key -> new Place(constraint))
                        .add(rule, united);
                return;
            }
        }
        always.set(rule);
    }

    /** Returns the rules that may match some arguments or be unanswered. */
    public BitSet of(JsonNode arguments) {
        BitSet found = (BitSet) always.clone();
        places.values().forEach(place -> place.find(arguments.path(place.constraint.parameter()), found));
        return found;
    }
}
