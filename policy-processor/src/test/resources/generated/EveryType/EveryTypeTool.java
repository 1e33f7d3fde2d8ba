package demo;

import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.internal.json.ArgumentReader;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import javax.annotation.processing.Generated;

/**
 * Generated from {@link EveryType}.
 */
@Generated("dev.toolpolicy.processor.ToolProcessor")
public final class EveryTypeTool implements ToolSpec<EveryType> {
    /**
     * The tool, for handlers and catalogs.
     */
    public static final EveryTypeTool TOOL = new EveryTypeTool();

    /**
     * The tool's name, as models see it.
     */
    public static final String NAME = "every_type";

    /**
     * The tool's description for models.
     */
    public static final String DESCRIPTION = "Shows every type, with {code}, paths and lists: \"quotes\", \\ and \u00e9.";

    /**
     * The argument {@code /name}.
     */
    public static final Argument.Text NAME_ARGUMENT = Argument.Text.at("/name");

    /**
     * The argument {@code /path}.
     */
    public static final Argument.Text PATH = Argument.Text.at("/path");

    /**
     * The argument {@code /flag}.
     */
    public static final Argument.Flag FLAG = Argument.Flag.at("/flag");

    /**
     * The argument {@code /small}.
     */
    public static final Argument.Numeric SMALL = Argument.Numeric.at("/small");

    /**
     * The argument {@code /medium}.
     */
    public static final Argument.Numeric MEDIUM = Argument.Numeric.at("/medium");

    /**
     * The argument {@code /count}.
     */
    public static final Argument.Numeric COUNT = Argument.Numeric.at("/count");

    /**
     * The argument {@code /large}.
     */
    public static final Argument.Numeric LARGE = Argument.Numeric.at("/large");

    /**
     * The argument {@code /big}.
     */
    public static final Argument.Numeric BIG = Argument.Numeric.at("/big");

    /**
     * The argument {@code /ratio}.
     */
    public static final Argument.Numeric RATIO = Argument.Numeric.at("/ratio");

    /**
     * The argument {@code /precise}.
     */
    public static final Argument.Numeric PRECISE = Argument.Numeric.at("/precise");

    /**
     * The argument {@code /exact}.
     */
    public static final Argument.Numeric EXACT = Argument.Numeric.at("/exact");

    /**
     * The argument {@code /color}.
     */
    public static final Argument.Text COLOR = Argument.Text.at("/color");

    /**
     * The argument {@code /colors}.
     */
    public static final Argument.Text COLORS = Argument.Text.at("/colors");

    /**
     * The argument {@code /paths}.
     */
    public static final Argument.Text PATHS = Argument.Text.at("/paths");

    /**
     * The argument {@code /ints}.
     */
    public static final Argument.Numeric INTS = Argument.Numeric.at("/ints");

    /**
     * The argument {@code /doubles}.
     */
    public static final Argument.Numeric DOUBLES = Argument.Numeric.at("/doubles");

    /**
     * The argument {@code /table}.
     */
    public static final Argument.Text TABLE = Argument.Text.at("/table");

    /**
     * The argument {@code /area}.
     */
    public static final Argument.Value AREA = Argument.Value.at("/area");

    /**
     * The argument {@code /area/from}.
     */
    public static final Argument.Numeric AREA_FROM = Argument.Numeric.at("/area/from");

    /**
     * The argument {@code /area/to}.
     */
    public static final Argument.Numeric AREA_TO = Argument.Numeric.at("/area/to");

    /**
     * The argument {@code /areas}.
     */
    public static final Argument.Value AREAS = Argument.Value.at("/areas");

    /**
     * The argument {@code /numbers}.
     */
    public static final Argument.Value NUMBERS = Argument.Value.at("/numbers");

    /**
     * The argument {@code /anything}.
     */
    public static final Argument.Value ANYTHING = Argument.Value.at("/anything");

