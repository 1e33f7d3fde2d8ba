package dev.toolpolicy.langchain4j.methods;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolMemoryId;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.model.output.structured.Description;
import dev.toolpolicy.langchain4j.methods.Shapes.Color;
import dev.toolpolicy.langchain4j.methods.Shapes.Point;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Methods of shapes that are LangChain4j's own. */
public final class OwnShapes {
    @Tool
    @Checked
    public void named(@P(name = "the_text") String a) {}

    @Tool
    @Checked
    public void describedByValue(@P("the text") String a) {}

    @Tool
    @Checked
    public void describedTwice(@P(name = "b", description = "the text") String a) {}

    @Tool
    @Checked
    public void optionalOfText(Optional<String> a) {}

    @Tool
    @Checked
    public void optionalOfList(Optional<List<String>> a) {}

    @Tool
    @Checked
    public void optionalOfRecord(Optional<Point> a) {}

    @Tool
    @Checked
    public void optionalOfNumber(Optional<Integer> a) {}

    @Tool
    @Checked
    public void defaultText(@P(defaultValue = "x") String a) {}

    @Tool
    @Checked
    public void defaultEmpty(@P(defaultValue = "") String a) {}

    @Tool
    @Checked
    public void defaultNumber(@P(defaultValue = "3") int a) {}

    @Tool
    @Checked
    public void defaultColor(@P(defaultValue = "GREEN") Color a) {}

    @Tool
    @Checked
    public void defaultList(@P(defaultValue = "[\"x\"]") List<String> a) {}

    @Tool
    @Checked
    public void defaultRecord(@P(defaultValue = "{\"x\":1,\"y\":2}") Point a) {}

    @Tool
    @Checked
    public void defaultFlag(@P(defaultValue = "true") boolean a) {}

    @Tool
    @Checked
    public void bytes(byte a, Byte b) {}

    @Tool
    @Checked
    public void flagArray(boolean[] a, short[] b, float[] c) {}

    @Tool
    @Checked
    public void mapOfLists(Map<String, List<Integer>> a) {}

    @Tool
    @Checked
    public void nested(Line a) {}

    @Tool
    @Checked
    public void deep(Drawing a) {}

    @Tool
    @Checked
    public void annotated(Annotated a) {}

    @Tool
    @Checked
    public void fields(Fields a) {}

    @Tool
    @Checked
    public void empty(Nothing a) {}

    @Tool
    @Checked
    public void memory(@ToolMemoryId String id, String a) {}

    @Tool
    @Checked
    public void context(InvocationContext context, InvocationParameters parameters, String a) {}

    @Tool(
            name = "renamed-tool",
            value = {"Two", "lines"})
    @Checked
    public void renamed(String a) {}

    public record Line(
            Point from, Point to, @Description("how") Color color) {}

    public record Drawing(String title, List<Line> lines, Map<String, Point> marks, Line[] more) {}

    public record Nothing() {}

    @JsonPropertyOrder({"b", "a"})
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Annotated(
            @JsonProperty(required = true) String a,
            @JsonProperty("b") String b,
            String c) {}

    public static class Fields {
        @JsonProperty(required = true)
        public String needed;

        @JsonProperty
        protected String perhaps;

        UUID id;
    }
}
