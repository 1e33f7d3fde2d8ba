package dev.toolpolicy.mcp.methods;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.modelcontextprotocol.common.McpTransportContext;
import io.swagger.v3.oas.annotations.media.Schema;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.mcp.annotation.McpMeta;
import org.springframework.ai.mcp.annotation.McpProgressToken;
import org.springframework.ai.mcp.annotation.McpTool;
import org.springframework.ai.mcp.annotation.McpToolParam;
import org.springframework.ai.mcp.annotation.context.McpSyncRequestContext;

/** Methods of every shape whose parameters MCP servers of Spring AI describe as rules see them. */
public final class Shapes {
    @McpTool
    @Checked
    public void text(String a) {}

    @McpTool
    @Checked
    public void described(@McpToolParam(description = "the text") String a) {}

    @McpTool
    @Checked
    public void optionalText(@McpToolParam(required = false) String a) {}

    @McpTool
    @Checked
    public void nullableText(@Nullable String a) {}

    @McpTool
    @Checked
    public void nullableArray(String @Nullable [] a) {}

    @McpTool
    @Checked
    public void arrayOfNullables(@Nullable String[] a) {}

    @McpTool
    @Checked
    public void requiredNullable(@McpToolParam @Nullable String a) {}

    @McpTool
    @Checked
    public void jsonRequired(@JsonProperty(required = true) String a) {}

    @McpTool
    @Checked
    public void jsonOptional(@JsonProperty("other") String a) {}

    @McpTool
    @Checked
    public void jsonDescribed(@JsonPropertyDescription("the text") String a) {}

    @McpTool
    @Checked
    public void schemaOptional(@Schema(requiredMode = Schema.RequiredMode.NOT_REQUIRED) String a) {}

    @McpTool
    @Checked
    public void schemaRequired(@Schema(description = "x") @Nullable String a) {}

    @McpTool
    @Checked
    public void optionalNumber(@McpToolParam(required = false) Integer a) {}

    @McpTool
    @Checked
    public void optionalRecord(@McpToolParam(required = false) Point a) {}

    @McpTool
    @Checked
    public void optionalList(@McpToolParam(required = false) List<String> a) {}

    @McpTool
    @Checked
    public void sequence(CharSequence a) {}

    @McpTool
    @Checked
    public void uuid(UUID a) {}

    @McpTool
    @Checked
    public void uri(URI a) {}

    @McpTool
    @Checked
    public void dates(LocalDate a, LocalDateTime b, LocalTime c, Instant d) {}

    @McpTool
    @Checked
    public void moments(ZonedDateTime a, OffsetDateTime b, OffsetTime c, Date d) {}

    @McpTool
    @Checked
    public void spans(Duration a, Period b, ZoneId c) {}

    @McpTool
    @Checked
    public void shorts(short a, Short b) {}

    @McpTool
    @Checked
    public void ints(int a, Integer b) {}

    @McpTool
    @Checked
    public void longs(long a, Long b) {}

    @McpTool
    @Checked
    public void bigInteger(BigInteger a) {}

    @McpTool
    @Checked
    public void floats(float a, Float b) {}

    @McpTool
    @Checked
    public void doubles(double a, Double b) {}

    @McpTool
    @Checked
    public void bigDecimal(BigDecimal a) {}

    @McpTool
    @Checked
    public void booleans(boolean a, Boolean b) {}

    @McpTool
    @Checked
    public void color(Color a) {}

    @McpTool
    @Checked
    public void oneColor(Single a) {}

    @McpTool
    @Checked
    public void operation(Operation a) {}

    @McpTool
    @Checked
    public void optionalColor(@McpToolParam(required = false) Color a) {}

    @McpTool
    @Checked
    public void intArray(int[] a) {}

    @McpTool
    @Checked
    public void doubleArray(double[] a) {}

    @McpTool
    @Checked
    public void colorArray(Color[] a) {}

