package dev.toolpolicy.springai.methods;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.toolpolicy.springai.methods.Shapes.Color;
import dev.toolpolicy.springai.methods.Shapes.Point;
import io.swagger.v3.oas.annotations.media.Schema;
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
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.annotation.ToolParam;

/**
 * Methods of shapes that only Spring AI and MCP servers describe as rules see them. MCP servers compile them with their
 * own annotations: see {@code gradle/shapes.gradle}.
 */
public final class SpringShapes {
    @Tool
    @Checked
    public void nullableText(@Nullable String a) {}

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
    public void sequence(CharSequence a) {}

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
    public void oneColor(Single a) {}

    @Tool
    @Checked
    public void dateList(List<LocalDate> a) {}

    @Tool
    @Checked
    public void mapOfRecords(Map<String, Point> a) {}

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

    public enum Single {
        ONLY
    }

    public record Optionals(Optional<String> a, Optional<Integer> b, Optional<Color> c, Optional<List<String>> d) {}

    public record Dated(LocalDate on, List<Instant> at, UUID id) {}

    public record Documented(
            @Schema(description = "the text") String a,
            @ToolParam(required = false, description = "b") String b,
            @JsonPropertyDescription("c") String c) {}

    @JsonPropertyOrder({"b", "a"})
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Annotated(
            @JsonProperty(value = "the_a", required = true) String a,
            @JsonProperty("the_b") String b,
            String c,
            @JsonIgnore String ignored) {}
}
