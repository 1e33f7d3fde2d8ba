package dev.toolpolicy.analysis.internal.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.check.Reachability;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Example calls are the shortest ones, and of these the most readable, with and without a search. */
class WitnessTest {
    private static final Argument.Text PATH = Argument.Text.at("/path");
    private static final Argument.Text TEXT = Argument.Text.at("/text");

    @Test
    void ofPaths() {
        assertThat(decided(PATH.prefix("src/"), PATH.prefix("."))).containsExactly("src", "a");
        assertThat(decided(PATH.constant("a"), PATH.constant("."), PATH.prefix(".")))
                .containsExactly("a", ".", "b");
        assertThat(decided(PATH.prefix("src/a"), PATH.prefix("src/"), PATH.prefix("..")))
                .containsExactly("src/a", "src", "..");
        assertThat(decided(PATH.pattern("^[./]+x$"))).containsExactly(".x");
        assertThat(decided(PATH.pattern("/$"), PATH.pattern("/"))).containsExactly("/", "/a");
    }

    @Test
    void ofTexts() {
        assertThat(decided(TEXT.prefix("ab"), TEXT.prefix("a"))).containsExactly("ab", "a");
        assertThat(decided(TEXT.constant("a"), TEXT.prefix("a"), TEXT.pattern("b|c")))
                .containsExactly("a", "aa", "b");
    }

    @Test
    void listedPathsAreSpelledAsListed() {
        ParameterType listed = ParameterType.arrayOf(ParameterType.path(List.of("./a", "b")));
        ToolSchema schema =
                ToolSchema.of(Parameter.required("place", ParameterType.objectOf(Parameter.required("paths", listed))));
        ObjectNode place = JsonNodeFactory.instance.objectNode();
        place.putArray("paths").add("a");
        RuleList rules = RuleList.of(RuleSpec.when(Argument.Value.at("/place").constant(place), Mode.ASK));
        assertThat(Reachability.of(RuleScope.of(schema, PathReading.PLAIN), rules)
                        .rules())
                .extracting(reach ->
                        ((Reachability.Reach.Decides) reach).arguments().toString())
                .containsExactly("{\"place\":{\"paths\":[\"./a\"]}}");
    }

    /** The value in the call that each rule decides. */
    private static Stream<String> decided(Condition... conditions) {
        String name = conditions[0].pointer().parameter();
        ParameterType type = name.equals("path") ? ParameterType.path() : ParameterType.string();
        RuleSpec[] rules =
                Stream.of(conditions).map(each -> RuleSpec.when(each, Mode.ASK)).toArray(RuleSpec[]::new);
        return Reachability.of(
                        RuleScope.of(ToolSchema.of(Parameter.required(name, type)), PathReading.PLAIN),
                        RuleList.of(rules))
                .rules()
                .stream()
                .map(reach -> ((Reachability.Reach.Decides) reach)
                        .arguments()
                        .get(name)
                        .textValue());
    }
}
