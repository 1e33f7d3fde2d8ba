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
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Methods of every shape whose parameters LangChain4j describes as rules see them. */
public final class Shapes {
    @Tool
    @Checked
    public void text(String a) {}

    @Tool
    @Checked
    public void named(@P(name = "the_text") String a) {}

    @Tool
    @Checked
    public void described(@P("the text") String a) {}

    @Tool
    @Checked
    public void describedTwice(@P(name = "b", description = "the text") String a) {}

    @Tool
    @Checked
    public void optionalText(@P(required = false) String a) {}

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
    public void uuid(UUID a) {}

    @Tool
    @Checked
    public void bytes(byte a, Byte b) {}

    @Tool
    @Checked
    public void shorts(short a, Short b) {}

    @Tool
    @Checked
    public void ints(int a, Integer b) {}

    @Tool
    @Checked
    public void longs(long a, Long b) {}

    @Tool
    @Checked
    public void bigInteger(BigInteger a) {}

    @Tool
    @Checked
    public void floats(float a, Float b) {}

    @Tool
    @Checked
    public void doubles(double a, Double b) {}

    @Tool
    @Checked
    public void bigDecimal(BigDecimal a) {}

    @Tool
    @Checked
    public void booleans(boolean a, Boolean b) {}

    @Tool
    @Checked
    public void color(Color a) {}

    @Tool
    @Checked
    public void colorWithBodies(Operation a) {}

    @Tool
    @Checked
    public void optionalColor(@P(required = false) Color a) {}

    @Tool
    @Checked
    public void textArray(String[] a) {}

    @Tool
    @Checked
    public void intArray(int[] a) {}

    @Tool
    @Checked
    public void doubleArray(double[] a) {}

    @Tool
    @Checked
    public void flagArray(boolean[] a, short[] b, float[] c) {}

    @Tool
    @Checked
    public void colorArray(Color[] a) {}

    @Tool
    @Checked
    public void recordArray(Point[] a) {}

    @Tool
    @Checked
    public void arrayOfArrays(int[][] a) {}

    @Tool
    @Checked
    public void aList(List<String> a) {}

    @Tool
    @Checked
    public void set(Set<Integer> a) {}

    @Tool
    @Checked
    public void collection(Collection<Double> a) {}

    @Tool
    @Checked
    public void arrayList(ArrayList<String> a, LinkedHashSet<Long> b) {}

    @Tool
    @Checked
    public void lists(List<List<String>> a) {}

    @Tool
    @Checked
    public void records(List<Point> a) {}

    @Tool
    @Checked
    public void kotlinRecords(List<? extends Point> a) {}

    @Tool
    @Checked
    public void colors(List<Set<Color>> a) {}

    @Tool
    @Checked
    public void map(Map<String, String> a) {}

    @Tool
    @Checked
    public void mapOfAny(Map<String, Object> a) {}

    @Tool
    @Checked
    public void mapOfLists(Map<String, List<Integer>> a) {}

    @Tool
    @Checked
    public void any(Object a) {}

    @Tool
    @Checked
    public void listOfAny(List<Object> a) {}

    @Tool
    @Checked
    public void record(Point a) {}

    @Tool
    @Checked
    public void nested(Line a) {}

    @Tool
    @Checked
    public void deep(Drawing a) {}

    @Tool
    @Checked
    public void twice(Point a, Point b) {}

    @Tool
    @Checked
    public void mapped(Tags a) {}

    @Tool
    @Checked
    public void pojo(Plain a) {}

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

    @Tool
    @Checked
    public void nothing() {}

    @Tool
    @Checked
    public void many(String a, int b, @P(required = false) Color c, List<Point> d, Map<String, Long> e) {}

    @Tool
    @Checked
    public void names(String snake_case, String größe, String isActive, String component1, String $dollar) {}

    @Tool(
            name = "renamed-tool",
            value = {"Two", "lines"})
    @Checked
    public void renamed(String a) {}

    public enum Color {
        RED,
        GREEN
    }

    public enum Operation {
        ADD {
            @Override
            int of(int a, int b) {
                return a + b;
            }
        };

        abstract int of(int a, int b);
    }

    public record Point(int x, double y) {}

    public record Line(
            Point from, Point to, @Description("how") Color color) {}

    public record Drawing(String title, List<Line> lines, Map<String, Point> marks, Line[] more) {}

    public record Tags(Map<String, String> tags, Set<String> all) {}

    public record Nothing() {}

    public static final class Plain {
        static final String CONSTANT = "x";
        private String text;
        private int count;

        public String getText() {
            return text;
        }

        public void setText(String text) {
            this.text = text;
        }

        public int getCount() {
            return count;
        }
    }

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
