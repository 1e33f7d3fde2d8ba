package dev.toolpolicy.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.event.CallRecord;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The arguments of {@code audit}. Immutable.
 *
 * @param files the files, in order
 * @param filters for each property of a call the value that it must have
 * @param period the time in which calls ended
 * @param count the property by which calls are counted; empty if they are printed
 * @param json whether the answer is JSON
 */
record AuditQuery(List<Path> files, Map<String, String> filters, Period period, Optional<String> count, boolean json) {
    /** The properties of a call that can be counted. */
    static final List<String> COUNTED = List.of("tool", "session", "verdict", "rule", "policy", "code", "day");

    private static final List<String> FILTERED = List.of("tool", "session", "verdict", "rule", "policy");
    private static final List<String> VERDICTS =
            Stream.of(CallRecord.Verdict.values()).map(CallRecord.Verdict::word).toList();

    /** A time: from the first instant on, before the second. */
    record Period(Instant since, Instant until) {
        boolean contains(Instant time) {
            return !time.isBefore(since) && time.isBefore(until);
        }
    }

    /** Reads the arguments behind the word audit. */
    static AuditQuery read(List<String> typed) throws UsageException {
        List<Path> files = new ArrayList<>();
        Map<String, String> filters = new LinkedHashMap<>();
        Instant since = Instant.MIN;
        Instant until = Instant.MAX;
        Optional<String> count = Optional.empty();
        boolean json = false;
        for (Iterator<String> rest = typed.iterator(); rest.hasNext(); ) {
            String word = rest.next();
            String option = word.startsWith("--") ? word.substring(2) : "";
            if (FILTERED.contains(option)) {
                filters.put(option, value(word, rest));
            } else if (word.equals("--since")) {
                since = time(word, value(word, rest));
            } else if (word.equals("--until")) {
                until = time(word, value(word, rest));
            } else if (word.equals("--count")) {
                count = Optional.of(counted(value(word, rest)));
            } else if (word.equals("--json")) {
                json = true;
            } else {
                files.add(file(word));
            }
        }
        if (files.isEmpty()) {
            throw new UsageException("audit needs a file: audit FILE...");
        }
        String verdict = filters.getOrDefault("verdict", VERDICTS.get(0));
        if (!VERDICTS.contains(verdict)) {
            throw new UsageException(
                    "there is no verdict \"" + verdict + "\"; verdicts are " + String.join(", ", VERDICTS));
        }
        return new AuditQuery(List.copyOf(files), Map.copyOf(filters), new Period(since, until), count, json);
    }

    private static String value(String option, Iterator<String> rest) throws UsageException {
        if (!rest.hasNext()) {
            throw new UsageException(option + " needs a value");
        }
        return rest.next();
    }

    private static String counted(String property) throws UsageException {
        if (!COUNTED.contains(property)) {
            throw new UsageException(
                    "calls can't be counted by \"" + property + "\"; --count takes " + String.join(", ", COUNTED));
        }
        return property;
    }

    private static Path file(String word) throws UsageException {
        if (word.startsWith("--")) {
            throw new UsageException("there is no option " + word
                    + "; options of audit are --tool, --session, --verdict, --rule, --policy, --since, --until, --count"
                    + " and --json");
        }
        try {
            return Path.of(word);
        } catch (InvalidPathException e) {
            throw new UsageException("a file can't be named like this: " + e.getReason());
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
        return filters.entrySet().stream()
                        .allMatch(filter -> filter.getKey().equals("rule")
                                ? isRule(line, filter.getValue())
                                : property(line, filter.getKey()).equals(filter.getValue()))
                && period.contains(ended(line));
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
