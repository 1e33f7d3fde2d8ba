package dev.toolpolicy.mcp.methods.community;

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
import org.springaicommunity.mcp.annotation.McpMeta;
import org.springaicommunity.mcp.annotation.McpProgressToken;
import org.springaicommunity.mcp.annotation.McpTool;
import org.springaicommunity.mcp.annotation.McpToolParam;
import org.springaicommunity.mcp.context.McpSyncRequestContext;
import reactor.util.annotation.Nullable;

/**
 * Methods of every shape whose parameters other MCP servers describe as rules see them. These servers describe types that
 * occur twice within a parameter by references that lead nowhere.
 */
@SuppressWarnings("deprecation") // the framework reads this annotation, too
public final class Shapes {
    @McpTool
    @Checked
    public void c_text(String a) {}

    @McpTool
    @Checked
    public void c_described(@McpToolParam(description = "the text") String a) {}

    @McpTool
    @Checked
    public void c_optionalText(@McpToolParam(required = false) String a) {}

    @McpTool
    @Checked
    public void c_nullableText(@Nullable String a) {}

    @McpTool
    @Checked
    public void c_arrayOfNullables(@Nullable String[] a) {}

    @McpTool
    @Checked
    public void c_requiredNullable(@McpToolParam @Nullable String a) {}

    @McpTool
    @Checked
    public void c_jsonRequired(@JsonProperty(required = true) String a) {}

    @McpTool
    @Checked
    public void c_jsonOptional(@JsonProperty("other") String a) {}

    @McpTool
    @Checked
    public void c_jsonDescribed(@JsonPropertyDescription("the text") String a) {}

    @McpTool
    @Checked
    public void c_schemaOptional(@Schema(requiredMode = Schema.RequiredMode.NOT_REQUIRED) String a) {}

    @McpTool
    @Checked
    public void c_schemaRequired(@Schema(description = "x") @Nullable String a) {}

    @McpTool
    @Checked
    public void c_optionalNumber(@McpToolParam(required = false) Integer a) {}

    @McpTool
    @Checked
    public void c_optionalRecord(@McpToolParam(required = false) Point a) {}

    @McpTool
    @Checked
    public void c_optionalList(@McpToolParam(required = false) List<String> a) {}

    @McpTool
    @Checked
    public void c_sequence(CharSequence a) {}

    @McpTool
    @Checked
    public void c_uuid(UUID a) {}

    @McpTool
    @Checked
    public void c_uri(URI a) {}

    @McpTool
    @Checked
    public void c_dates(LocalDate a, LocalDateTime b, LocalTime c, Instant d) {}

    @McpTool
    @Checked
    public void c_moments(ZonedDateTime a, OffsetDateTime b, OffsetTime c, Date d) {}

    @McpTool
    @Checked
    public void c_spans(Duration a, Period b, ZoneId c) {}

    @McpTool
    @Checked
    public void c_shorts(short a, Short b) {}

    @McpTool
    @Checked
    public void c_ints(int a, Integer b) {}

    @McpTool
    @Checked
    public void c_longs(long a, Long b) {}

    @McpTool
    @Checked
    public void c_bigInteger(BigInteger a) {}

    @McpTool
    @Checked
    public void c_floats(float a, Float b) {}

    @McpTool
    @Checked
    public void c_doubles(double a, Double b) {}

    @McpTool
    @Checked
    public void c_bigDecimal(BigDecimal a) {}

    @McpTool
    @Checked
    public void c_booleans(boolean a, Boolean b) {}

    @McpTool
    @Checked
    public void c_color(Color a) {}

    @McpTool
    @Checked
    public void c_oneColor(Single a) {}

    @McpTool
    @Checked
    public void c_operation(Operation a) {}

    @McpTool
    @Checked
    public void c_optionalColor(@McpToolParam(required = false) Color a) {}

    @McpTool
    @Checked
    public void c_textArray(String[] a) {}

    @McpTool
    @Checked
    public void c_intArray(int[] a) {}

    @McpTool
    @Checked
    public void c_doubleArray(double[] a) {}

    @McpTool
    @Checked
    public void c_colorArray(Color[] a) {}

    @McpTool
    @Checked
    public void c_recordArray(Point[] a) {}

    @McpTool
    @Checked
    public void c_arrayOfArrays(int[][] a) {}

    @McpTool
    @Checked
    public void c_aList(List<String> a) {}

    @McpTool
    @Checked
    public void c_set(Set<Integer> a) {}

    @McpTool
    @Checked
    public void c_collection(Collection<Double> a) {}

    @McpTool
    @Checked
    public void c_arrayList(ArrayList<String> a, LinkedHashSet<Long> b) {}

    @McpTool
    @Checked
    public void c_lists(List<List<String>> a) {}

    @McpTool
    @Checked
    public void c_records(List<Point> a) {}

    @McpTool
    @Checked
    public void c_kotlinRecords(List<? extends Point> a) {}

    @McpTool
    @Checked
    public void c_colors(List<Set<Color>> a) {}

    @McpTool
    @Checked
    public void c_dateList(List<LocalDate> a) {}

    @McpTool
    @Checked
    public void c_map(Map<String, String> a) {}

    @McpTool
    @Checked
    public void c_mapOfAny(Map<String, Object> a) {}

    @McpTool
    @Checked
    public void c_mapOfRecords(Map<String, Point> a) {}

    @McpTool
    @Checked
    public void c_any(Object a) {}

    @McpTool
    @Checked
    public void c_listOfAny(List<Object> a) {}

    @McpTool
    @Checked
    public void c_record(Point a) {}

    @McpTool
    @Checked
    public void c_twice(Point a, Point b) {}

    @McpTool
    @Checked
    public void c_mapped(Tags a) {}

    @McpTool
    @Checked
    public void c_pojo(Plain a) {}

    @McpTool
    @Checked
    public void c_annotated(Annotated a) {}

    @McpTool
    @Checked
    public void c_optionals(Optionals a) {}

    @McpTool
    @Checked
    public void c_dated(Dated a) {}

    @McpTool
    @Checked
    public void c_documented(Documented a) {}

    @McpTool
    @Checked
    public void c_injected(
            McpSyncRequestContext context,
            McpMeta meta,
            @McpProgressToken String token,
            McpTransportContext transport,
            String a) {}

    @McpTool
    @Checked
    public void c_nothing() {}

    @McpTool
    @Checked
    public void c_many(String a, int b, @McpToolParam(required = false) Color c, List<Point> d, Map<String, Long> e) {}

    @McpTool
    @Checked
    public void c_names(String snake_case, String größe, String isActive, String component1, String $dollar) {}

    @McpTool(name = "c-renamed", description = "Two\nlines")
    @Checked
    public void c_renamed(String a) {}

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

    public record Line(Point from, Point to, Color color) {}

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
