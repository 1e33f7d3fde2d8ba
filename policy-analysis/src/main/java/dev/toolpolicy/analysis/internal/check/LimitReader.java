package dev.toolpolicy.analysis.internal.check;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.CallLimit;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.ValueReader;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.internal.schema.Resolution;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A reader of limits as policy files write them, such as {@code {calls = 10, per = "1m"}}, {@code {total = 500, of =
 * "/amount"}} and {@code {failures = 3, per = "10m"}}. Annotations have the same members. For one limit.
 */
public final class LimitReader {
    private static final List<String> KINDS = List.of("calls", "total", "failures");
    /** The members of limits. */
    public static final List<String> MEMBERS =
            List.of("calls", "total", "failures", "per", "of", "reason", "rule", "by", "single_node");

    /** The units of times, and their lengths in milliseconds. */
    private static final Map<String, Long> UNITS =
            Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L, "d", 86_400_000L);

    private static final int DIGITS = 9;

    private final JsonNode written;
    private final List<Fault> faults = new ArrayList<>();

    private LimitReader(JsonNode written) {
        this.written = written;
    }

    /**
     * A mistake in a limit.
     *
     * @param member the member with the mistake; empty for the limit as a whole
     * @param problem the problem
     */
    public record Fault(String member, Diagnostic problem) {}

    /**
     * A limit as read.
     *
     * @param limit the limit; empty if it has a mistake
     * @param faults the mistakes
     */
    public record Read(Optional<CallLimit> limit, List<Fault> faults) {}

    /** Reads a limit, whose members are known ones. */
    public static Read read(JsonNode written) {
        LimitReader reader = new LimitReader(written);
        Optional<CallLimit> limit =
                reader.limit().map(reader::reasoned).map(reader::ruled).map(reader::counted);
        return new Read(reader.faults.isEmpty() ? limit : Optional.empty(), reader.faults);
    }

    /**
     * Returns the mistake of a limit for a tool: what it sums isn't a number.
     */
    public static Optional<Fault> check(CallLimit limit, String tool, ToolSchema schema) {
        return limit.amount().flatMap(amount -> check(amount, tool, schema)).map(problem -> new Fault("of", problem));
    }

    /**
     * Returns the mistakes of a limit for whichever tool: the rule whose calls it counts isn't there, or it counts by
     * what isn't a fact with one value.
     *
     * @param rules the names of the rules, with whether their calls can run
     */
    public static List<Fault> check(CallLimit limit, ToolSchema facts, Map<String, Boolean> rules) {
        List<Fault> faults = new ArrayList<>();
        limit.by()
                .filter(by -> !isOneValue(Resolution.of(by, facts).resolved()))
                .ifPresent(by -> faults.add(new Fault(
                        "by",
                        Diagnostic.error(
                                DiagnosticCode.UNKNOWN_POINTER,
                                "a limit counts by a declared fact that is a text, a number or a boolean, and "
                                        + Words.quoted(by.toString()) + " is none"))));
        limit.rule()
                .filter(name -> !rules.getOrDefault(name, false))
                .map(name ->
                        rules.containsKey(name) ? countsNothing(name) : unknownRule(name, List.copyOf(rules.keySet())))
                .ifPresent(problem -> faults.add(new Fault("rule", problem)));
        return faults;
    }

    private static Diagnostic countsNothing(String name) {
        String problem = "rule " + Words.quoted(name) + " denies its calls, so the limit counts nothing";
        return Diagnostic.warning(DiagnosticCode.UNKNOWN_RULE, problem).withHelp("delete the limit");
    }

    private static Diagnostic unknownRule(String name, List<String> rules) {
        return Words.helped(
                Diagnostic.error(DiagnosticCode.UNKNOWN_RULE, "no rule of the run list is named " + Words.quoted(name)),
                Words.nearest(name, rules),
                rules.isEmpty() ? "give the rule a name" : "rules are " + Words.listedNames(rules));
    }

    private static boolean isOneValue(Optional<Resolution.Resolved> found) {
        return found.filter(place -> !place.throughArray())
                .filter(place -> switch (place.type().kind()) {
                    case STRING, PATH, INTEGER, NUMBER, BOOLEAN -> true;
                    case ARRAY, OBJECT, ANY -> false;
                })
                .isPresent();
    }

    private static Optional<Diagnostic> check(ArgumentPointer amount, String tool, ToolSchema schema) {
        Optional<ParameterType> type = Resolution.of(amount, schema).resolved().map(Resolution.Resolved::type);
        if (type.isEmpty()) {
            List<String> known = schema.parameters().stream()
                    .map(parameter -> ArgumentPointer.of(parameter.name()).toString())
                    .toList();
            String problem = "tool " + Words.quoted(tool) + " has no parameter " + Words.quoted(amount.toString());
            return Optional.of(Words.helped(
                    Diagnostic.error(DiagnosticCode.UNKNOWN_POINTER, problem),
                    Words.nearest(amount.toString(), known),
                    "there are " + Words.listedNames(known)));
        }
        return switch (type.get().kind()) {
            case INTEGER, NUMBER -> Optional.empty();
            case STRING, PATH, BOOLEAN, ARRAY, OBJECT, ANY ->
                Optional.of(Diagnostic.error(
                        DiagnosticCode.MATCHER_TYPE,
                        "a limit sums numbers, but " + Words.quoted(amount.toString()) + " of " + Words.quoted(tool)
                                + " is " + Words.kind(type.get())));
        };
    }

    private void fault(String member, String shape) {
        JsonNode value = member.isEmpty() ? written : written.path(member);
        String what = member.isEmpty() ? "a limit" : Words.quoted(member);
        faults.add(new Fault(member, Words.wrongShape(what, shape, value)));
    }

    private Optional<CallLimit> limit() {
        List<String> kinds = KINDS.stream().filter(written::has).toList();
        if (!written.isObject() || kinds.size() != 1) {
            fault("", "an object with one of \"calls\", \"total\" and \"failures\"");
            return Optional.empty();
        }
        Optional<Duration> per = time();
        String kind = kinds.get(0);
        if (!kind.equals("total") && written.has("of")) {
            faults.add(new Fault("of", Words.withoutMember("of", "total")));
        }
        return switch (kind) {
            case "calls" -> count(kind).map(CallLimit::calls).map(limit -> timed(limit, per));
            case "total" -> total().map(limit -> timed(limit, per));
            default -> failures(per);
        };
    }

    private CallLimit ruled(CallLimit limit) {
        JsonNode rule = written.path("rule");
        if (!rule.isTextual() && !rule.isMissingNode()) {
            fault("rule", "the name of a rule");
        }
        return rule.isTextual() ? limit.rule(rule.textValue()) : limit;
    }

    private CallLimit counted(CallLimit limit) {
        JsonNode single = written.path("single_node");
        if (!single.isMissingNode() && (!single.isBoolean() || !written.has("by"))) {
            fault("single_node", "true or false, beside \"by\"");
        }
        if (!written.has("by")) {
            return limit;
        }
        try {
            CallLimit counted = limit.by(written.path("by").asText());
            return single.asBoolean() ? counted.onSingleNode() : counted;
        } catch (IllegalArgumentException unfit) {
            String shape = "a JSON Pointer to a fact such as \"/user\", beside \"per\" and \"total\" or up to "
                    + CallLimit.MOST_BY_FACT + " \"calls\"";
            faults.add(new Fault("by", Words.wrongShape("\"by\"", shape, written)));
            return limit;
        }
    }

    private CallLimit reasoned(CallLimit limit) {
        JsonNode reason = written.path("reason");
        if (reason.isTextual()) {
            ReasonCheck.check(reason.textValue()).ifPresent(problem -> faults.add(new Fault("reason", problem)));
            return limit.because(reason.textValue());
        }
        if (!reason.isMissingNode()) {
            fault("reason", "one line of text");
        }
        return limit;
    }

    private static CallLimit timed(CallLimit limit, Optional<Duration> per) {
        return per.map(limit::per).orElse(limit);
    }

    private Optional<CallLimit> failures(Optional<Duration> per) {
        Optional<Integer> count = count("failures");
        if (!written.has("per")) {
            fault("", "an object with \"failures\" and \"per\"");
        }
        return per.flatMap(time -> count.map(number -> CallLimit.failures(number, time)));
    }

    private Optional<Integer> count(String member) {
        JsonNode value = written.path(member);
        if (!value.isIntegralNumber() || !value.canConvertToInt() || value.intValue() < 1) {
            fault(member, "a whole number of at least 1");
            return Optional.empty();
        }
        return Optional.of(value.intValue());
    }

    private Optional<CallLimit> total() {
        Optional<ExactNumber> most =
                ValueReader.readNumber(written.path("total"), ValueSyntax.TYPED).filter(number -> number.signum() >= 0);
        if (most.isEmpty()) {
            fault("total", "a number that isn't negative");
        }
        String pointer = written.path("of").asText();
        try {
            ArgumentPointer.parse(pointer);
        } catch (IllegalArgumentException notAPointer) {
            fault("of", "a JSON Pointer to a number, such as \"/amount\"");
            return Optional.empty();
        }
        return most.map(number -> CallLimit.total(number.toString(), pointer));
    }

    private Optional<Duration> time() {
        JsonNode value = written.path("per");
        if (value.isMissingNode()) {
            return Optional.empty();
        }
        Optional<Duration> time = value.isTextual() ? time(value.textValue()) : Optional.empty();
        if (time.isEmpty()) {
            fault("per", "a time such as \"30s\", \"10m\" or \"1h\"");
        }
        return time;
    }

    private static Optional<Duration> time(String text) {
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
