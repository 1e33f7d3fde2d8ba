package dev.toolpolicy.cli.internal.audit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.cli.internal.command.UsageException;
import dev.toolpolicy.event.CallRecord;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The options of {@code audit} that select calls. */
final class AuditQuery {
    private static final List<String> VERDICTS =
            Stream.of(CallRecord.Verdict.values()).map(CallRecord.Verdict::word).toList();

    private Instant since = Instant.MIN;
    private Instant until = Instant.MAX;

    @Option(names = "--tool", paramLabel = "NAME", description = "Calls of this tool only.")
    private Optional<String> tool = Optional.empty();

    @Option(names = "--session", paramLabel = "ID", description = "Calls of this session only.")
    private Optional<String> session = Optional.empty();

    @Option(names = "--verdict", paramLabel = "VERDICT", description = "ran, denied, declined, invalid or pending.")
    private Optional<String> verdict = Optional.empty();

    @Option(
            names = "--rule",
            paramLabel = "NUMBER",
            description = "Calls to which the rule of this number applied, or the rule with these words.")
    private Optional<String> rule = Optional.empty();

    @Option(names = "--policy", paramLabel = "NAME", description = "Calls that this session policy denied.")
    private Optional<String> policy = Optional.empty();

    @Option(
            names = "--since",
            paramLabel = "TIME",
            description = "Calls that ended at this time or later; a day such as 2026-01-31, or a time in UTC.")
    private String from = "";

    @Option(names = "--until", paramLabel = "TIME", description = "Calls that ended before this time.")
    private String to = "";

    /** Reads the times, and checks the verdict. */
    void check() throws UsageException {
        since = from.isEmpty() ? Instant.MIN : time("--since", from);
        until = to.isEmpty() ? Instant.MAX : time("--until", to);
        String typed = verdict.orElse(VERDICTS.get(0));
        if (!VERDICTS.contains(typed)) {
            throw new UsageException(
                    "there is no verdict \"" + typed + "\"; verdicts are " + String.join(", ", VERDICTS));
        }
    }

    /** Reads a time, or a day in UTC. */
    private static Instant time(String option, String text) throws UsageException {
        try {
            return text.indexOf('T') < 0
                    ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
                    : Instant.parse(text);
        } catch (DateTimeException e) {
            throw new UsageException(option + " takes a day or a time, such as 2026-01-31 or 2026-01-31T12:00:00Z");
        }
    }

    /** Returns whether a line of the log is asked for. */
    boolean matches(JsonNode line) {
        return is(line, "tool", tool)
                && is(line, "session", session)
                && is(line, "verdict", verdict)
                && is(line, "policy", policy)
                && rule.map(each -> isRule(line, each)).orElse(true)
                && !ended(line).isBefore(since)
                && ended(line).isBefore(until);
    }

    /** Returns whether a property of a call is the one that is asked for, if one is. */
    private static boolean is(JsonNode line, String name, Optional<String> asked) {
        return asked.map(property(line, name)::equals).orElse(true);
    }

    /** Returns whether the rule that applied has this number, or these words. */
    private static boolean isRule(JsonNode line, String rule) {
        JsonNode decision = line.path("decision");
        return decision.path("rule").asText().equals(rule)
                || decision.path("words").asText().equals(rule);
    }

    /** Returns the time at which a call ended. A line without it belongs to every period that is open at its start. */
    static Instant ended(JsonNode line) {
        String text = line.path("ended").asText();
        return text.isEmpty() ? Instant.MIN : Instant.parse(text);
    }

    /** Returns a property of a call; empty if it has none. */
    static String property(JsonNode line, String name) {
        return switch (name) {
            case "rule" -> rule(line);
            case "policy", "code" -> line.path("decision").path(name).asText();
            case "day" -> line.path("ended").asText().split("T", 2)[0];
            default -> line.path(name).asText();
        };
    }

    /** Returns the tool, number and words of the rule that applied. */
    private static String rule(JsonNode line) {
        JsonNode decision = line.path("decision");
        return decision.has("rule")
                ? line.path("tool").asText() + " " + decision.path("rule").asText() + ": "
                        + decision.path("words").asText()
                : "";
    }
}
