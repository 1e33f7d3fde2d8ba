package dev.toolpolicy.cli.internal.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.analysis.internal.compare.DiffMarkdown;
import dev.toolpolicy.analysis.internal.read.KnownWords;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import dev.toolpolicy.cli.internal.command.Console;
import dev.toolpolicy.cli.internal.command.ExitCode;
import dev.toolpolicy.cli.internal.command.OfferedTools;
import dev.toolpolicy.cli.internal.command.PolicyCommand;
import dev.toolpolicy.cli.internal.command.PolicyOptions;
import dev.toolpolicy.cli.internal.command.UsageException;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.internal.engine.EngineView;
import dev.toolpolicy.runtime.internal.load.ToolNames;
import dev.toolpolicy.test.policy.internal.coverage.FoundCall;
import dev.toolpolicy.test.policy.internal.file.Claim;
import dev.toolpolicy.test.policy.internal.prove.Surface;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The subcommand {@code surface}: lists what runs without approval. */
@Command(
        name = "surface",
        header = "Lists everything that a hijacked agent could do without approval.",
        description = {
            "For each tool: nothing, every call, or the rules that allow calls, each with a call and with how far its"
                    + " texts, paths and numbers are bound."
        },
        footer = "  toolpolicy surface policy.toml --label untrusted")
public final class SurfaceCommand extends PolicyCommand {
    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Policy files in TOML or JSON, as layers in order.")
    private List<Path> files = List.of();

    @Option(names = "--label", paramLabel = "LABEL", description = "A label of the session. May come several times.")
    private List<String> labels = List.of();

    @Option(
            names = "--fact",
            paramLabel = "POINTER=VALUE",
            description = "A fact, such as /role=admin; JSON, or else a text. May come several times.")
    private List<String> facts = List.of();

    @Option(
            names = "--after",
            paramLabel = "TOOL",
            description = "A tool that has run with success. May come several times.")
    private List<String> after = List.of();

    @Option(
            names = "--tool",
            paramLabel = "TOOL",
            description = "Shows only tools with this name or pattern. May come several times.")
    private List<String> shown = List.of();

    @Option(
            names = "--fail-on-free",
            description = "Ends with exit code 1 if a parameter with sink = true isn't bound in some such call.")
    private boolean failOnFree;

    @Option(
            names = "--before",
            paramLabel = "FILE",
            description = "Shows what has changed since these policy files: lines with - before, with + now.")
    private List<Path> before = List.of();

    @Option(names = "--markdown", description = "Answers as a table in Markdown, for a review.")
    private boolean markdown;

    /** Creates the subcommand. */
    public SurfaceCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws UsageException {
        OfferedTools tools = policy.tools();
        PolicyEngine engine = policy.engine(tools, files, before)
                .unreachableRules(Severity.WARNING)
                .build();
        PolicyEngine old = before.isEmpty()
                ? engine
                : policy.engine(tools, before, files)
                        .unreachableRules(Severity.WARNING)
                        .build();
        checkNames(engine, old);
        List<Surface.Row> rows = rows(engine);
        if (!before.isEmpty() && (asJson() || markdown)) {
            throw new UsageException("--before prints text: leave out --json and --markdown");
        } else if (!before.isEmpty()) {
            changes(rows(old), rows).forEach(line -> console.print(VisibleText.ascii(line)));
        } else if (asJson()) {
            ArrayNode json = JsonNodeFactory.instance.arrayNode();
            rows.forEach(row -> json.add(json(row)));
            console.print(JsonNodeFactory.instance.objectNode().set("tools", json));
        } else if (markdown) {
            console.print("| tool | runs without approval | bounds |\n|---|---|---|");
            rows.forEach(row -> console.print(markdown(row)));
        } else {
            rows.forEach(row -> text(row).forEach(line -> console.print(VisibleText.ascii(line))));
        }
        boolean isOpen = rows.stream()
                .filter(row -> !row.isNothing())
                .flatMap(row -> row.open().stream())
                .anyMatch(open -> !open.openSinks().isEmpty());
        return failOnFree && isOpen ? ExitCode.FINDINGS : ExitCode.FINE;
    }

    /** Refuses what names nothing in any of the policies: the answer would look fine by mistake. */
    private void checkNames(PolicyEngine... engines) throws UsageException {
        Set<String> names = new TreeSet<>();
        Set<String> required = new TreeSet<>();
        Set<String> known = new TreeSet<>();
        for (PolicyEngine engine : engines) {
            for (ToolSpec<?> tool : engine.tools().tools()) {
                names.add(tool.name());
                tool.requirements().forEach(requirement -> required.addAll(requirement.tools()));
                known.addAll(EngineView.of(engine).scope(tool).flows().labels());
            }
        }
        if (names.isEmpty()) {
            throw new UsageException("no tool is known, so nothing can be listed: " + PolicyOptions.SOURCES);
        }
        check("--tool", shown, names);
        required.addAll(names);
        check("--after", after, required);
        check("--label", labels, known);
    }

