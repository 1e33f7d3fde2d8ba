package dev.toolpolicy.analysis.internal.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.analysis.internal.read.Keyword;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Match;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleSpec;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A rule as it was written, before any check. Immutable; nothing changes the values.
 *
 * @param members the value of each member by its name in policy files ({@code arg}, {@code const}, {@code enum},
 *     {@code exclusive_minimum}, …), in written order
 */
public record RuleDraft(Map<String, JsonNode> members) {

    /** Checks and copies the components. */
    public RuleDraft {
        members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
    }

    /**
     * Creates the draft of a rule made in code, as it would be written in a policy file.
     *
     * @return the draft, for {@link ValueSyntax#TYPED}
     */
    public static RuleDraft of(RuleSpec rule) {
        Map<String, JsonNode> members = new LinkedHashMap<>();
        rule.condition().ifPresent(condition -> write(condition, members));
        members.put(Keyword.MODE.word(), TextNode.valueOf(rule.mode().word()));
        return new RuleDraft(members);
    }

    private static void write(Condition condition, Map<String, JsonNode> members) {
        members.put(Keyword.ARG.word(), TextNode.valueOf(condition.argument().toString()));
        members.put(condition.matcher().keyword(), value(condition.matcher()));
        if (condition.match() != Match.ANY) {
            members.put(Keyword.MATCH.word(), TextNode.valueOf(condition.match().word()));
        }
    }

    private static JsonNode value(Matcher matcher) {
        if (matcher instanceof Matcher.Constant constant) {
            return constant.value();
        } else if (matcher instanceof Matcher.OneOf oneOf) {
            ArrayNode values = JsonNodeFactory.instance.arrayNode();
            oneOf.values().forEach(values::add);
            return values;
        } else if (matcher instanceof Matcher.Prefix prefix) {
            return TextNode.valueOf(prefix.text());
        } else if (matcher instanceof Matcher.Pattern pattern) {
            return TextNode.valueOf(pattern.regex());
        }
        // JSON number types can't represent every limit that ExactNumber can, such as 1e99999999999.
        return JsonNodeFactory.instance.pojoNode(((Matcher.Bound) matcher).limit());
    }
}