    /**
     * The argument {@code /something}.
     */
    public static final Argument.Value SOMETHING = Argument.Value.at("/something");

    /**
     * The argument {@code /note}.
     */
    public static final Argument.Text NOTE = Argument.Text.at("/note");

    /**
     * The argument {@code /more}.
     */
    public static final Argument.Value MORE = Argument.Value.at("/more");

    /**
     * The argument {@code /more/from}.
     */
    public static final Argument.Numeric MORE_FROM = Argument.Numeric.at("/more/from");

    /**
     * The argument {@code /more/to}.
     */
    public static final Argument.Numeric MORE_TO = Argument.Numeric.at("/more/to");

    /**
     * The argument {@code /maybe_int}.
     */
    public static final Argument.Numeric MAYBE_INT = Argument.Numeric.at("/maybe_int");

    /**
     * The argument {@code /maybe_long}.
     */
    public static final Argument.Numeric MAYBE_LONG = Argument.Numeric.at("/maybe_long");

    /**
     * The argument {@code /maybe_double}.
     */
    public static final Argument.Numeric MAYBE_DOUBLE = Argument.Numeric.at("/maybe_double");

    /**
     * The argument {@code /boxed}.
     */
    public static final Argument.Numeric BOXED = Argument.Numeric.at("/boxed");

    /**
     * The argument {@code /favourite}.
     */
    public static final Argument.Text FAVOURITE = Argument.Text.at("/favourite");

    /**
     * The argument {@code /limit}.
     */
    public static final Argument.Numeric LIMIT = Argument.Numeric.at("/limit");

    /**
     * The argument {@code /step}.
     */
    public static final Argument.Numeric STEP = Argument.Numeric.at("/step");

    /**
     * The argument {@code /paint}.
     */
    public static final Argument.Text PAINT = Argument.Text.at("/paint");

    /**
     * The argument {@code /tags}.
     */
    public static final Argument.Text TAGS = Argument.Text.at("/tags");

    /**
     * The argument {@code /window}.
     */
    public static final Argument.Value WINDOW = Argument.Value.at("/window");

    /**
     * The argument {@code /window/from}.
     */
    public static final Argument.Numeric WINDOW_FROM = Argument.Numeric.at("/window/from");

    /**
     * The argument {@code /window/to}.
     */
    public static final Argument.Numeric WINDOW_TO = Argument.Numeric.at("/window/to");

    /**
     * The argument {@code /x-URL}.
     */
    public static final Argument.Text X_URL = Argument.Text.at("/x-URL");