    private static void check(String option, List<String> typed, Set<String> names) throws UsageException {
        for (String name : typed) {
            boolean fits = option.equals("--tool") && names.stream().anyMatch(each -> ToolNames.fits(name, each));
            if (!fits && !names.contains(name)) {
                throw new UsageException(option + ": there is no " + Words.quoted(name) + "; "
                        + Words.nearest(name, List.copyOf(names))
                                .map(Words::didYouMean)
                                .orElse("there are " + String.join(", ", names)));
            }
        }
    }

    /** Returns the tools whose surface has changed, as it was and as it is. */
    private List<String> changes(List<Surface.Row> old, List<Surface.Row> now) {
        Map<String, List<String>> was = new LinkedHashMap<>();
        Map<String, List<String>> is = new LinkedHashMap<>();
        old.forEach(row -> was.put(row.tool(), text(row)));
        now.forEach(row -> is.put(row.tool(), text(row)));
        Set<String> tools = new TreeSet<>(was.keySet());
        tools.addAll(is.keySet());
        List<String> lines = new ArrayList<>();
        for (String tool : tools) {
            List<String> then = was.getOrDefault(tool, List.of());
            List<String> today = is.getOrDefault(tool, List.of());
            if (!then.equals(today)) {
                then.forEach(line -> lines.add("- " + line));
                today.forEach(line -> lines.add("+ " + line));
            }
        }
        return lines.isEmpty() ? List.of("the same runs without approval") : lines;
    }

    private List<Surface.Row> rows(PolicyEngine engine) throws UsageException {
        List<Claim.Part> known = new ArrayList<>();
        for (String fact : facts) {
            int equals = fact.indexOf('=');
            if (equals < 1) {
                throw new UsageException("--fact needs a pointer and a value, such as --fact /role=admin");
            }
            known.add(Claim.Part.ofFact(fact.substring(0, equals), value(fact.substring(equals + 1))));
        }
        try {
            return Surface.of(engine, new Surface.State(labels, known, new LinkedHashSet<>(after))).stream()
                    .filter(row -> shown.isEmpty() || shown.stream().anyMatch(name -> ToolNames.fits(name, row.tool())))
                    .toList();
        } catch (IllegalArgumentException e) {
            throw new UsageException("--label or --fact: " + e.getMessage());
        }
    }

    private static JsonNode value(String text) {
        try {
            return StrictJson.standard().read(text);
        } catch (MalformedJsonException notJson) {
            return TextNode.valueOf(text);
        }
    }

    private static String head(Surface.Row row) {
        String how = row.isNothing()
                ? "nothing" + (row.isClosed() ? ", since a tool that must run before needs approval" : "")
                : row.isWhole()
                        ? "every call"
                        : "by " + row.open().size() + (row.open().size() == 1 ? " rule" : " rules");
        String before = row.before().isEmpty() || row.isNothing() ? "" : ", after " + String.join(", ", row.before());
        return how + before + (row.limits().isEmpty() ? "" : "; " + String.join("; ", row.limits()));
    }

    private List<String> text(Surface.Row row) {
        List<String> lines = new ArrayList<>(List.of(row.tool() + ": " + head(row)));
        for (Surface.Open open : row.isNothing() ? List.<Surface.Open>of() : row.open()) {
            lines.add("  rule " + open.rule() + ": "
                    + open.call().map(this::words).orElse("perhaps"));
            open.words().forEach(words -> lines.add("    " + words));
        }
        return lines;
    }

    /** Returns a call with what it needs beside the labels of the state. */
    private String words(FoundCall call) {
        ObjectNode needed = call.facts().deepCopy();
        labels.forEach(label -> needed.remove(FlowFacts.label(label).parameter()));
        return Words.json(call.arguments()) + KnownWords.of(needed, json -> json);
    }

    /** Returns the row of a table in Markdown. */
    static String markdown(Surface.Row row) {
        String bounds = row.isNothing()
                ? ""
                : row.open().stream().map(SurfaceCommand::bounds).collect(Collectors.joining("<br>"));
        return "| " + DiffMarkdown.code(Words.ascii(row.tool())) + " | " + head(row) + " | " + bounds + " |";
    }

    private static String bounds(Surface.Open open) {
        String words = open.words().stream()
                .map(each -> DiffMarkdown.code(Words.ascii(each)))
                .collect(Collectors.joining("; "));
        return "rule " + open.rule() + (words.isEmpty() ? "" : ": " + words);
    }

    private static ObjectNode json(Surface.Row row) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("tool", row.tool());
        json.put("unasked", row.isNothing() ? "nothing" : row.isWhole() ? "everything" : "some");
        row.before().forEach(tool -> json.withArray("/after").add(tool));
        row.limits().forEach(limit -> json.withArray("/limits").add(limit));
        for (Surface.Open open : row.isNothing() ? List.<Surface.Open>of() : row.open()) {
            ObjectNode rule = json.withArray("/rules").addObject().put("rule", open.rule());
            open.call().ifPresent(call -> call.writeTo(rule));
            open.words().forEach(words -> rule.withArray("/bounds").add(words));
            open.openSinks().forEach(sink -> rule.withArray("/open_sinks").add(sink));
        }
        return json;
    }
}
