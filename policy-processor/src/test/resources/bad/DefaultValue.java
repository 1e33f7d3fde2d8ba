package demo;

import dev.toolpolicy.annotation.Param;
import dev.toolpolicy.annotation.Tool;
import java.math.BigInteger;
import java.util.List;

@Tool
record Search(
    String query,
    @Param(defaultValue = "ten") int limit,
    @Param(defaultValue = "300") byte level,
    @Param(defaultValue = "BLUE") Color color,
    @Param(defaultValue = "[\"a\", 1]") List<String> tags,
    @Param(defaultValue = "yes") boolean deep,
    @Param(defaultValue = "{\"from\": 1}") Range range,
    @Param(defaultValue = "1e999999999") BigInteger most) {

    enum Color { RED, GREEN }

    record Range(int from, int to) {}
}
