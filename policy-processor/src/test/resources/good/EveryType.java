package demo;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;
import static dev.toolpolicy.annotation.Mode.DENY;
import static dev.toolpolicy.annotation.Mode.EDIT;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Param;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Require;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Shows <em>every</em> type, with {@code {code}}, {@link Path paths}
 * and {@link List#of() lists}: "quotes", \ and é.
 *
 * @param name a name that is taken by the tool's own
 * @param small from -128 to 127
 */
@SuppressWarnings("toolpolicy/any-element")
@Tool
@Policy(
    run = {
        @Rule(arg = "/big", minimum = "123456789012345678901234567890", mode = DENY),
        @Rule(arg = "/count", oneOf = {"1", "2.0", "3e0"}, mode = EDIT),
        @Rule(arg = "/ratio", exclusiveMaximum = "0.5", mode = ASK),
        @Rule(arg = "/flag", constant = "true", mode = ASK),
        @Rule(arg = "/colors", oneOf = {"RED", "dark-green"}, match = Match.ALL, mode = ASK),
        @Rule(arg = "/area", constant = "{\"from\": 1, \"to\": 2}", mode = ASK),
        @Rule(arg = "/area/from", minimum = "-3", mode = ASK),
        @Rule(arg = "/name", pattern = "^\\d+$", mode = DENY),
        @Rule(arg = "/name", constant = "caf\u00e9 \"x\"\\", mode = ALLOW),
        @Rule(mode = ASK)
    },
    requires = {
        @Require(tools = {"login", "unlock"}, external = true),
        @Require(tools = "open", key = "/path", toolsKey = "/file", match = Match.ALL, allowWhenMissing = false,
            external = true)
    })
record EveryType(
    String name,
    Path path,
    boolean flag,
    byte small,
    short medium,
    int count,
    long large,
    BigInteger big,
    float ratio,
    double precise,
    BigDecimal exact,
    Color color,
    List<Color> colors,
    Set<Path> paths,
    int[] ints,
    double[] doubles,
    String[][] table,
    Range area,
    Map<String, Range> areas,
    Map<String, List<Long>> numbers,
    JsonNode anything,
    @Nullable JsonNode something,
    Optional<String> note,
    Optional<List<Range>> more,
    OptionalInt maybeInt,
    OptionalLong maybeLong,
    OptionalDouble maybeDouble,
    @Nullable Integer boxed,
    @Nullable Color favourite,
    @Param(defaultValue = "10") Integer limit,
    @Param(defaultValue = "0.1") float step,
    @Param(defaultValue = "dark-green") Color paint,
    @Param(defaultValue = "[\"a\", \"b\"]") List<String> tags,
    @Param(defaultValue = "{\"from\": 5}") Range window,
    @Param(name = "x-URL", value = "Odd", large = true) String xURL) {

    enum Color { RED, @Param(name = "dark-green") GREEN }

    record Range(int from, @Param(defaultValue = "9") int to) {}
}
