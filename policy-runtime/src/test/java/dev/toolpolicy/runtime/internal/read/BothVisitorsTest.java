package dev.toolpolicy.runtime.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two visitors of one text: each hears what it would hear alone. */
class BothVisitorsTest {
    private static final ToolSchema SCHEMA = ToolSchema.of(
            Parameter.required("names", ParameterType.arrayOf(ParameterType.string())),
            Parameter.required("count", ParameterType.integer()),
            Parameter.required("force", ParameterType.bool()),
            Parameter.required("place", ParameterType.objectOf(Parameter.optional("line", ParameterType.integer()))),
            Parameter.optional("note", ParameterType.string()),
            Parameter.optional("mode", ParameterType.string()).withDefault(new TextNode("fast")));

    private static final String TEXT =
            "{\"names\": [\"a\\n\", \"b\"], \"count\": -12, \"force\": true, \"place\": {}, \"note\": null}";

    private static <T> T recording(Class<T> type, List<String> events) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    String values = method.getName().equals("text")
                            ? ((CharSequence) arguments[0])
                                    .subSequence((int) arguments[1], (int) arguments[2])
                                    .toString()
                            : Arrays.toString(arguments);
                    events.add(method.getName() + " " + values);
                    return null;
                }));
    }

    @Test
    void eachHearsEverything() {
        for (String text : List.of(TEXT, "{\"a\": [null, 1.5, {\"b\": \"c\"}]}")) {
            List<String> alone = new ArrayList<>();
            List<String> first = new ArrayList<>();
            List<String> second = new ArrayList<>();
            List<String> plain = new ArrayList<>();
            boolean checked = text.equals(TEXT);
            for (FragmentVisitor visitor : List.of(
                    recording(CheckedVisitor.class, alone),
                    CheckedVisitor.both(
                            recording(CheckedVisitor.class, first), recording(CheckedVisitor.class, second)),
                    CheckedVisitor.of(recording(FragmentVisitor.class, plain)))) {
                FragmentVisitor reader = checked ? new SchemaCheck(SCHEMA, (CheckedVisitor) visitor) : visitor;
                assertThat(Texts.parse(reader, List.of(text)).error()).isEmpty();
            }
            assertThat(alone.stream().anyMatch(event -> event.startsWith("defaults")))
                    .isEqualTo(checked);
            assertThat(first).isEqualTo(alone);
            assertThat(second).isEqualTo(alone);
            assertThat(plain)
                    .isEqualTo(alone.stream()
                            .filter(event -> !event.startsWith("absent") && !event.startsWith("defaults"))
                            .toList());
        }
    }
}