    /**
     * The tool's parameters.
     */
    public static final ToolSchema SCHEMA = ToolSchema.of(
            Parameter.required("name", ParameterType.string())
                    .describedAs("a name that is taken by the tool's own"),
            Parameter.required("path", ParameterType.path()),
            Parameter.required("flag", ParameterType.bool()),
            Parameter.required("small", ParameterType.integer(Byte.MIN_VALUE, Byte.MAX_VALUE))
                    .describedAs("from -128 to 127"),
            Parameter.required("medium", ParameterType.integer(Short.MIN_VALUE, Short.MAX_VALUE)),
            Parameter.required("count", ParameterType.integer(Integer.MIN_VALUE, Integer.MAX_VALUE)),
            Parameter.required("large", ParameterType.integer(Long.MIN_VALUE, Long.MAX_VALUE)),
            Parameter.required("big", ParameterType.integer()),
            Parameter.required("ratio", ParameterType.number(ParameterType.Precision.FLOAT)),
            Parameter.required("precise", ParameterType.number(ParameterType.Precision.DOUBLE)),
            Parameter.required("exact", ParameterType.number()),
            Parameter.required("color", ParameterType.string("RED", "dark-green")),
            Parameter.required("colors", ParameterType.arrayOf(ParameterType.string("RED", "dark-green"))),
            Parameter.required("paths", ParameterType.arrayOf(ParameterType.path())),
            Parameter.required("ints", ParameterType.arrayOf(ParameterType.integer(Integer.MIN_VALUE, Integer.MAX_VALUE))),
            Parameter.required("doubles", ParameterType.arrayOf(ParameterType.number(ParameterType.Precision.DOUBLE))),
            Parameter.required("table", ParameterType.arrayOf(ParameterType.arrayOf(ParameterType.string()))),
            Parameter.required("area", ParameterType.objectOf(
                    Parameter.required("from", ParameterType.integer(Integer.MIN_VALUE, Integer.MAX_VALUE)),
                    Parameter.optional("to", ParameterType.integer(Integer.MIN_VALUE, Integer.MAX_VALUE))
                            .withDefault(IntNode.valueOf(9)))),
            Parameter.required("areas", ParameterType.mapOf(ParameterType.objectOf(
                    Parameter.required("from", ParameterType.integer(Integer.MIN_VALUE, Integer.MAX_VALUE)),
                    Parameter.optional("to", ParameterType.integer(Integer.MIN_VALUE, Integer.MAX_VALUE))
                            .withDefault(IntNode.valueOf(9))))),
            Parameter.required("numbers", ParameterType.mapOf(ParameterType.arrayOf(ParameterType.integer(Long.MIN_VALUE, Long.MAX_VALUE)))),
            Parameter.required("anything", ParameterType.any()),
            Parameter.optional("something", ParameterType.any()),
            Parameter.optional("note", ParameterType.string()),
            Parameter.optional("more", ParameterType.arrayOf(ParameterType.objectOf(
                    Parameter.required("from", ParameterType.integer(Integer.MIN_VALUE, Integer.MAX_VALUE)),
                    Parameter.optional("to", ParameterType.integer(Integer.MIN_VALUE, Integer.MAX_VALUE))
                            .withDefault(IntNode.valueOf(9))))),
            Parameter.optional("maybe_int", ParameterType.integer(Integer.MIN_VALUE, Integer.MAX_VALUE)),
            Parameter.optional("maybe_long", ParameterType.integer(Long.MIN_VALUE, Long.MAX_VALUE)),
            Parameter.optional("maybe_double", ParameterType.number(ParameterType.Precision.DOUBLE)),
            Parameter.optional("boxed", ParameterType.integer(Integer.MIN_VALUE, Integer.MAX_VALUE)),
            Parameter.optional("favourite", ParameterType.string("RED", "dark-green")),
            Parameter.optional("limit", ParameterType.integer(Integer.MIN_VALUE, Integer.MAX_VALUE))
                    .withDefault(IntNode.valueOf(10)),
            Parameter.optional("step", ParameterType.number(ParameterType.Precision.FLOAT))
                    .withDefault(DecimalNode.valueOf(new BigDecimal("0.1"))),
            Parameter.optional("paint", ParameterType.string("RED", "dark-green"))
                    .withDefault(TextNode.valueOf("dark-green")),
            Parameter.optional("tags", ParameterType.arrayOf(ParameterType.string()))
                    .withDefault(JsonNodeFactory.instance.arrayNode().add(TextNode.valueOf("a")).add(TextNode.valueOf("b"))),
            Parameter.optional("window", ParameterType.objectOf(
                    Parameter.required("from", ParameterType.integer(Integer.MIN_VALUE, Integer.MAX_VALUE)),
                    Parameter.optional("to", ParameterType.integer(Integer.MIN_VALUE, Integer.MAX_VALUE))
                            .withDefault(IntNode.valueOf(9))))
                    .withDefault(JsonNodeFactory.instance.objectNode().<ObjectNode>set("from", IntNode.valueOf(5)).<ObjectNode>set("to", IntNode.valueOf(9))),
            Parameter.required("x-URL", ParameterType.string())
                    .describedAs("Odd")
                    .asLarge());

