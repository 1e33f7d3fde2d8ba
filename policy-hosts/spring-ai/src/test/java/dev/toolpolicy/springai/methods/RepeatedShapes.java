package dev.toolpolicy.springai.methods;

import dev.toolpolicy.springai.methods.Shapes.Color;
import dev.toolpolicy.springai.methods.Shapes.Point;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.tool.annotation.Tool;

/**
 * Methods with types that occur twice within a parameter, or with an array that can be null. Spring AI's MCP servers
 * compile them with their own annotations: see {@code gradle/shapes.gradle}.
 */
public final class RepeatedShapes {
    @Tool
    @Checked
    public void nullableArray(String @Nullable [] a) {}

    @Tool
    @Checked
    public void nested(Line a) {}

    @Tool
    @Checked
    public void deep(Drawing a) {}

    @Tool
    @Checked
    public void twoInOne(Pair a) {}

    public record Line(Point from, @Nullable Point to, Color color) {}

    public record Pair(Point one, Point other) {}

    public record Drawing(String title, List<Line> lines, Map<String, Point> marks, Line[] more) {}
}
