package dev.toolpolicy.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonSchemaReaderTest {

    private static ToolSchema read(String schema, String... paths) {
        return JsonSchemaReader.read(ConfigurationTools.arguments(schema), List.of(paths));
    }

    private static List<String> refused(String schema, String... paths) {
        return catchThrowableOfType(InvalidConfigurationException.class, () -> read(schema, paths)).problems().stream()
                .map(problem -> problem.pointer() + " " + problem.diagnostic().code())
                .toList();
    }

    @Test
    void whatTypesSayIsTakenExactly() {
        ToolSchema schema = read("""
                {'$schema': 'https://json-schema.org/draft/2020-12/schema', 'title': 'T', 'type': 'object',
                 'required': ['url', 'files'], 'additionalProperties': false, 'properties': {
                  'url': {'type': 'string', 'format': 'uri', 'description': 'Which.'},
                  'files': {'type': 'array', 'items': {'type': 'string'}},
                  'kind': {'type': 'string', 'enum': ['a', 'b'], 'default': 'b'},
                  'max': {'type': 'integer', 'exclusiveMinimum': 0, 'exclusiveMaximum': 1e6, 'maximum': 5000},
                  'raw': {'anyOf': [{'type': 'boolean'}, {'type': 'null'}], 'default': null},
                  'note': {'type': ['string', 'null']},
                  'any': {}, 'list': {'type': 'array'}, 'ratio': {'type': 'number'},
                  'map': {'type': 'object', 'additionalProperties': {'type': 'integer'}},
                  'open': {'type': 'object', 'properties': {'x': true}}}}""", "/files");
        ParameterType open = new ParameterType.ObjectType(
                List.of(Parameter.optional("x", ParameterType.any())), ParameterType.any());
        assertThat(schema).isEqualTo(ToolSchema.of(
                Parameter.required("url", ParameterType.string()).describedAs("Which."),
                Parameter.required("files", ParameterType.arrayOf(ParameterType.path())),
                Parameter.optional("kind", ParameterType.string("a", "b"))
                        .withDefault(TextNode.valueOf("b")),
                Parameter.optional("max", ParameterType.integer(1, 5000)),
                Parameter.optional("raw", ParameterType.bool()),
                Parameter.optional("note", ParameterType.string()),
                Parameter.optional("any", ParameterType.any()),
                Parameter.optional("list", ParameterType.arrayOf(ParameterType.any())),
                Parameter.optional("ratio", ParameterType.number()),
                Parameter.optional("map", ParameterType.mapOf(ParameterType.integer())),
                Parameter.optional("open", open)));
    }

    @Test
    void whatCanNotBeServedIsRefusedByKeywordAndPlace() {
        assertThat(refused("""
                {'type': 'object', 'minProperties': 1, 'required': ['gone'], 'properties': {
                  'a': {'type': 'string', 'pattern': '^x', 'maxLength': 3},
                  'b': {'type': 'array', 'items': {'type': 'number', 'minimum': 0}, 'uniqueItems': true},
                  'c': {'oneOf': [{'type': 'string'}, {'type': 'integer'}]},
                  'd': {'$ref': '#/$defs/d'}, 'e': {'type': ['string', 'integer']}, 'f': {'const': 1},
                  'g': {'type': 'object', 'patternProperties': {'^x': {}}}, 'h': false,
                  'i': {'type': 'integer', 'minimum': 0.5}, 'j': {'type': 'integer', 'minimum': 2, 'maximum': 1},
                  'k': {'type': 'string', 'enum': []}, 'l': {'type': 'string', 'default': 3},
                  'a/b': {'type': 'string', 'minLength': 1}, 'future': {'type': 'string', 'novelKeyword': 1}}}"""))
                .containsExactlyInAnyOrder(
                        "/minProperties unsupported-type",
                        "/required unsupported-type",
                        "/properties/a/pattern unsupported-type",
                        "/properties/a/maxLength unsupported-type",
                        "/properties/b/items/minimum unsupported-type",
                        "/properties/b/uniqueItems unsupported-type",
                        "/properties/c/oneOf unsupported-type",
                        "/properties/d/$ref unsupported-type",
                        "/properties/e/type unsupported-type",
                        "/properties/f/const unsupported-type",
                        "/properties/g/patternProperties unsupported-type",
                        "/properties/h config-syntax",
                        "/properties/i/minimum unsupported-type",
                        "/properties/j unsupported-type",
                        "/properties/k/enum unsupported-type",
                        "/properties/l/default default-value",
                        "/properties/a~1b/minLength unsupported-type",
                        "/properties/future/novelKeyword unsupported-type");
    }

    @Test
    void theWholeIsAnObjectAndPathsAreStrings() {
        assertThat(refused("{'type': 'string'}")).containsExactly("/type config-syntax");
        assertThat(refused("{}")).containsExactly("/type config-syntax");
        assertThat(refused("{'type': 'object', 'properties': {'n': {'type': 'integer'}}}", "/n", "/m"))
                .containsExactly(" unknown-pointer", " unknown-pointer");
    }

    @Test
    void aRequiredParameterThatMayBeNullCanNotBeServed() {
        assertThat(refused("{'type': 'object', 'required': ['a'], 'properties': {'a': {'type': ['string', 'null']}}}"))
                .containsExactly("/properties/a/type unsupported-type");
        assertThat(refused("{'type': 'object', 'properties': {'a': {'anyOf': [{'type': 'null'}, {'type': 'string', 'pattern': 'x'}]}}}"))
                .containsExactly("/properties/a/anyOf/1/pattern unsupported-type");
    }
}
