package dev.toolpolicy.config.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.config.ConfigurationTools;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class JsonSchemaReaderTest {

    private static ToolSchema read(String schema, String... paths) {
        return JsonSchemaReader.read(ConfigurationTools.arguments(schema), List.of(paths));
    }

    private static List<String> refused(String schema, String... paths) {
        return catchThrowableOfType(InvalidPolicyException.class, () -> read(schema, paths)).problems().stream()
                .map(problem -> problem.subject() + " " + problem.diagnostic().code())
                .toList();
    }

    @Test
    void typesAreReadExactly() {
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
              'open': {'type': 'object', 'properties': {'x': true}}}}\
            """, "/files");
        ParameterType open =
                ParameterType.objectOf(List.of(Parameter.optional("x", ParameterType.any())), ParameterType.any());
        assertThat(schema)
                .isEqualTo(ToolSchema.of(
                        Parameter.required("url", ParameterType.string()).describedAs("Which."),
                        Parameter.required("files", ParameterType.arrayOf(ParameterType.path())),
                        Parameter.optional("kind", ParameterType.string("a", "b"))
                                .withDefault(TextNode.valueOf("b")),
                        Parameter.optional("max", ParameterType.integer(1, 5000)),
                        Parameter.optional("raw", ParameterType.bool()),
                        Parameter.optional("note", ParameterType.string()),
                        Parameter.optional("any", ParameterType.any()),
                        Parameter.optional("list", ParameterType.arrayOf(ParameterType.any())),
                        Parameter.optional("ratio", ParameterType.number(ParameterType.Precision.DOUBLE)),
                        Parameter.optional("map", ParameterType.mapOf(ParameterType.integer())),
                        Parameter.optional("open", open)));
    }

    @Test
    void unsupportedKeywordsAreRefusedWithTheirPlace() {
        assertThat(refused("""
            {'type': 'object', 'minProperties': 1, 'required': ['gone'], 'properties': {
              'a': {'type': 'string', 'pattern': '^x', 'maxLength': 3},
              'b': {'type': 'array', 'items': {'type': 'number', 'minimum': 0}, 'uniqueItems': true},
              'c': {'oneOf': [{'type': 'string'}, {'type': 'integer'}]},
              'd': {'$ref': '#/$defs/d'}, 'e': {'type': ['string', 'integer']}, 'f': {'const': 1.5},
              'g': {'type': 'object', 'patternProperties': {'^x': {}}}, 'h': false,
              'i': {'type': 'integer', 'minimum': 1e5000}, 'j': {'type': 'integer', 'minimum': 2, 'maximum': 1},
              'k': {'type': 'string', 'enum': []}, 'l': {'type': 'string', 'default': 3},
              'a/b': {'type': 'string', 'minLength': 1}, 'future': {'type': 'string', 'novelKeyword': 1}}}\
            """))
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
    void referencesWithinTheSchemaAreFollowed() {
        assertThat(read("""
            {'type': 'object', 'required': ['to'], 'properties': {
              'to': {'$ref': '#/$defs/target', 'description': 'Where.'},
              'from': {'anyOf': [{'$ref': '#/$defs/target'}, {'type': 'null'}], 'default': null},
              'old': {'allOf': [{'$ref': '#/definitions/a%20b~1c'}], 'title': 'Old'},
              'more': {'type': 'array', 'items': {'$ref': '#/properties/to'}}},
             '$defs': {'target': {'type': 'object', 'required': ['path'], 'additionalProperties': false,
               'properties': {'path': {'type': 'string'}}}},
             'definitions': {'a b/c': {'type': 'string', 'enum': ['x', 'y'], 'default': 'y', 'description': 'Which.'}}}
            """, "/to/path"))
                .isEqualTo(new ToolSchema(ParameterType.objectOf(
                        List.of(
                                Parameter.required("to", TARGET.apply(ParameterType.path()))
                                        .describedAs("Where."),
                                Parameter.optional("from", TARGET.apply(ParameterType.string())),
                                Parameter.optional("old", ParameterType.string("x", "y"))
                                        .describedAs("Which.")
                                        .withDefault(TextNode.valueOf("y")),
                                Parameter.optional(
                                        "more", ParameterType.arrayOf(TARGET.apply(ParameterType.string())))),
                        ParameterType.any())));
    }

    private static final UnaryOperator<ParameterType> TARGET =
            path -> ParameterType.objectOf(Parameter.required("path", path));

    @Test
    void referencesThatLeadElsewhereOrBackAreRefused() {
        assertThat(refused("""
            {'type': 'object', 'properties': {
              'a': {'$ref': '#'}, 'b': {'$ref': '#/$defs/list'}, 'c': {'$ref': 'https://example.org/s'},
              'd': {'$ref': '#/$defs/none'}, 'e': {'$ref': '#anchor'}, 'f': {'$ref': 3},
              'g': {'$ref': '#/$defs/word', 'minLength': 3}, 'h': {'$id': 'x', 'type': 'string'}},
             '$defs': {'word': {'type': 'string'},
               'list': {'type': 'object', 'properties': {'next': {'$ref': '#/$defs/list'}}}}}\
            """))
                .containsExactly(
                        "/properties/a/$ref unsupported-type",
                        "/$defs/list/properties/next/$ref unsupported-type",
                        "/properties/c/$ref unsupported-type",
                        "/properties/d/$ref unsupported-type",
                        "/properties/e/$ref unsupported-type",
                        "/properties/f/$ref unsupported-type",
                        "/properties/g/minLength unsupported-type",
                        "/properties/h/$id unsupported-type");
    }

    /** Each definition has the next one twice, so a few of them would be a billion places. */
    @Test
    void referencesThatGrowWithoutMeasureAreRefused() {
        StringBuilder schema =
                new StringBuilder("{'type': 'object', 'properties': {'a': {'$ref': '#/$defs/d0'}}, '$defs': {");
        for (int i = 0; i < 40; i++) {
            String next = "{'$ref': '#/$defs/d" + (i + 1) + "'}";
            schema.append("'d" + i + "': {'type': 'object', 'properties': {'x': " + next + ", 'y': " + next + "}},");
        }
        assertThat(refused(schema + "'d40': {'type': 'string'}}}")).contains(" unsupported-type");
    }

    @Test
    void listsOfValuesAreServedWhereATypeHasJustThese() {
        assertThat(read("""
            {'type': 'object', 'properties': {
              'a': {'const': 'x'}, 'b': {'enum': ['x', 'y', null]}, 'c': {'type': ['string', 'null'], 'enum': ['x', 1, null]},
              'd': {'enum': [2, 1, 3.0]}, 'e': {'type': 'integer', 'const': 5}, 'f': {'enum': [false, true]},
              'g': {'anyOf': [{'const': 'x', 'description': 'X'}, {'enum': ['y', 'x']}, {'type': 'null'}]},
              'h': {'oneOf': [{'type': 'string', 'const': 'x'}, {'type': 'string', 'const': 'y'}]},
              'i': {'type': ['string']}, 'j': {'type': 'integer', 'minimum': 0.5, 'exclusiveMaximum': 3.5}}}\
            """, "/h"))
                .isEqualTo(new ToolSchema(ParameterType.objectOf(
                        List.of(
                                Parameter.optional("a", ParameterType.string("x")),
                                Parameter.optional("b", ParameterType.string("x", "y")),
                                Parameter.optional("c", ParameterType.string("x")),
                                Parameter.optional("d", ParameterType.integer(1, 3)),
                                Parameter.optional("e", ParameterType.integer(5, 5)),
                                Parameter.optional("f", ParameterType.bool()),
                                Parameter.optional("g", ParameterType.string("x", "y")),
                                Parameter.optional("h", ParameterType.path(List.of("x", "y"))),
                                Parameter.optional("i", ParameterType.string()),
                                Parameter.optional("j", ParameterType.integer(1, 3))),
                        ParameterType.any())));
        assertThat(refused("""
            {'type': 'object', 'required': ['e'], 'properties': {
              'a': {'enum': ['x', 1]}, 'b': {'enum': [1, 3]}, 'c': {'enum': [true]}, 'd': {'const': {'x': 1}},
              'e': {'enum': ['x', null]}, 'f': {'oneOf': [{'const': 'x'}, {'enum': ['x', 'y']}]},
              'g': {'type': 'integer', 'enum': [1, 2], 'minimum': 2}, 'h': {'enum': 'x'}, 'i': {'anyOf': []},
              'j': {'anyOf': [{'const': 'x'}, {'type': 'string'}]}, 'k': {'type': 'null'},
              'l': {'anyOf': [{'const': 'x', 'minLength': 2}, {'const': 'y'}]}}}\
            """))
                .containsExactlyInAnyOrder(
                        "/properties/a/enum unsupported-type",
                        "/properties/b/enum unsupported-type",
                        "/properties/c/enum unsupported-type",
                        "/properties/d/const unsupported-type",
                        "/properties/e/enum unsupported-type",
                        "/properties/f/oneOf unsupported-type",
                        "/properties/g/enum unsupported-type",
                        "/properties/h/enum unsupported-type",
                        "/properties/i/anyOf unsupported-type",
                        "/properties/j/anyOf unsupported-type",
                        "/properties/k/type unsupported-type",
                        "/properties/l/anyOf unsupported-type");
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
        assertThat(refused("{'type': 'object', 'properties': {'a': {'anyOf': [{'type': 'null'}, {'type':"
                        + " 'string', 'pattern': 'x'}]}}}"))
                .containsExactly("/properties/a/anyOf/1/pattern unsupported-type");
    }
}
