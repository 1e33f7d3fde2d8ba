package dev.toolpolicy.runtime.internal.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.analysis.internal.check.RuleListReader;
import dev.toolpolicy.analysis.internal.read.FlowScope;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Lists under patterns are checked once for tools that are the same to them, with the same answers. */
class SharedChecksTest {
    private static final int LISTS = Integer.getInteger("toolpolicy.rounds", 125);
    private static final int TOOLS = 16;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ToolSchema FACTS = ToolSchema.of(Parameter.optional("role", ParameterType.string()));
    /** The names that rules look at; the last ones are written with escapes, and those of a tool that has none. */
    private static final List<String> NAMED = List.of("path", "to", "n", "mode", "a/b", "c~d", "gone");

    private static final List<String> OTHERS = List.of("x", "y", "body", "paths");
    private static final List<String> CONDITIONS = List.of(
            "{'arg': '/path', 'prefix': 'src/'}",
            "{'arg': '/path', 'prefix': 'src/a'}",
            "{'arg': '/path', 'glob': '*.md', 'or_absent': true}",
            "{'arg': '/to', 'const': 'a'}",
            "{'arg': '/to/id', 'pattern': '^a'}",
            "{'arg': '/to', 'host': 'x.y'}",
            "{'arg': '/n', 'maximum': 3}",
            "{'arg': '/n', 'minimum': 3, 'match': 'all'}",
            "{'arg': '/mode', 'enum': ['r', 'w']}",
            "{'arg': '/a~1b', 'const': 1.50}",
            "{'arg': '/c~0d/e', 'prefix': 'x'}",
            "{'arg': '/gone', 'const': true}",
            "{'arg': 'path', 'const': 'a'}",
            "{'arg': '/path/0', 'const': 'a'}",
            "{'fact': '/role', 'const': 'admin'}",
            "{'label': 'untrusted'}");

    private final Random random = new Random();
    private int shared;
    private int problems;
    private int unfit;

    /** Keeps nothing, so that each tool is checked for itself. */
    private static final class Forgetful extends HashMap<ToolSchema, PatternRules.Fit> {
        private static final long serialVersionUID = 1;

        @Override
        public PatternRules.Fit computeIfAbsent(
                ToolSchema seen, Function<? super ToolSchema, ? extends PatternRules.Fit> check) {
            return check.apply(seen);
        }
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private ParameterType type(int depth) {
        return switch (random.nextInt(depth > 1 ? 6 : 9)) {
            case 0 -> ParameterType.path();
            case 1 -> ParameterType.integer();
            case 2 -> ParameterType.number(pick(List.of(ParameterType.Precision.values())));
            case 3 -> ParameterType.bool();
            case 4 -> ParameterType.string("r", "w", "a");
            case 6 -> ParameterType.arrayOf(type(depth + 1));
            case 7 -> ParameterType.objectOf(parameter("id", type(depth + 1)), parameter("e", type(depth + 1)));
            case 8 -> ParameterType.any();
            default -> ParameterType.string();
        };
    }

    private Parameter parameter(String name, ParameterType type) {
        Parameter made = random.nextBoolean() ? Parameter.required(name, type) : Parameter.optional(name, type);
        if (!made.isRequired() && random.nextInt(3) == 0) { // also one that isn't valid
            made = made.withDefault(TextNode.valueOf("a"));
        }
        return random.nextInt(8) == 0 ? made.asLarge() : made.describedAs("" + random.nextInt(3));
    }

    private ToolSchema tool() {
        List<Parameter> parameters = new ArrayList<>();
        for (String name : random.nextInt(3) == 0 ? NAMED : List.of("path", "to", "n")) {
            if (!name.equals("gone") && random.nextInt(4) > 0) {
                boolean usual = name.equals("path") && random.nextInt(3) > 0;
                parameters.add(parameter(name, usual ? ParameterType.path() : type(0)));
            }
        }
        for (String name : OTHERS) {
            if (random.nextInt(3) == 0) {
                parameters.add(parameter(name, random.nextBoolean() ? ParameterType.string() : type(0)));
            }
        }
        Collections.shuffle(parameters, random);
        return new ToolSchema(ParameterType.objectOf(parameters, random.nextInt(4) == 0 ? type(0) : null));
    }

    private ObjectNode rule() throws Exception {
        ObjectNode rule = JSON.createObjectNode();
        switch (random.nextInt(5)) {
            case 0 -> rule.putArray("all").add(condition()).add(condition());
            case 1 ->
                rule.put("each", pick(List.of("/to", "/path")))
                        .putArray("all")
                        .add(JSON.createObjectNode().put("arg", "/id").put("prefix", "a"));
            case 2 -> {} // a rule for all calls
            default -> rule.setAll(condition());
        }
        rule.put(
                "mode", pick(List.of("allow", "allow", "ask", "deny", "edit", random.nextInt(9) == 0 ? "no" : "deny")));
        if (random.nextInt(6) == 0) {
            rule.putArray(pick(List.of("examples", "counterexamples"))).add(example());
        }
        if (random.nextInt(4) == 0) {
            rule.put("where_present", true);
        }
        return rule;
    }

    private JsonNode example() throws Exception {
        return random.nextBoolean()
                ? TextNode.valueOf("src/a.md")
                : JSON.createObjectNode().put(pick(List.of("path", "x", "y")), "a");
    }

    private ObjectNode condition() throws Exception {
        return (ObjectNode) JSON.readTree(pick(CONDITIONS).replace('\'', '"'));
    }

