package dev.toolpolicy.runtime.internal.decide;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ExactNumber;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/** A reader of rules as conformance vectors write them, without any check. */
final class VectorRules {
    private static final Map<String, Matcher.Bound> BOUNDS = Map.of(
            "minimum", Matcher.Bound.MINIMUM,
            "maximum", Matcher.Bound.MAXIMUM,
            "exclusive_minimum", Matcher.Bound.EXCLUSIVE_MINIMUM,
            "exclusive_maximum", Matcher.Bound.EXCLUSIVE_MAXIMUM);

    private VectorRules() {}

    static RuleList read(JsonNode run) {
        if (run.isTextual()) {
            return RuleList.always(Mode.of(run.textValue()).orElseThrow());
        }
        List<RuleSpec> rules = new ArrayList<>();
        run.forEach(rule -> rules.add(rule(rule)));
        return new RuleList(rules);
    }

    private static RuleSpec rule(JsonNode rule) {
        Mode mode = Mode.of(rule.get("mode").textValue()).orElseThrow();
        List<Condition> conditions = new ArrayList<>();
        if (rule.has("all")) {
            rule.get("all").forEach(each -> conditions.add(condition(each)));
        } else if (rule.has("arg") || rule.has("fact")) {
            conditions.add(condition(rule));
        }
        if (rule.has("each")) {
            Match match =
                    rule.has("match") ? Match.of(rule.get("match").textValue()).orElseThrow() : null;
            return RuleSpec.whenEach(
                    new RuleSpec.Each(ArgumentPointer.parse(rule.get("each").textValue()), match), conditions, mode);
        }
        return conditions.isEmpty() ? RuleSpec.otherwise(mode) : RuleSpec.whenAll(conditions, mode);
    }

    private static Condition condition(JsonNode each) {
        List<Matcher> matchers = new ArrayList<>();
        each.properties().forEach(entry -> matchers.addAll(matcher(entry.getKey(), entry.getValue(), each)));
        boolean fact = each.has("fact");
        ArgumentPointer place =
                ArgumentPointer.parse(each.get(fact ? "fact" : "arg").textValue());
        Condition condition =
                fact ? Condition.onFact(place, matchers.get(0)) : Condition.onArgument(place, matchers.get(0));
        for (Matcher matcher : matchers.subList(1, matchers.size())) {
            condition = condition.and(matcher);
        }
        if (each.has("match")) {
            condition = condition.match(Match.of(each.get("match").textValue()).orElseThrow());
        }
        return each.path("ignore_case").asBoolean() ? condition.ignoringCase() : condition;
    }

    private static List<Matcher> matcher(String key, JsonNode value, JsonNode all) {
        if (BOUNDS.containsKey(key)) {
            return List.of(Matcher.bound(BOUNDS.get(key), ExactNumber.of(value)));
        }
        return switch (key) {
            case "const" -> List.of(Matcher.constant(value));
            case "enum" ->
                List.of(Matcher.oneOf(
                        StreamSupport.stream(value.spliterator(), false).toList()));
            case "pattern" -> List.of(Matcher.pattern(value.textValue()));
            case "prefix" -> List.of(Matcher.prefix(value.textValue()));
            case "glob" -> List.of(Matcher.glob(value.textValue()));
            case "in_fact" -> List.of(Matcher.inFact(ArgumentPointer.parse(value.textValue())));
            case "commands" ->
                List.of(Matcher.commands(texts(value), all.path("lines").asBoolean()));
            case "host" -> {
                List<Integer> ports = new ArrayList<>();
                all.path("ports").forEach(port -> ports.add(port.intValue()));
                yield List.of(Matcher.host(texts(value), texts(all.path("schemes")), ports));
            }
            default -> List.of();
        };
    }

    private static List<String> texts(JsonNode values) {
        List<String> texts = new ArrayList<>();
        values.forEach(value -> texts.add(value.textValue()));
        return texts;
    }
}
