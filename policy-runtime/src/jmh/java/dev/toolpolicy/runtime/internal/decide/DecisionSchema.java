package dev.toolpolicy.runtime.internal.decide;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import java.math.BigDecimal;
import java.util.regex.Pattern;

/** The policy as JSON Schema: arguments are valid if the call may run unattended. */
final class DecisionSchema {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private DecisionSchema() {}

    static ObjectNode of(RuleList rules) {
        ObjectNode schema = NODES.objectNode();
        ArrayNode yes = schema.putArray("anyOf");
        ArrayNode no = schema.putObject("not").putArray("anyOf");
        for (RuleSpec rule : rules.rules()) {
            (rule.mode() == Mode.ALLOW ? yes : no).add(schema(rule.conditions().get(0)));
        }
        return schema;
    }

    private static ObjectNode schema(Condition condition) {
        String name = condition.pointer().parameter();
        ObjectNode schema = NODES.objectNode();
        schema.putArray("required").add(name);
        schema.putObject("properties").set(name, matcher(condition.matchers().get(0)));
        return schema;
    }

    private static ObjectNode matcher(Matcher matcher) {
        ObjectNode schema = NODES.objectNode();
        if (matcher.kind() == Matcher.Kind.PREFIX) {
            return schema.put(
                    "pattern",
                    "^" + Pattern.compile("[.\\-]").matcher(matcher.text()).replaceAll("\\\\$0"));
        } else if (matcher.kind() == Matcher.Kind.PATTERN) {
            return schema.put("pattern", matcher.text());
        } else if (matcher.kind() == Matcher.Kind.CONST) {
            return schema.set("const", matcher.values().get(0));
        } else if (matcher.kind() == Matcher.Kind.ENUM) {
            matcher.values().forEach(schema.withArray("/enum")::add);
            return schema;
        }
        return schema.put(
                "minimum", new BigDecimal(matcher.limit().orElseThrow().toString()));
    }
}
