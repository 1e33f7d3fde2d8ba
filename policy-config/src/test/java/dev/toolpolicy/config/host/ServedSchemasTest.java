package dev.toolpolicy.config.host;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.runtime.internal.read.CheckedVisitor;
import dev.toolpolicy.runtime.internal.read.FragmentParser;
import dev.toolpolicy.runtime.internal.read.SchemaCheck;
import dev.toolpolicy.runtime.internal.read.ValueAggregator;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Servers' schemas against an independent validator of JSON Schema: what is read exactly accepts the same calls, but
 * that null for an optional parameter means absent; what is read leniently accepts these and more. It names each keyword
 * that it leaves to the server, except {@code required} for a parameter that may be null.
 */
class ServedSchemasTest {
    private static final long SEED = Long.getLong("toolpolicy.seed", 20_261);
    private static final int SCHEMAS = 2_000;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final SchemaRegistry REGISTRY =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    private static final List<String> TYPES = List.of(
            "{'type':'string'}",
            "{'type':'string','enum':['a','b']}",
            "{'const':'a'}",
            "{'enum':['a',1,null]}",
            "{'enum':['b',null]}",
            "{'type':['string','null'],'enum':['a',null]}",
            "{'type':['integer','null']}",
            "{'type':'integer','minimum':0.5,'maximum':2}",
            "{'type':'integer','exclusiveMinimum':0,'exclusiveMaximum':2.5}",
            "{'enum':[1,2]}",
            "{'enum':[0,2]}",
            "{'type':'boolean','enum':[true,false]}",
            "{'enum':[true]}",
            "{'type':'integer','enum':[1,2,'a']}",
            "{'type':'number'}",
            "{'type':'boolean'}",
            "{}",
            "true",
            "{'anyOf':[{'const':'a'},{'const':'b'}]}",
            "{'oneOf':[{'const':'a'},{'enum':['a','b']}]}",
            "{'oneOf':[{'const':'a'},{'enum':['b'],'type':'string'}]}",
            "{'anyOf':[{'type':'integer'},{'type':'null'}]}",
            "{'oneOf':[{'$ref':'#/$defs/word'},{'type':'null'}]}",
            "{'$ref':'#/$defs/word'}",
            "{'allOf':[{'$ref':'#/$defs/box'}]}",
            "{'$ref':'#/$defs/box','description':'x'}",
            "{'$ref':'#/$defs/nullable'}",
            "{'type':'array','items':{'$ref':'#/$defs/word'}}",
            "{'type':'array'}",
            "{'type':'array','uniqueItems':false,'minItems':0}",
            "{'type':'integer','minLength':0}",
            "{'$ref':'#/$defs/word','minProperties':0}",
            "{'type':'array','items':{'type':['integer','null']}}",
            "{'type':'object','additionalProperties':{'type':'integer'}}",
            "{'type':'object','properties':{'a':{'type':'string'}},'required':['a'],'additionalProperties':false}",
            "{'type':'object','properties':{'a':{'enum':['a',null]}}}",
            "{'anyOf':[{'type':'string'},{'type':'integer'}]}",
            "{'not':{'const':'a'}}");
    private static final List<String> NARROW = List.of(
            "{'type':'string','minLength':2}",
            "{'type':'string','pattern':'^a'}",
            "{'type':'number','minimum':1.5}",
            "{'type':'integer','multipleOf':2}",
            "{'type':'array','maxItems':1}",
            "{'type':'array','uniqueItems':true}",
            "{'type':'object','minProperties':1}",
            "{'type':['string','null'],'maxLength':1}");
    private static final String DEFS =
            "{'word':{'type':'string','enum':['a','ab']},'nullable':{'type':['string','null']},"
                + "'box':{'type':'object','required':['w'],'properties':{'w':{'$ref':'#/$defs/word'}},'additionalProperties':false}}";
    private static final List<String> VALUES = List.of(
            "null",
            "'a'",
            "'b'",
            "'ab'",
            "0",
            "1",
            "2",
            "3",
            "1.0",
            "1.5",
            "true",
            "false",
            "[]",
            "['a']",
            "['ab',null]",
            "[1,1]",
            "[null]",
            "{}",
            "{'a':'a'}",
            "{'a':1}",
            "{'a':null}",
            "{'w':'a'}",
            "{'w':'b'}",
            "{'w':'a','x':1}");

