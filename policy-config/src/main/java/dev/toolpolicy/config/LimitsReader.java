package dev.toolpolicy.config;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.Limit;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.runtime.layer.InvalidConfigurationException;
import dev.toolpolicy.schema.ExactNumber;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the limits of a tool, as configuration writes them under {@code limits}: a list of objects such as
 * {@code {calls = 10, per = "1m"}}, {@code {total = 500, of = "/amount"}} and {@code {failures = 3, per = "10m"}}. A
 * time is a number and a unit: {@code ms}, {@code s}, {@code m}, {@code h} or {@code d}. Stateless.
 */
public final class LimitsReader {
    private static final List<String> KINDS = List.of("calls", "total", "failures");
    private static final List<String> KEYS = List.of("calls", "total", "failures", "per", "of");
    /** The units of times, and their lengths in milliseconds. */
    private static final Map<String, Long> UNITS =
            Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L, "d", 86_400_000L);

    private static final int DIGITS = 9;

    private final Problems problems = new Problems();

    private LimitsReader() {}

    /**
     * Reads limits.
     *
     * @param node a list of limits
     * @param pointer where that stands, as a JSON Pointer; empty if it stands alone
     * @return an immutable list, all of which apply
     * @throws InvalidConfigurationException if anything is wrong with them; it says everything that is
     */
    public static List<Limit> read(JsonNode node, String pointer) {
        return new LimitsReader().readAll(node, pointer);
    }

    private List<Limit> readAll(JsonNode written, String place) {
        List<Limit> limits = new ArrayList<>();
        if (!written.isArray()) {
            problems.add(place, Words.wrongShape("\"limits\"", "a list of limits", written));
        }
        for (int i = 0; written.isArray() && i < written.size(); i++) {
            limit(written.get(i), place + "/" + i).ifPresent(limits::add);
        }
        if (!problems.isEmpty()) {
            throw problems.exception();
        }
        return List.copyOf(limits);
    }

    private Optional<Limit> limit(JsonNode written, String place) {
        List<String> kinds = KINDS.stream().filter(written::has).toList();
        if (!written.isObject() || kinds.size() != 1) {
            problems.add(
                    place,
                    Words.wrongShape(
                            "a limit", "an object with one of \"calls\", \"total\" and \"failures\"", written));
            return Optional.empty();
        }
        problems.checkKeys(place, "a limit", written, KEYS);
        String kind = kinds.get(0);
        Optional<Duration> per = time(written, place);
        boolean total = kind.equals("total");
        if (!total && written.has("of")) {
            problems.add(place + "/of", Words.withoutKey("of"));
        }
        try {
            return Optional.of(limit(kind, written, per, place));
        } catch (IllegalArgumentException e) {
            String where = total && !written.path("of").isTextual() ? "/of" : "/" + kind;
            problems.add(
                    place + where,
                    Words.wrongShape(Words.quoted(where.substring(1)), shape(where), written.path(where.substring(1))));
            return Optional.empty();
        }
    }

    private static String shape(String where) {
        return switch (where) {
            case "/of" -> "a JSON Pointer to a number, such as \"/amount\"";
            case "/total" -> "a number that isn't negative";
            default -> "a whole number of at least 1";
        };
    }

    private Limit limit(String kind, JsonNode written, Optional<Duration> per, String place) {
        JsonNode most = written.path(kind);
        if (kind.equals("total")) {
            if (!most.isNumber() || !written.path("of").isTextual()) {
                throw new IllegalArgumentException(kind);
            }
            Limit total = Limit.total(
                    ExactNumber.of(most).toString(), written.path("of").textValue());
            return per.map(total::per).orElse(total);
        }
        if (!most.canConvertToInt() || !most.isIntegralNumber()) {
            throw new IllegalArgumentException(kind);
        } else if (kind.equals("calls")) {
            Limit calls = Limit.calls(most.intValue());
            return per.map(calls::per).orElse(calls);
        }
        if (!written.has("per")) {
            problems.add(place, Words.wrongShape("a limit of failures", "an object with \"per\"", written));
        }
        return Limit.failures(most.intValue(), per.orElse(Duration.ofDays(1)));
    }

    private Optional<Duration> time(JsonNode written, String place) {
        JsonNode value = written.path("per");
        if (value.isMissingNode()) {
            return Optional.empty();
        }
        Optional<Duration> time = value.isTextual() ? read(value.textValue()) : Optional.empty();
        if (time.isEmpty()) {
            problems.add(
                    place + "/per", Words.wrongShape("\"per\"", "a time such as \"30s\", \"10m\" or \"1h\"", value));
        }
        return time;
    }

    private static Optional<Duration> read(String text) {
        int digits = 0;
        while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
            digits++;
        }
        Long unit = UNITS.get(text.substring(digits));
        if (digits == 0 || digits > DIGITS || unit == null) {
            return Optional.empty();
        }
        Duration time = Duration.ofMillis(Long.parseLong(text.substring(0, digits)) * unit);
        return time.isZero() ? Optional.empty() : Optional.of(time);
    }
}
