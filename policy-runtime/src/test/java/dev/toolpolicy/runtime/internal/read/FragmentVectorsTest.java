package dev.toolpolicy.runtime.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.stream.Fragment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The vectors of A10-A15: the chunks as given, and the same text under every single cut and under random cuts. */
class FragmentVectorsTest {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    static Stream<JsonNode> vectors() {
        List<JsonNode> vectors = new ArrayList<>();
        Resources.json(Resources.path("conformance/fragments-2024.json")).forEach(vectors::add);
        return vectors.stream();
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void fragmentsAndErrorAreTheSameForEveryCutting(JsonNode vector) {
        List<String> chunks = new ArrayList<>();
        vector.get("chunks").forEach(chunk -> chunks.add(chunk.asText()));
        Texts.Reading reading = Texts.read(ArgumentLimits.defaults(), chunks);
        JsonNode expected = vector.get("expect");
        if (expected.has("error")) {
            assertThat(reading.error().orElseThrow().code().id())
                    .isEqualTo(expected.get("error").asText());
        } else {
            assertThat(reading.errorAt()).isEqualTo("none");
            ArrayNode fragments = NODES.arrayNode();
            reading.fragments().forEach(fragment -> fragments.add(asJson(fragment)));
            assertThat(fragments).isEqualTo(expected.get("fragments"));
        }
        String text = String.join("", chunks);
        Cuts.forEach(
                text,
                new Random(vector.get("id").asText().hashCode()),
                cut -> assertThat(Texts.read(ArgumentLimits.defaults(), cut)).isEqualTo(reading));
    }

    private static ObjectNode asJson(Fragment fragment) {
        ObjectNode json = NODES.objectNode();
        json.set("path", path(fragment.path()));
        switch (fragment.kind()) {
            case PIECE -> json.put("string", fragment.text());
            case NUMBER -> json.put("number", fragment.text());
            case BOOLEAN -> json.put("scalar", Boolean.parseBoolean(fragment.text()));
            case NULL -> json.putNull("scalar");
            case EMPTY_ARRAY -> json.put("empty", "array");
            case EMPTY_OBJECT -> json.put("empty", "object");
            case DONE -> json.put("done", true);
        }
        return json;
    }

    private static ArrayNode path(Fragment.Path path) {
        ArrayNode steps = path.parent().map(FragmentVectorsTest::path).orElseGet(NODES::arrayNode);
        path.name().ifPresent(steps::add);
        return path.index() < 0 ? steps : steps.add(path.index());
    }
}