    private final Random random = new Random(SEED);

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text.replace('\'', '"'));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    private ObjectNode schema(List<String> types) {
        ObjectNode schema = NODES.objectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = schema.putArray("required");
        for (String name : List.of("p", "q")) {
            properties.set(name, json(types.get(random.nextInt(types.size()))));
            if (random.nextInt(3) == 0) {
                required.add(name);
            }
        }
        schema.put("additionalProperties", random.nextBoolean());
        schema.set("$defs", json(DEFS));
        return schema;
    }

    private ObjectNode arguments() {
        ObjectNode arguments = NODES.objectNode();
        for (String name : random.nextInt(5) == 0 ? List.of("p", "q", "r") : List.of("p", "q")) {
            if (random.nextInt(4) > 0) {
                arguments.set(name, json(VALUES.get(random.nextInt(VALUES.size()))));
            }
        }
        return arguments;
    }

    /** The arguments that a tool gets; empty if the call is invalid. */
    private static Optional<JsonNode> ours(ToolSchema schema, JsonNode arguments) {
        ValueAggregator values = new ValueAggregator();
        FragmentParser parser =
                new FragmentParser(ArgumentLimits.defaults(), new SchemaCheck(schema, CheckedVisitor.of(values)));
        parser.append(arguments.toString());
        parser.finish();
        return parser.error().isPresent() ? Optional.empty() : values.value();
    }

    @Test
    void exactSchemasAcceptTheSameCalls() {
        int accepted = 0;
        int refused = 0;
        int schemas = 0;
        for (int i = 0; i < SCHEMAS; i++) {
            ObjectNode written = schema(TYPES);
            ToolSchema read;
            try {
                read = JsonSchemaReader.read(written);
            } catch (InvalidPolicyException e) {
                continue;
            }
            schemas++;
            Schema theirs = REGISTRY.getSchema((JsonNode) written);
            for (int j = 0; j < 15; j++) {
                ObjectNode arguments = arguments();
                Optional<JsonNode> ours = ours(read, arguments);
                String what = "seed " + SEED + ": " + arguments + " against " + written;
                ours.ifPresent(
                        whole -> assertThat(theirs.validate(whole)).as(what).isEmpty());
                if (theirs.validate(arguments).isEmpty()) {
                    assertThat(ours).as(what).isPresent();
                }
                accepted += ours.isPresent() ? 1 : 0;
                refused += ours.isPresent() ? 0 : 1;
            }
        }
        assertThat(schemas).as("schemas that are read").isGreaterThan(SCHEMAS / 5);
        assertThat(accepted).isGreaterThan(SCHEMAS / 5);
        assertThat(refused).isGreaterThan(SCHEMAS / 5);
    }

    /** Returns a schema that requires no parameter that may be null. */
    private static ObjectNode withNullsOptional(ObjectNode written) {
        ObjectNode optional = written.deepCopy();
        ArrayNode required = optional.putArray("required");
        Schema types = REGISTRY.getSchema((JsonNode) optional.deepCopy());
        for (JsonNode name : written.get("required")) {
            ObjectNode absent = NODES.objectNode().putNull(name.textValue());
            if (!types.validate(absent).isEmpty()) {
                required.add(name);
            }
        }
        return optional;
    }

    @Test
    void lenientSchemasAcceptAllValidCallsAndListUncheckedKeywords() {
        int wider = 0;
        for (int i = 0; i < SCHEMAS; i++) {
            ObjectNode written = schema(random.nextBoolean() ? NARROW : TYPES);
            JsonSchemaReader.Served served;
            try {
                served = JsonSchemaReader.leniently(written);
            } catch (InvalidPolicyException e) {
                continue;
            }
            Schema theirs = REGISTRY.getSchema((JsonNode) written);
            Schema named = REGISTRY.getSchema((JsonNode) withNullsOptional(written));
            for (int j = 0; j < 15; j++) {
                ObjectNode arguments = arguments();
                Optional<JsonNode> ours = ours(served.schema(), arguments);
                String what = "seed " + SEED + ": " + arguments + " against " + written;
                if (theirs.validate(arguments).isEmpty()) {
                    assertThat(ours).as(what).isPresent();
                }
                if (ours.isPresent() && !named.validate(ours.get()).isEmpty()) {
                    assertThat(served.unchecked()).as(what).isNotEmpty();
                    wider++;
                }
            }
        }
        assertThat(wider).as("calls that only the server refuses").isGreaterThan(100);
    }
}
