package dev.toolpolicy.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.analysis.internal.check.RuleListReader;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.config.internal.read.ToolReader;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ParameterType.Precision;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.shared.PageLines;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ToolReaderTest {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text.replace('\'', '"'));
        } catch (JsonProcessingException broken) {
            throw new IllegalArgumentException(text, broken);
        }
    }

    private static JsonNode tool(String properties, String... required) {
        String names = String.join("', '", required);
        return json("{'name': 't', 'parameters': {'type': 'object', 'properties': {" + properties + "}, 'required': ["
                + (names.isEmpty() ? "" : "'" + names + "'") + "]}}");
    }

    private static String problems(JsonNode declared) {
        return PageLines.cut(catchThrowableOfType(InvalidPolicyException.class, () -> ToolReader.read(declared))
                .getMessage());
    }

    @Test
    void everyTypeIsRead() {
        DeclaredTool tool = ToolReader.read(json("{'name': 'write', 'description': 'Writes.', 'parameters': "
                + "{'type': 'object', 'required': ['path', 'edits'], 'additionalProperties': true, 'properties': {"
                + "'path': {'type': 'path', 'description': 'Where.'},"
                + "'level': {'type': 'string', 'enum': ['low', 'high'], 'default': 'low'},"
                + "'size': {'type': 'integer', 'minimum': 0, 'maximum': 2.55e2},"
                + "'ratio': {'type': 'number', 'precision': 'float', 'default': 0.10000000001},"
                + "'force': {'type': 'boolean', 'default': null},"
                + "'edits': {'type': 'array', 'items': {'type': 'object', 'properties': {'text': {'type': 'string'}},"
                + " 'additionalProperties': {'type': 'integer'}}},"
                + "'extra': {'type': 'any', 'large': true}}}}"));

        Parameter text = Parameter.optional("text", ParameterType.string());
        ParameterType edit = ParameterType.objectOf(List.of(text), ParameterType.integer());
        assertThat(tool.name()).isEqualTo("write");
        assertThat(tool.description()).isEqualTo("Writes.");
        assertThat(tool.schema())
                .isEqualTo(new ToolSchema(ParameterType.objectOf(
                        List.of(
                                Parameter.required("path", ParameterType.path()).describedAs("Where."),
                                Parameter.optional("level", ParameterType.string(List.of("low", "high")))
                                        .withDefault(TextNode.valueOf("low")),
                                Parameter.optional(
                                        "size", ParameterType.integer(BigInteger.ZERO, BigInteger.valueOf(255))),
                                Parameter.optional("ratio", ParameterType.number(Precision.FLOAT))
                                        .withDefault(json("0.1")),
                                Parameter.optional("force", ParameterType.bool()),
                                Parameter.required("edits", ParameterType.arrayOf(edit)),
                                Parameter.optional("extra", ParameterType.any()).asLarge()),
                        ParameterType.any())));
    }

    @Test
    void anUnknownKeyIsAnError() {
        assertThat(problems(tool("'a': {'type': 'string', 'enmu': ['x']}"))).isEqualTo("""
            /parameters/properties/a/enmu: [toolpolicy/unknown-key] a string has no "enmu"
              help: did you mean "enum"?\
            """);
        assertThat(problems(tool("'a': {'type': 'boolean', 'minimum': 1}")))
                .isEqualTo("/parameters/properties/a/minimum: [toolpolicy/unknown-key] a boolean has no \"minimum\"\n"
                        + "  note: it may have \"type\", \"description\", \"default\", \"large\", \"sink\"");
        assertThat(problems(json("{'name': 't', 'parametres': {}, 'parameters': {'type': 'object'}}")))
                .isEqualTo("""
                    /parametres: [toolpolicy/unknown-key] a tool has no "parametres"
                      help: did you mean "parameters"?\
                    """);
    }

    @Test
    void aDefaultIsAValueOfItsParameter() {
        assertThat(problems(tool("'a/b': {'type': 'integer', 'default': '3'}")))
                .isEqualTo("/parameters/properties/a~1b/default: [toolpolicy/default-value] the default \"3\" is not"
                        + " a value of \"a/b\", which is an integer");
        assertThat(problems(tool("'a': {'type': 'path', 'enum': ['x'], 'default': './x'}")))
                .isEqualTo("/parameters/properties/a/default: [toolpolicy/default-value] the default \"./x\" is not"
                        + " a value of \"a\", which is a path\n  note: allowed are \"x\"");
        assertThat(problems(tool("'a': {'type': 'integer', 'default': 3}", "a")))
                .isEqualTo("""
                    /parameters/properties/a/default: [toolpolicy/default-value] "a" is required and has a default
                      help: drop one of the two
                      note: a default applies only if a call omits the parameter\
                    """);
    }

    @Test
    void theShapeIsChecked() {
        assertThat(problems(json("[]"))).isEqualTo("[toolpolicy/config-syntax] a tool is an object, not []");
        assertThat(problems(json("{'name': '', 'parameters': {'type': 'object'}}")))
                .isEqualTo("""
                    /name: [toolpolicy/tool-name] the tool has the name ""
                      note: a tool name must be a string and must not be empty\
                    """);
        assertThat(problems(json("{'name': 't'}")))
                .isEqualTo("/parameters: [toolpolicy/config-syntax] a type is an object with a \"type\","
                        + " but it is missing");
        assertThat(problems(json("{'name': 't', 'parameters': {'type': 'string'}}")))
                .isEqualTo("/parameters: [toolpolicy/config-syntax] \"parameters\" is of type object,"
                        + " not {\"type\":\"string\"}");
        assertThat(problems(tool("'a': {'type': 'strnig'}"))).isEqualTo("""
            /parameters/properties/a/type: [toolpolicy/unsupported-type] there is no type "strnig"
              help: did you mean "string"?\
            """);
        assertThat(problems(tool("'a': {'type': 'string'}", "b"))).isEqualTo("""
            /parameters/required: [toolpolicy/config-syntax] "required" names "b", which is not declared
              help: did you mean "a"?\
            """);
        assertThat(problems(tool("'a': {'type': 'integer', 'minimum': 3, 'maximum': 2}")))
                .isEqualTo("/parameters/properties/a/maximum: [toolpolicy/config-syntax] \"maximum\" is at least the"
                        + " minimum 3, not 2");
        assertThat(problems(tool("'a': {'type': 'number', 'precision': 'half'}")))
                .isEqualTo("/parameters/properties/a/precision: [toolpolicy/config-syntax] \"precision\" is \"exact\","
                        + " \"double\" or \"float\", not \"half\"");
    }

    /** An empty list of allowed values would mean any value to the type: never read as such. */
    @Test
    void noAllowedValuesIsNotAnyValue() {
        assertThat(problems(tool("'a': {'type': 'string', 'enum': []}")))
                .isEqualTo("/parameters/properties/a/enum: [toolpolicy/config-syntax] \"enum\" is a list of at least"
                        + " one string, not []");
        assertThat(problems(tool("'a': {'type': 'string', 'enum': [1]}")))
                .isEqualTo("/parameters/properties/a/enum/0: [toolpolicy/config-syntax] \"enum\" is a list of strings,"
                        + " not 1");
    }

    @Test
    void allProblemsAreListed() {
        JsonNode declared = tool("'a': {'type': 'sting'}, 'b': {'type': 'array'}, 'c': 3", "d");
        assertThatThrownBy(() -> ToolReader.read(declared))
                .isInstanceOfSatisfying(
                        InvalidPolicyException.class,
                        thrown -> assertThat(thrown.problems())
                                .extracting(problem -> problem.subject() + " "
                                        + problem.diagnostic().code())
                                .containsExactly(
                                        "/parameters/required config-syntax",
                                        "/parameters/properties/a/type unsupported-type",
                                        "/parameters/properties/b/items config-syntax",
                                        "/parameters/properties/c config-syntax"));
    }

    private static final RuleScope PATH =
            RuleScope.of(ToolSchema.of(Parameter.required("path", ParameterType.path())), PathReading.PLAIN);

    @Test
    void aRuleListIsAModeOrRules() {
        assertThat(RuleListReader.read(PATH, json("'edit'")).rules()).contains(RuleList.always(Mode.EDIT));
        assertThat(RuleListReader.read(PATH, json("[{'mode': 'deny'}]")).rules())
                .contains(RuleList.always(Mode.DENY));
    }

    @Test
    void anythingElseIsAnError() {
        assertThat(rules("'aks'")).isEqualTo("""
            /run: [toolpolicy/mode] there is no mode "aks"
              help: did you mean "ask"?\
            """);
        assertThat(rules("{'mode': 'ask'}")).isEqualTo("""
            /run: [toolpolicy/config-syntax] a rule list is one mode or a list of rules, not {"mode":"ask"}
              help: put the rule between [ and ]\
            """);
        assertThat(rules("null"))
                .isEqualTo("/run: [toolpolicy/config-syntax] a rule list is one mode or a list of rules, not null");
        assertThat(rules("['ask', {'mode': 'ask'}]")).isEqualTo("""
            /run/0: [toolpolicy/config-syntax] rule 1 is "ask", not an object
              help: write { mode = "ask" }\
            """);
    }

    @Test
    void aRulesProblemStandsAtItsPlace() {
        assertThat(rules("[{'arg': '/path', 'enum': ['a', 3], 'mode': 'ask'}, {'prefix/': 1, 'mode': 'ask'}]"))
                .isEqualTo("""
                    /run/0/enum/1: [toolpolicy/value-type] 3 is not a value of "/path", which is a path
                    /run/1/prefix~1: [toolpolicy/unknown-member] rule 2 has the unknown member "prefix/"
                      help: did you mean "prefix"?\
                    """);
    }

    private static String rules(String written) {
        return PageLines.cut(RuleListReader.read(PATH, json(written)).diagnostics().stream()
                .map(problem -> new PolicyProblem("/run" + problem.pointer(), problem).message())
                .collect(Collectors.joining("\n")));
    }
}
