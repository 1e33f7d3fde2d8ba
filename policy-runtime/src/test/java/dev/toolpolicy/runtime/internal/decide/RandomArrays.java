package dev.toolpolicy.runtime.internal.decide;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random rules on arrays, arrays in arrays and elements, beside a string and a path that may be outside of the
 * workspace. Their words are of {@link Continuations}.
 */
final class RandomArrays {
    private static final ParameterType STRINGS = ParameterType.arrayOf(ParameterType.string());
    private static final Parameter STRING = Parameter.optional("s", ParameterType.string());
    private static final Parameter PATH = Parameter.optional("p", ParameterType.path());
    private static final ParameterType PATHS = ParameterType.arrayOf(ParameterType.path());
    static final ToolSchema FACTS = ToolSchema.of(Parameter.optional("list", STRINGS));
    private static final List<String> WORDS = List.of("a", "A", "");

    /** The parameters of a call, and the places of its strings; {@code each} is an array of objects, or empty. */
    private record Scene(ToolSchema schema, String each, List<String> places) {}

    private static final List<Scene> SCENES = List.of(
            new Scene(ToolSchema.of(Parameter.optional("xs", STRINGS), STRING), "", List.of("/xs", "/xs", "/s")),
            new Scene(ToolSchema.of(Parameter.optional("xs", STRINGS), PATH), "", List.of("/xs")),
            new Scene(ToolSchema.of(Parameter.optional("ps", PATHS), STRING), "", List.of("/ps", "/ps", "/s")),
            new Scene(ToolSchema.of(Parameter.required("xs", ParameterType.arrayOf(STRINGS))), "", List.of("/xs")),
            new Scene(elements(Parameter.optional("b", ParameterType.string())), "/os", List.of("/a", "/b")),
            new Scene(elements(Parameter.optional("ys", STRINGS)), "/os", List.of("/a", "/ys")));

    private static ToolSchema elements(Parameter second) {
        ParameterType element = ParameterType.objectOf(Parameter.required("a", ParameterType.string()), second);
        return ToolSchema.of(Parameter.optional("os", ParameterType.arrayOf(element)));
    }

    private final Scene scene;
    private final Random random;

    RandomArrays(Random random) {
        this.random = random;
        scene = pick(SCENES);
    }

    ToolSchema schema() {
        return scene.schema;
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    RuleList rules() {
        List<RuleSpec> rules = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            boolean each = !scene.each.isEmpty() && random.nextBoolean();
            List<Condition> conditions = new ArrayList<>();
            for (int j = random.nextInt(2); j >= 0; j--) {
                conditions.add(condition(each ? "" : scene.each));
            }
            rules.add(
                    each
                            ? RuleSpec.whenEach(
                                    new RuleSpec.Each(ArgumentPointer.parse(scene.each), pick(List.of(Match.values()))),
                                    conditions,
                                    mode())
                            : RuleSpec.whenAll(conditions, mode()));
        }
        if (random.nextInt(3) > 0) {
            rules.add(RuleSpec.otherwise(mode()));
        }
        return new RuleList(rules);
    }

    private Mode mode() {
        return random.nextBoolean() ? Mode.ALLOW : pick(List.of(Mode.values()));
    }

    private Condition condition(String base) {
        String place = pick(scene.places);
        Condition condition = Condition.onArgument(ArgumentPointer.parse(base + place), matcher(place));
        if (random.nextInt(4) == 0) {
            condition = condition.and(matcher(place));
        }
        boolean array = place.endsWith("s") && place.length() > 2 || !base.isEmpty();
        condition = array && random.nextBoolean() ? condition.match(pick(List.of(Match.values()))) : condition;
        boolean folds = condition.matchers().stream().noneMatch(each -> each.kind() == Matcher.Kind.IN_FACT);
        return folds && random.nextInt(3) == 0 ? condition.ignoringCase() : condition;
    }

    private Matcher matcher(String place) {
        List<String> words = place.equals("/ps") ? List.of("a", "A", "b") : WORDS;
        return switch (random.nextInt(place.equals("/ps") ? 6 : 7)) {
            case 0, 1 -> Matcher.constant(TextNode.valueOf(pick(words)));
            case 2, 3 -> Matcher.oneOf(List.of(TextNode.valueOf(pick(words)), TextNode.valueOf(pick(words))));
            case 4, 5 -> Matcher.prefix(pick(WORDS.subList(0, 2)));
            default -> Matcher.inFact(ArgumentPointer.parse("/list"));
        };
    }

    ObjectNode facts() {
        ObjectNode facts = JsonNodeFactory.instance.objectNode();
        if (random.nextBoolean()) {
            facts.withArray("/list");
            for (int i = random.nextInt(3); i > 0; i--) {
                facts.withArray("/list").add(pick(WORDS));
            }
        }
        return facts;
    }
}
