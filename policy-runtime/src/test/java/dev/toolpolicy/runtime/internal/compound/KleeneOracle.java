package dev.toolpolicy.runtime.internal.compound;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Match;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.decision.RuleDecision;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * A second, slow evaluation of rules in three values, straight from Kleene's tables. It knows arrays, objects, strings,
 * numbers and booleans, no paths, and of URLs only {@code http://} with a name of letters and dots, to the end.
 */
final class KleeneOracle {
    private static final Pattern URL = Pattern.compile("http://([a-z]+(?:\\.[a-z]+)*)/?");

    /** What a condition says. */
    enum Truth {
        FALSE,
        UNKNOWN,
        TRUE;

        static Truth of(boolean holds) {
            return holds ? TRUE : FALSE;
        }

        Truth and(Truth other) {
            return compareTo(other) < 0 ? this : other;
        }

        Truth or(Truth other) {
            return compareTo(other) > 0 ? this : other;
        }
    }

    private final ObjectNode facts;

    KleeneOracle(ObjectNode facts) {
        this.facts = facts;
    }

    RuleDecision decide(RuleList list, ObjectNode arguments) {
        int mark = -1;
        for (int i = 0; i < list.rules().size(); i++) {
            RuleSpec rule = list.rules().get(i);
            Truth truth = rule(rule, arguments);
            if (truth == Truth.TRUE) {
                return mark >= 0 && rule.mode() == Mode.ALLOW
                        ? RuleDecision.unreadBy(mark)
                        : RuleDecision.by(i, rule.mode());
            } else if (truth == Truth.UNKNOWN && rule.mode() != Mode.ALLOW && mark < 0) {
                mark = i;
            }
        }
        return RuleDecision.IMPLICIT;
    }

    private Truth rule(RuleSpec rule, ObjectNode arguments) {
        if (rule.each().isEmpty()) {
            return all(rule, arguments);
        }
        RuleSpec.Each each = rule.each().get();
        return count(values(arguments, each.array().toString()), each.match(), element -> all(rule, element));
    }

    private Truth all(RuleSpec rule, JsonNode root) {
        Truth truth = Truth.TRUE;
        for (Condition condition : rule.conditions()) {
            truth = truth.and(condition(condition, root));
        }
        return truth;
    }

    private Truth condition(Condition condition, JsonNode root) {
        String pointer = condition.pointer().toString();
        if (condition.isOnFact() && !facts.has(pointer.split("/")[1])) {
            return Truth.UNKNOWN;
        }
        List<JsonNode> values = values(condition.isOnFact() ? facts : root, pointer);
        return count(values, condition.match().orElse(null), value -> {
            Truth truth = Truth.TRUE;
            for (Matcher matcher : condition.matchers()) {
                truth = truth.and(matcher(matcher, value));
            }
            return truth;
        });
    }

    private static Truth count(List<JsonNode> values, Match match, Function<JsonNode, Truth> test) {
        if (match == Match.ALL) {
            return values.stream().map(test).reduce(Truth.of(!values.isEmpty()), Truth::and);
        }
        return values.stream().map(test).reduce(Truth.FALSE, Truth::or);
    }

    private static List<JsonNode> values(JsonNode root, String pointer) {
        List<JsonNode> values = List.of(root);
        for (String name : pointer.substring(1).split("/")) {
            List<JsonNode> next = new ArrayList<>();
            for (JsonNode value : elements(values)) {
                next.add(value.path(name));
            }
            values = next;
        }
        return elements(values);
    }

    private static List<JsonNode> elements(List<JsonNode> values) {
        List<JsonNode> all = new ArrayList<>();
        for (JsonNode value : values) {
            if (value.isArray()) {
                List<JsonNode> inner = new ArrayList<>();
                value.forEach(inner::add);
                all.addAll(elements(inner));
            } else if (!value.isMissingNode() && !value.isNull()) {
                all.add(value);
            }
        }
        return all;
    }

    private Truth matcher(Matcher matcher, JsonNode value) {
        if (matcher instanceof Matcher.InFact inFact) {
            String pointer = inFact.fact().toString();
            return facts.has(pointer.split("/")[1])
                    ? Truth.of(values(facts, pointer).stream().anyMatch(each -> same(each, value)))
                    : Truth.UNKNOWN;
        } else if (matcher instanceof Matcher.Host host) {
            var url = URL.matcher(value.textValue());
            return url.matches() ? Truth.of(host.names().contains(url.group(1))) : Truth.UNKNOWN;
        } else if (matcher instanceof Matcher.Constant constant) {
            return Truth.of(same(constant.value(), value));
        } else if (matcher instanceof Matcher.OneOf oneOf) {
            return Truth.of(oneOf.values().stream().anyMatch(each -> same(each, value)));
        } else if (matcher instanceof Matcher.Prefix prefix) {
            return Truth.of(value.textValue().startsWith(prefix.text()));
        } else if (matcher instanceof Matcher.Pattern pattern) {
            return Truth.of(
                    Pattern.compile(pattern.regex()).matcher(value.textValue()).find());
        }
        Matcher.Bound bound = (Matcher.Bound) matcher;
        return Truth.of(bound.kind()
                .holds(value.decimalValue()
                        .compareTo(new BigDecimal(bound.limit().toString()))));
    }

    private static boolean same(JsonNode one, JsonNode other) {
        return one.isNumber() && other.isNumber()
                ? one.decimalValue().compareTo(other.decimalValue()) == 0
                : one.equals(other);
    }
}
