package dev.toolpolicy.runtime.internal.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.runtime.decision.RuleDecision;
import dev.toolpolicy.runtime.internal.place.GuardSearch;
import dev.toolpolicy.runtime.internal.place.Place;
import org.jspecify.annotations.Nullable;

/**
 * The decision on complete arguments, for one call at a time. It walks the trie of the rules' pointers and the
 * arguments together, and skips what only rules after a matching one need. Not thread-safe.
 */
final class CompleteEvaluation {
    private final FirstRules rules;
    private final RuleProgress progress;
    private final TextProgress strings;
    private final GuardSearch guards;

    CompleteEvaluation(FirstRules rules) {
        this.rules = rules;
        progress = new RuleProgress(rules);
        strings = new TextProgress(rules, progress);
        guards = new GuardSearch(strings.judge());
    }

    RuleDecision evaluate(ObjectNode arguments) {
        progress.reset();
        strings.reset();
        walk(rules.root(), arguments);
        progress.exhaust(rules.root());
        if (rules.isUnattended(progress.matched())) {
            progress.guard(guards.find(rules.root(), arguments));
        }
        progress.conclude();
        RuleDecision verdict = progress.verdict();
        if (verdict == null) {
            throw new IllegalStateException("the rules wait for more than the complete arguments");
        }
        return verdict;
    }

    private void walk(Place at, JsonNode value) {
        PlaceRules own = rules.at(at);
        if (own != null) {
            judge(at, own, value);
        }
        if (value.isObject()) {
            for (Place child : at.children()) {
                if (child.lowest() >= progress.matched()) {
                    break;
                }
                walkInto(child, value.get(child.name()));
            }
        } else if (value.isArray()) {
            Place elements = at.elements();
            for (int i = 0; elements != null && i < value.size(); i++) {
                walkInto(elements, value.get(i));
            }
        }
    }

    private void walkInto(Place at, @Nullable JsonNode value) {
        if (value != null && !value.isNull()) {
            walk(at, value);
        }
    }

    private void judge(Place at, PlaceRules own, JsonNode value) {
        String text = value.textValue();
        if (text != null) {
            strings.string(at, own, text);
        } else if (value.isNumber()) {
            progress.value(at, own, own.numbers().of(value));
        } else if (value.isBoolean()) {
            progress.value(at, own, own.bool(value.booleanValue()));
        } else {
            progress.value(at, own, own.takesContainers() ? own.container(value, strings.judge()) : own.none());
        }
    }
}
