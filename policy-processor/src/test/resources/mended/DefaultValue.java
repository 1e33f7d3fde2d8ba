package demo;

import dev.toolpolicy.annotation.Param;
import dev.toolpolicy.annotation.Tool;
import java.math.BigInteger;
import java.util.List;

@Tool
record Search(
    String query,
    @Param(defaultValue = "10") int limit,
    @Param(defaultValue = "100") byte level,
    @Param(defaultValue = "RED") Color color,
    @Param(defaultValue = "[\"a\", \"b\"]") List<String> tags,
    @Param(defaultValue = "true") boolean deep,
    @Param(defaultValue = "{\"from\": 1, \"to\": 9}") Range range,
    @Param(defaultValue = "1e9") BigInteger most) {

    enum Color { RED, GREEN }

    record Range(int from, int to) {}
}
