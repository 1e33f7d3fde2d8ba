package demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.annotation.Tool;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class Tools {
    @Tool
    record Schedule(
        String what,
        String when,
        Optional<String> once,
        List<String> tags,
        Map<String, String> numbered,
        Optional<Integer> count,
        String base64,
        Level level,
        JsonNode tree,
        TextBox box,
        Visible visible,
        JsonNode anything,
        Outer outer) {}

    enum Level { LOW, HIGH }

    record TextBox(String value) {}

    record Visible(String name) {}

    record Outer(String initial, List<JsonNode> rest) {}
}
