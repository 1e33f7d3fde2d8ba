package dev.toolpolicy.springai.methods;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
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
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.annotation.ToolParam;

/** Methods of every shape whose parameters Spring AI describes as rules see them. */
public final class Shapes {
    @Tool
    @Checked
    public void text(String a) {}

    @Tool
    @Checked
    public void described(@ToolParam(description = "the text") String a) {}

    @Tool
    @Checked
    public void optionalText(@ToolParam(required = false) String a) {}

    @Tool
    @Checked
    public void nullableText(@Nullable String a) {}

    @Tool
    @Checked
    public void nullableArray(String @Nullable [] a) {}

    @Tool
    @Checked
    public void arrayOfNullables(@Nullable String[] a) {}

    @Tool
    @Checked
    public void requiredNullable(@ToolParam @Nullable String a) {}

    @Tool
    @Checked
    public void jsonRequired(@JsonProperty(required = true) String a) {}

    @Tool
    @Checked
    public void jsonOptional(@JsonProperty("other") String a) {}

    @Tool
    @Checked
    public void jsonDescribed(@JsonPropertyDescription("the text") String a) {}

    @Tool
    @Checked
    public void schemaOptional(@Schema(requiredMode = Schema.RequiredMode.NOT_REQUIRED) String a) {}

    @Tool
    @Checked
    public void schemaRequired(@Schema(description = "x") @Nullable String a) {}

    @Tool
    @Checked
    public void optionalNumber(@ToolParam(required = false) Integer a) {}

    @Tool
    @Checked
    public void optionalRecord(@ToolParam(required = false) Point a) {}

    @Tool
    @Checked
    public void optionalList(@ToolParam(required = false) List<String> a) {}

    @Tool
    @Checked
    public void sequence(CharSequence a) {}

    @Tool
    @Checked
    public void uuid(UUID a) {}

    @Tool
    @Checked
    public void uri(URI a) {}

    @Tool
    @Checked
    public void dates(LocalDate a, LocalDateTime b, LocalTime c, Instant d) {}

    @Tool
    @Checked
    public void moments(ZonedDateTime a, OffsetDateTime b, OffsetTime c, Date d) {}

    @Tool
    @Checked
    public void spans(Duration a, Period b, ZoneId c) {}

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
    public void oneColor(Single a) {}

    @Tool
    @Checked
    public void operation(Operation a) {}

    @Tool
    @Checked
    public void optionalColor(@ToolParam(required = false) Color a) {}

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
    public void dateList(List<LocalDate> a) {}

    @Tool
    @Checked
    public void map(Map<String, String> a) {}

    @Tool
    @Checked
    public void mapOfAny(Map<String, Object> a) {}

    @Tool
    @Checked
    public void mapOfRecords(Map<String, Point> a) {}

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
    public void twoInOne(Pair a) {}

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
    public void optionals(Optionals a) {}

    @Tool
    @Checked
    public void dated(Dated a) {}

    @Tool
    @Checked
    public void documented(Documented a) {}

    @Tool
    @Checked
    public void injected(ToolContext context, String a) {}

    @Tool
    @Checked
    public void nothing() {}

    @Tool
    @Checked
    public void many(String a, int b, @ToolParam(required = false) Color c, List<Point> d, Map<String, Long> e) {}

    @Tool
    @Checked
    public void names(String snake_case, String größe, String isActive, String component1, String $dollar) {}

    @Tool(name = "renamed-tool", description = "Two\nlines")
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
            @ToolParam(required = false, description = "b") String b,
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
