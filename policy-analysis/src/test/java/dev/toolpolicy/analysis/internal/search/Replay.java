package dev.toolpolicy.analysis.internal.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.runtime.internal.read.CheckedVisitor;
import dev.toolpolicy.runtime.internal.read.CompiledSchema;
import dev.toolpolicy.runtime.internal.read.FragmentParser;
import dev.toolpolicy.runtime.internal.read.SchemaCheck;
import dev.toolpolicy.runtime.internal.read.ValueAggregator;
import dev.toolpolicy.schema.ToolSchema;

/** The rules' decision on arguments, as the parser and the schema check pass them. */
final class Replay {
    private final ToolSchema schema;
    private final CompiledSchema shape;

    Replay(ToolSchema schema) {
        this.schema = schema;
        this.shape = CompiledSchema.of(schema);
    }

    /** The rule that decides, -1 if none does. */
    int deciding(RuleList rules, JsonNode arguments, String what) {
        return NaiveRules.decide(schema, rules, read(arguments, what));
    }

    private ObjectNode read(JsonNode arguments, String what) {
        ValueAggregator values = new ValueAggregator();
        FragmentParser parser =
                new FragmentParser(ArgumentLimits.defaults(), new SchemaCheck(shape, CheckedVisitor.of(values)));
        String text = arguments.toString();
        for (int i = 0; i < text.length(); i++) {
            parser.append(text.substring(i, i + 1));
        }
        assertThat(parser.finish().error()).as("%s: %s is valid", what, text).isEmpty();
        return (ObjectNode) values.value().orElseThrow();
    }
}
