package dev.toolpolicy.examples;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Match;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.Rule;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.call.RunDecision;
import java.util.List;
import java.util.stream.Collectors;

/** Rules in words. */
final class RuleText {
    private final ToolCatalog tools;

    RuleText(ToolCatalog tools) {
        this.tools = tools;
    }

    /** Which rule decided: its number from 1, and what it says. */
    String deciding(String tool, RunDecision decision) {
        return decision.rule().isEmpty()
                ? number(tool, decision)
                : number(tool, decision) + ", " + of(rules(tool).get(decision.rule().getAsInt()));
    }

    /** The number of the rule that decided. */
    String number(String tool, RunDecision decision) {
        return decision.rule().isEmpty()
                ? "no rule"
                : "rule " + (decision.rule().getAsInt() + 1) + " of " + rules(tool).size();
    }

    private List<Rule> rules(String tool) {
        return tools.find(tool).flatMap(found -> found.run()).map(RuleList::rules).orElse(List.of());
    }

    private static String of(Rule rule) {
        return rule.condition().map(RuleText::of).orElse("otherwise") + " -> " + rule.mode().word();
    }

    private static String of(Condition condition) {
        String argument = (condition.match() == Match.ALL ? "all of " : "") + condition.argument();
        Matcher matcher = condition.matcher();
        return Printable.of(argument + " " + matcher.keyword() + " " + of(matcher));
    }

    private static String of(Matcher matcher) {
        if (matcher instanceof Matcher.Constant constant) {
            return constant.value().toString();
        } else if (matcher instanceof Matcher.OneOf oneOf) {
            return oneOf.values().stream().map(Object::toString).collect(Collectors.joining(", "));
        } else if (matcher instanceof Matcher.Prefix prefix) {
            return "\"" + prefix.text() + "\"";
        } else if (matcher instanceof Matcher.Bound bound) {
            return bound.limit().toString();
        }
        throw new IllegalStateException("no words for " + matcher.keyword());
    }
}