    private LayerList list(RuleScope scope) throws Exception {
        ListOrigin origin = new ListOrigin(ListOrigin.Kind.ALL_TOOLS, Optional.empty());
        ArrayNode written = JSON.createArrayNode();
        if (random.nextInt(3) == 0) { // a list without problems, so that those of a later tool are seen
            ObjectNode inside = written.addObject()
                    .put("arg", "/path")
                    .put("prefix", "src/")
                    .put("mode", "allow");
            if (random.nextBoolean()) {
                inside.putArray("examples").addObject().put("path", "src/a").put("x", "a");
            }
            if (random.nextInt(4) == 0) {
                written.addObject().put("arg", "/a~1b").put("const", "a").put("mode", "deny");
            }
            written.addObject().put("mode", "ask");
        }
        for (int i = written.isEmpty() ? random.nextInt(5) : -1; i >= 0; i--) {
            written.add(rule());
        }
        Optional<RuleList> made = RuleListReader.read(scope.withParameters(tool()), written)
                .rules()
                .filter(rules -> random.nextBoolean());
        return made.map(rules -> LayerList.ofCode(LayerPlaces.none(), origin, rules))
                .orElseGet(() -> LayerList.written(LayerPlaces.none(), "/run", origin, written));
    }

    private void compare(String seed) throws Exception {
        RuleScope open = new RuleScope(ToolSchema.of(), FACTS, PathReading.PLAIN, FlowScope.ANY);
        RuleScope scope = random.nextBoolean() ? open.inFloor() : open;
        LayerList list = list(scope);
        PatternRules fast = new PatternRules(list, scope);
        PatternRules slow = new PatternRules(list, scope);
        slow.known = new Forgetful();
        List<ToolSchema> tools = new ArrayList<>();
        for (int i = 0; i < TOOLS; i++) {
            tools.add(i > 2 && random.nextBoolean() ? alike(pick(tools)) : tool());
            ToolSchema tool = tools.get(i);
            Optional<RuleList> fit = fast.fit("tool" + i, tool);
            assertThat(fit).as("%s: tool %s of %s", seed, tool, tools).isEqualTo(slow.fit("tool" + i, tool));
            assertThat(fast.numbers()).as(seed).isEqualTo(slow.numbers());
            unfit += fit.filter(rules -> rules.rules().size() == list.size()).isEmpty() ? 1 : 0;
        }
        assertThat(fast.absent()).as(seed).isEqualTo(slow.absent());
        assertThat(fast.problems().toString())
                .as("%s: tools %s", seed, tools)
                .isEqualTo(slow.problems().toString());
        shared += TOOLS - fast.known.size();
        problems += fast.problems().size();
    }

    /** Returns a tool with other parameters, which most rules don't name, and other descriptions. */
    private ToolSchema alike(ToolSchema tool) {
        List<Parameter> parameters = new ArrayList<>(tool.parameters());
        parameters.removeIf(each -> each.name().equals("x")
                || each.name().equals("y")
                || each.name().equals("a/b"));
        parameters.replaceAll(each -> each.describedAs("like it"));
        parameters.add(random.nextInt(parameters.size() + 1), parameter(pick(List.of("x", "y", "a/b")), type(0)));
        return new ToolSchema(ParameterType.objectOf(parameters, tool.root().additional()));
    }

    @Test
    void answersAndProblemsAreThoseOfEachToolAlone() throws Exception {
        long seed = Long.getLong("toolpolicy.seed", 20_263);
        for (int i = 0; i < LISTS; i++) {
            random.setSeed(seed + i);
            compare("seed " + (seed + i));
        }
        assertThat(shared).as("tools that were not checked").isGreaterThan(2 * LISTS);
        assertThat(problems).isGreaterThan(LISTS);
        assertThat(unfit).isGreaterThan(LISTS);
    }

    /** Checks two tools under a list that is without problems for the first of them. */
    private static void verifySecondIsFound(String rule, ToolSchema first, ToolSchema second) throws Exception {
        ListOrigin origin = new ListOrigin(ListOrigin.Kind.ALL_TOOLS, Optional.empty());
        JsonNode written = JSON.readTree("[" + rule.replace('\'', '"') + ", {\"mode\": \"ask\"}]");
        LayerList list = LayerList.written(LayerPlaces.none(), "/run", origin, written);
        RuleScope scope = new RuleScope(ToolSchema.of(), FACTS, PathReading.PLAIN);
        PatternRules rules = new PatternRules(list, scope);
        rules.fit("first", first);
        assertThat(rules.problems()).isEmpty();
        rules.fit("second", second);
        assertThat(rules.problems()).hasSize(1);
    }

    @Test
    void problemsOfALaterToolAreFound() throws Exception {
        Parameter path = Parameter.required("path", ParameterType.path());
        Parameter text = Parameter.optional("text", ParameterType.string());
        String allow = "{'arg': '/path', 'prefix': 'src/', 'mode': 'allow'}";
        verifySecondIsFound(allow, ToolSchema.of(text, path), ToolSchema.of(text.asLarge(), path));
        verifySecondIsFound(
                allow, ToolSchema.of(path), ToolSchema.of(path, Parameter.optional("to", ParameterType.path())));
        verifySecondIsFound(
                allow.replace("}", ", 'examples': [{'path': 'src/a', 'text': 'a'}]}"),
                ToolSchema.of(path, text),
                ToolSchema.of(path));
    }
}