    /**
     * The tool's parameters as JSON Schema, as models see them.
     */
    public static final String JSON_SCHEMA = """
            {"type":"object",\
            "properties":{\
            "name":{"type":"string","description":"a name that is taken by the tool's own"},\
            "path":{"type":"string"},\
            "flag":{"type":"boolean"},\
            "small":{"type":"integer","minimum":-128,"maximum":127,"description":"from -128 to 127"},\
            "medium":{"type":"integer","minimum":-32768,"maximum":32767},\
            "count":{"type":"integer","minimum":-2147483648,"maximum":2147483647},\
            "large":{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807},\
            "big":{"type":"integer"},\
            "ratio":{"type":"number"},\
            "precise":{"type":"number"},\
            "exact":{"type":"number"},\
            "color":{"type":"string","enum":["RED","dark-green"]},\
            "colors":{"type":"array","items":{"type":"string","enum":["RED","dark-green"]}},\
            "paths":{"type":"array","items":{"type":"string"}},\
            "ints":{"type":"array","items":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},\
            "doubles":{"type":"array","items":{"type":"number"}},\
            "table":{"type":"array","items":{"type":"array","items":{"type":"string"}}},\
            "area":{"type":"object","properties":{"from":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"to":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"default":9}},"required":["from"],"additionalProperties":false},\
            "areas":{"type":"object","properties":{},"required":[],"additionalProperties":{"type":"object","properties":{"from":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"to":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"default":9}},"required":["from"],"additionalProperties":false}},\
            "numbers":{"type":"object","properties":{},"required":[],"additionalProperties":{"type":"array","items":{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}}},\
            "anything":{},\
            "something":{},\
            "note":{"type":"string"},\
            "more":{"type":"array","items":{"type":"object","properties":{"from":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"to":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"default":9}},"required":["from"],"additionalProperties":false}},\
            "maybe_int":{"type":"integer","minimum":-2147483648,"maximum":2147483647},\
            "maybe_long":{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807},\
            "maybe_double":{"type":"number"},\
            "boxed":{"type":"integer","minimum":-2147483648,"maximum":2147483647},\
            "favourite":{"type":"string","enum":["RED","dark-green"]},\
            "limit":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"default":10},\
            "step":{"type":"number","default":0.1},\
            "paint":{"type":"string","enum":["RED","dark-green"],"default":"dark-green"},\
            "tags":{"type":"array","items":{"type":"string"},"default":["a","b"]},\
            "window":{"type":"object","properties":{"from":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"to":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"default":9}},"required":["from"],"additionalProperties":false,"default":{"from":5,"to":9}},\
            "x-URL":{"type":"string","description":"Odd"}},\
            "required":["name","path","flag","small","medium","count","large","big","ratio","precise","exact","color","colors","paths","ints","doubles","table","area","areas","numbers","anything","x-URL"],\
            "additionalProperties":false}""";

    private static final RuleList RUN = RuleList.of(
            RuleSpec.when(BIG.minimum(new BigDecimal("123456789012345678901234567890")), Mode.DENY),
            RuleSpec.when(COUNT.oneOf(new BigDecimal("1"), new BigDecimal("2"), new BigDecimal("3")), Mode.EDIT),
            RuleSpec.when(RATIO.exclusiveMaximum(new BigDecimal("0.5")), Mode.ASK),
            RuleSpec.when(FLAG.constant(true), Mode.ASK),
            RuleSpec.when(COLORS.all().oneOf("RED", "dark-green"), Mode.ASK),
            RuleSpec.when(AREA.constant(JsonNodeFactory.instance.objectNode().<ObjectNode>set("from", IntNode.valueOf(1)).<ObjectNode>set("to", IntNode.valueOf(2))), Mode.ASK),
            RuleSpec.when(AREA_FROM.minimum(-3), Mode.ASK),
            RuleSpec.when(NAME_ARGUMENT.pattern("^\\d+$"), Mode.DENY),
            RuleSpec.when(NAME_ARGUMENT.constant("caf\u00e9 \"x\"\\"), Mode.ALLOW),
            RuleSpec.otherwise(Mode.ASK));