    @McpTool
    @Checked
    public void recordArray(Point[] a) {}

    @McpTool
    @Checked
    public void arrayOfArrays(int[][] a) {}

    @McpTool
    @Checked
    public void aList(List<String> a) {}

    @McpTool
    @Checked
    public void set(Set<Integer> a) {}

    @McpTool
    @Checked
    public void collection(Collection<Double> a) {}

    @McpTool
    @Checked
    public void arrayList(ArrayList<String> a, LinkedHashSet<Long> b) {}

    @McpTool
    @Checked
    public void lists(List<List<String>> a) {}

    @McpTool
    @Checked
    public void records(List<Point> a) {}

    @McpTool
    @Checked
    public void kotlinRecords(List<? extends Point> a) {}

    @McpTool
    @Checked
    public void colors(List<Set<Color>> a) {}

    @McpTool
    @Checked
    public void dateList(List<LocalDate> a) {}

    @McpTool
    @Checked
    public void map(Map<String, String> a) {}

    @McpTool
    @Checked
    public void mapOfAny(Map<String, Object> a) {}

    @McpTool
    @Checked
    public void mapOfRecords(Map<String, Point> a) {}

    @McpTool
    @Checked
    public void any(Object a) {}

    @McpTool
    @Checked
    public void listOfAny(List<Object> a) {}

    @McpTool
    @Checked
    public void record(Point a) {}

    @McpTool
    @Checked
    public void nested(Line a) {}

    @McpTool
    @Checked
    public void deep(Drawing a) {}

    @McpTool
    @Checked
    public void twice(Point a, Point b) {}

    @McpTool
    @Checked
    public void twoInOne(Pair a) {}

    @McpTool
    @Checked
    public void mapped(Tags a) {}

    @McpTool
    @Checked
    public void pojo(Plain a) {}

    @McpTool
    @Checked
    public void annotated(Annotated a) {}

    @McpTool
    @Checked
    public void optionals(Optionals a) {}

    @McpTool
    @Checked
    public void dated(Dated a) {}

    @McpTool
    @Checked
    public void documented(Documented a) {}

    @McpTool
    @Checked
    public void injected(
            McpSyncRequestContext context,
            McpMeta meta,
            @McpProgressToken String token,
            McpTransportContext transport,
            String a) {}

    @McpTool
    @Checked
    public void nothing() {}

    @McpTool
    @Checked
    public void many(String a, int b, @McpToolParam(required = false) Color c, List<Point> d, Map<String, Long> e) {}

    @McpTool
    @Checked
    public void names(String snake_case, String größe, String isActive, String component1, String $dollar) {}

    @McpTool(name = "renamed-tool", description = "Two\nlines")
    @Checked
    public void renamed(String a) {}

    public enum Color {
        RED,
        GREEN
    }

    public enum Single {
        ONLY
    }

    public enum Operation {
        ADD {
            @Override
            int of(int a, int b) {
                return a + b;
            }
        },
        TAKE {
            @Override
            int of(int a, int b) {
                return a - b;
            }
        };

        abstract int of(int a, int b);
    }

    public record Point(int x, double y) {}

    public record Line(Point from, @Nullable Point to, Color color) {}

    public record Pair(Point one, Point other) {}

    public record Drawing(String title, List<Line> lines, Map<String, Point> marks, Line[] more) {}

    public record Tags(Map<String, String> tags, Set<String> all) {}

    public record Optionals(Optional<String> a, Optional<Integer> b, Optional<Color> c, Optional<List<String>> d) {}

    public record Dated(LocalDate on, List<Instant> at, UUID id) {}

    public record Documented(
            @Schema(description = "the text") String a,

            @McpToolParam(required = false, description = "b")
            String b,

            @JsonPropertyDescription("c") String c) {}

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
            @JsonProperty(value = "the_a", required = true) String a,
            @JsonProperty("the_b") String b,
            String c,
            @JsonIgnore String ignored) {}
}
