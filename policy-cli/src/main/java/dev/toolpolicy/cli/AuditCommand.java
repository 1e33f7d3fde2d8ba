package dev.toolpolicy.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import dev.toolpolicy.text.VisibleText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The subcommand {@code audit}: reads audit logs, with their older files, from the oldest line on. */
final class AuditCommand {
    private final PrintStream out;
    private final PrintStream errors;
    private final Map<String, Long> counts = new TreeMap<>();
    private boolean wrong;

    AuditCommand(PrintStream out, PrintStream errors) {
        this.out = out;
        this.errors = errors;
    }

    /** Runs the subcommand. Returns its exit code. */
    int run(AuditQuery query) {
        for (Path file : query.files()) {
            for (Path each : withOlder(file)) {
                read(each, query);
            }
        }
        query.count().ifPresent(by -> printCounts(query));
        return wrong ? PolicyCommand.PROBLEMS : PolicyCommand.FINE;
    }

    /** Returns the file behind its older ones, from the oldest on. */
    private static List<Path> withOlder(Path file) {
        List<Path> files = new ArrayList<>(List.of(file));
        for (int i = 1; ; i++) {
            Path older = file.resolveSibling(file.getFileName() + "." + i);
            if (!Files.isRegularFile(older)) {
                return files;
            }
            files.add(0, older);
        }
    }

    private void read(Path file, AuditQuery query) {
        int number = 0;
        // Bytes that are not UTF-8 become replacement characters, so that one bad line doesn't hide the others.
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
            for (String text = lines.readLine(); text != null; text = lines.readLine()) {
                number++;
                if (!text.isBlank()) {
                    take(file, number, text, query);
                }
            }
        } catch (IOException e) {
            report(file + ": error: can't be read: " + e.getClass().getSimpleName());
        }
    }

    private void take(Path file, int number, String text, AuditQuery query) {
        JsonNode line;
        try {
            line = line(text);
        } catch (MalformedJsonException e) {
            report(file + ":" + number + ":" + e.column() + ": error: not a line of an audit log: " + e.getMessage());
            return;
        } catch (DateTimeException | IllegalArgumentException e) {
            report(file + ":" + number + ":1: error: not a line of an audit log: it has no call, verdict or time");
            return;
        }
        if (!query.matches(line)) {
            return;
        }
        if (query.count().isPresent()) {
            counts.merge(AuditQuery.property(line, query.count().get()), 1L, Long::sum);
        } else {
            out.print((query.json() ? json(text) : words(line)) + "\n");
        }
    }

    /** Reads a line; throws if it isn't one of an audit log. */
    private static JsonNode line(String text) throws MalformedJsonException {
        JsonNode line = StrictJson.standard().read(text);
        boolean ofCall = line.isObject()
                && line.path("tool").isTextual()
                && line.path("session").isTextual()
                && line.path("verdict").isTextual();
        if (!ofCall) {
            throw new IllegalArgumentException("not a call");
        }
        AuditQuery.ended(line);
        return line;
    }

    private void report(String problem) {
        wrong = true;
        errors.print(VisibleText.line(problem, VisibleText.DETAIL) + "\n");
    }

    /** Returns a line as ASCII, so that a terminal shows it as text. A raw tab can only stand between its values. */
    private static String json(String text) {
        return VisibleText.ascii(text.strip().replace('\t', ' '));
    }

    private static String words(JsonNode line) {
        String verdict = line.path("verdict").asText();
        if (line.has("success")) {
            verdict += line.path("success").asBoolean() ? " (succeeded)" : " (failed)";
        }
        JsonNode decision = line.path("decision");
        List<String> by = new ArrayList<>();
        by.add("by " + decision.path("by").asText());
        for (String part : List.of("policy", "source", "code")) {
            if (decision.has(part)) {
                by.add(decision.path(part).asText());
            }
        }
        if (decision.has("approver")) {
            by.add("approver " + decision.path("approver").asText());
        }
        if (decision.has("approval")) {
            by.add("approval " + decision.path("approval").asText());
        }
        if (decision.has("rule")) {
            by.add("rule " + decision.path("rule").asText() + " ("
                    + decision.path("words").asText() + "), "
                    + decision.path("origin").asText());
        }
        return String.join(
                "  ",
                VisibleText.line(line.path("ended").asText(), VisibleText.NAME),
                VisibleText.line(line.path("session").asText(), VisibleText.NAME),
                VisibleText.line(line.path("tool").asText(), VisibleText.NAME) + "#"
                        + VisibleText.line(line.path("call").asText(), VisibleText.NAME),
                VisibleText.line(verdict, VisibleText.NAME),
                VisibleText.line(String.join(", ", by), VisibleText.DETAIL));
    }

    /** Prints the counts, the highest first. */
    private void printCounts(AuditQuery query) {
        List<Map.Entry<String, Long>> sorted = new ArrayList<>(counts.entrySet());
        sorted.sort(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()));
        if (query.json()) {
            ObjectNode answer = JsonNodeFactory.instance.objectNode();
            ObjectNode counted = answer.putObject(query.count().orElseThrow());
            sorted.forEach(count -> counted.put(count.getKey(), count.getValue()));
            answer.toPrettyString().lines().forEach(each -> out.print(VisibleText.ascii(each) + "\n"));
            return;
        }
        for (Map.Entry<String, Long> count : sorted) {
            String value = count.getKey().isEmpty() ? "(none)" : VisibleText.line(count.getKey(), VisibleText.DETAIL);
            out.print(String.format("%8d  %s", count.getValue(), value) + "\n");
        }
    }
}