    private static final List<Requirement> REQUIRES = List.of(
            Requirement.allOf(List.of("login", "unlock")).asExternal(),
            Requirement.sameKey(List.of("open"), new Requirement.Key(PATH.pointer(), ArgumentPointer.parse("/file"), Match.ALL, true)).asExternal());

    /**
     * Creates the definition. Instances are stateless and interchangeable.
     */
    public EveryTypeTool() {
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return DESCRIPTION;
    }

    @Override
    public ToolSchema schema() {
        return SCHEMA;
    }

    @Override
    public String jsonSchema() {
        return JSON_SCHEMA;
    }

    @Override
    public Optional<RuleList> run() {
        return Optional.of(RUN);
    }

    @Override
    public Optional<RuleList> result() {
        return Optional.empty();
    }

    @Override
    public boolean isChecked(RuleList rules, ToolSchema parameters, int edition) {
        return edition == 4 && parameters == SCHEMA && (rules == RUN);
    }

    @Override
    public List<Requirement> requirements() {
        return REQUIRES;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EveryTypeTool;
    }

    @Override
    public int hashCode() {
        return NAME.hashCode();
    }

    @Override
    public EveryType bind(ObjectNode arguments) {
        ArgumentReader reader = ArgumentReader.of(arguments);
        return new EveryType(
                reader.at("name").text(),
                reader.at("path").path(),
                reader.at("flag").flag(),
                reader.at("small").byteValue(),
                reader.at("medium").shortValue(),
                reader.at("count").intValue(),
                reader.at("large").longValue(),
                reader.at("big").bigInteger(),
                reader.at("ratio").floatValue(),
                reader.at("precise").doubleValue(),
                reader.at("exact").decimal(),
                readColor(reader.at("color")),
                reader.at("colors").list(EveryTypeTool::readColor),
                reader.at("paths").set(ArgumentReader::path),
                reader.at("ints").list(ArgumentReader::intValue).stream().mapToInt(Integer::intValue).toArray(),
                reader.at("doubles").list(ArgumentReader::doubleValue).stream().mapToDouble(Double::doubleValue).toArray(),
                reader.at("table").list((ArgumentReader element) -> element.list(ArgumentReader::text).toArray(String[]::new)).toArray(String[][]::new),
                readRange(reader.at("area")),
                reader.at("areas").map(EveryTypeTool::readRange),
                reader.at("numbers").map((ArgumentReader element) -> element.list(ArgumentReader::longValue)),
                reader.at("anything").json(),
                reader.at("something").orNull(ArgumentReader::json),
                reader.at("note").optional(ArgumentReader::text),
                reader.at("more").optional((ArgumentReader element) -> element.list(EveryTypeTool::readRange)),
                reader.at("maybe_int").optionalInt(),
                reader.at("maybe_long").optionalLong(),
                reader.at("maybe_double").optionalDouble(),
                reader.at("boxed").orNull(ArgumentReader::intValue),
                reader.at("favourite").orNull(EveryTypeTool::readColor),
                (Integer) reader.at("limit").intValue(),
                reader.at("step").floatValue(),
                readColor(reader.at("paint")),
                reader.at("tags").list(ArgumentReader::text),
                readRange(reader.at("window")),
                reader.at("x-URL").text());
    }

    private static EveryType.Color readColor(ArgumentReader reader) {
        return switch (reader.text()) {
            case "RED" -> EveryType.Color.RED;
            case "dark-green" -> EveryType.Color.GREEN;
            default -> throw reader.notOneOf("RED", "dark-green");
        };
    }

    private static EveryType.Range readRange(ArgumentReader reader) {
        return new EveryType.Range(
                reader.at("from").intValue(),
                reader.at("to").intValue());
    }
}
