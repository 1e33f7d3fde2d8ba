package dev.toolpolicy.cli.internal.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import dev.toolpolicy.cli.internal.command.Console;
import dev.toolpolicy.cli.internal.command.ExitCode;
import dev.toolpolicy.cli.internal.command.Subcommand;
import dev.toolpolicy.cli.internal.command.UsageException;
import dev.toolpolicy.internal.text.VisibleText;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.LineNumberReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The subcommand {@code audit}: reads audit logs, with their older files, from the oldest line on. */
@Command(
        name = "audit",
        header = "Prints the calls of audit logs, with those of older files FILE.1, FILE.2 and so on.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  toolpolicy audit audit.jsonl --verdict denied --since 2026-01-31",
            "  toolpolicy audit audit.jsonl --count rule"
        })
public final class AuditCommand extends Subcommand {
    private final Map<String, Long> counts = new TreeMap<>();
    private int exitCode = ExitCode.FINE;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Audit logs, in order.")
    private List<Path> files = List.of();

    @Mixin
    private final AuditQuery query = new AuditQuery();

    @Option(
            names = "--count",
            paramLabel = "BY",
            description = "Counts calls by tool, session, verdict, rule, policy, code or day.")
    private Optional<Property> count = Optional.empty();

    /** The properties of a call that can be counted. */
    enum Property {
        TOOL,
        SESSION,
        VERDICT,
        RULE,
        POLICY,
        CODE,
        DAY;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Creates the subcommand. */
    public AuditCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws UsageException {
        query.check();
        for (Path file : files) {
            for (Path each : withOlder(file)) {
                read(each);
            }
        }
        count.ifPresent(this::printCounts);
        return exitCode;
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

    private void read(Path file) {
        // Bytes that are not UTF-8 become replacement characters, so that one bad line doesn't hide the others.
        try (LineNumberReader lines =
                new LineNumberReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
            for (String text = lines.readLine(); text != null; text = lines.readLine()) {
                if (!text.isBlank()) {
                    take(file, lines.getLineNumber(), text);
                }
            }
        } catch (IOException e) {
            exitCode = ExitCode.FAILED;
            problem(file + ": error: can't be read: " + e.getClass().getSimpleName());
        }
    }

    private void take(Path file, int number, String text) {
        JsonNode line;
        try {
            line = line(text);
        } catch (MalformedJsonException e) {
            problem(file + ":" + number + ":" + e.column() + ": error: not a line of an audit log: " + e.getMessage());
            return;
        } catch (DateTimeException | IllegalArgumentException e) {
            problem(file + ":" + number + ":1: error: not a line of an audit log: it has no call, verdict or time");
            return;
        }
        if (!query.matches(line)) {
            return;
        }
        if (count.isPresent()) {
            counts.merge(AuditQuery.property(line, count.get().toString()), 1L, Long::sum);
        } else {
            // a raw tab can only be between values
            console.print(asJson() ? VisibleText.ascii(text.strip().replace('\t', ' ')) : words(line));
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

    private void problem(String problem) {
        exitCode = Math.max(exitCode, ExitCode.FINDINGS);
        report(problem);
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
        for (String part : List.of("approver", "approval")) {
            if (decision.has(part)) {
                by.add(part + " " + decision.path(part).asText());
            }
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
    private void printCounts(Property by) {
        List<Map.Entry<String, Long>> sorted = new ArrayList<>(counts.entrySet());
        sorted.sort(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()));
        if (asJson()) {
            ObjectNode json = JsonNodeFactory.instance.objectNode();
            ObjectNode counted = json.putObject(by.toString());
            sorted.forEach(each -> counted.put(each.getKey(), each.getValue()));
            console.print(json);
            return;
        }
        for (Map.Entry<String, Long> each : sorted) {
            String value = each.getKey().isEmpty() ? "(none)" : VisibleText.line(each.getKey(), VisibleText.DETAIL);
            console.print(String.format(Locale.ROOT, "%8d  %s", each.getValue(), value));
        }
    }
}
