package dev.toolpolicy.cli.internal.policy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.cli.internal.command.Console;
import dev.toolpolicy.cli.internal.command.ExitCode;
import dev.toolpolicy.cli.internal.command.PolicyCommand;
import dev.toolpolicy.cli.internal.command.PolicyOptions;
import dev.toolpolicy.cli.internal.command.UsageException;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.CallPreview;
import dev.toolpolicy.runtime.call.Explanation;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.internal.engine.EngineView;
import dev.toolpolicy.test.policy.internal.file.Known;
import dev.toolpolicy.test.policy.internal.run.Decisions;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The subcommand {@code explain}: says which rule decides a call, what settled each rule, and what requirements and
 * limits say in a session without earlier calls.
 */
@Command(
        name = "explain",
        header = "Says which rule decides a call with these arguments, and why.",
        description = {
            "Also says what requirements and limits say in a session without earlier calls. A tool that nothing"
                    + " declares is known if a list with external = true fits its name: it accepts any arguments, and"
                    + " rules on its arguments can't be read."
        },
        footer = "  toolpolicy explain policy.toml write_file '{\"path\": \"src/a\"}'")
public final class ExplainCommand extends PolicyCommand {
    @Parameters(
            arity = "3..*",
            paramLabel = "FILE... TOOL JSON",
            hideParamSyntax = true,
            description =
                    "Policy files in TOML or JSON, as layers in order; the name of a tool; the arguments of the call,"
                            + " a JSON object.")
    private List<String> words = List.of();

    @Option(names = "--label", paramLabel = "LABEL", description = "A label that the session has, such as untrusted.")
    private List<String> labels = List.of();

    @Option(names = "--user", paramLabel = "MESSAGE", description = "The user's own message.")
    private Optional<String> message = Optional.empty();

    @Option(names = "--facts", paramLabel = "JSON", description = "What is known of the session, a JSON object.")
    private Optional<String> facts = Optional.empty();

    @Option(names = "--fact", hidden = true)
    private List<String> singly = List.of();

    /** Creates the subcommand. */
    public ExplainCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws UsageException {
        List<Path> files =
                words.subList(0, words.size() - 2).stream().map(Path::of).toList();
        String tool = words.get(words.size() - 2);
        String arguments = words.get(words.size() - 1);
        PolicyEngine engine = policy.engine(files).recordExplanations().build();
        PolicyOptions.declareLater(engine, tool);
        PolicyOptions.tool(engine.tools(), tool);
        try (PolicySession session = engine.session("explain")) {
            tell(engine, session);
            ToolCallStream call = session.calls().call("", tool).append(arguments);
            CallPreview preview = session.calls().preview(tool, arguments);
            call.finish();
            if (preview.error().isPresent()) {
                console.report(preview.error().get().words());
                return ExitCode.FINDINGS;
            }
            Explanation rules = call.explanation().orElseThrow();
            OptionalInt number = preview.decision().map(RuleDecision::rule).orElse(OptionalInt.empty());
            String origin = EngineView.of(engine).origin(tool, number).toString();
            Optional<RuleSpec> rule = deciding(engine.tools(), tool, number);
            if (asJson()) {
                printJson(rules.toJson().put("tool", tool).put("origin", origin), preview, rule);
            } else {
                String reason = rule.flatMap(RuleSpec::reason)
                        .map(text -> "\nthe rule's reason: " + VisibleText.line(text, VisibleText.DETAIL))
                        .orElse("");
                console.print(rules + reason + "\nthe list: " + origin + "\n" + words(preview) + unknown(engine, tool));
            }
            return ExitCode.FINE;
        }
    }

    private void tell(PolicyEngine engine, PolicySession session) throws UsageException {
        if (!singly.isEmpty()) {
            throw new UsageException("explain takes all facts as one object: --facts '{\"role\": \"admin\"}'");
        }
        try {
            session.addLabels(labels.toArray(String[]::new));
        } catch (IllegalArgumentException e) {
            throw new UsageException("--label: " + e.getMessage());
        }
        Optional<String> unknown = Known.unknownLabel(engine, labels);
        if (unknown.isPresent()) {
            throw new UsageException("--label: " + unknown.get());
        }
        try {
            facts.ifPresent(session::facts);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--facts: " + e.getMessage());
        }
        message.ifPresent(session::userMessage);
    }

    /** Returns how to give the facts that rules of a tool look at, if none were given. */
    private String unknown(PolicyEngine engine, String tool) {
        boolean looks = engine.tools().find(tool).stream()
                .anyMatch(each -> !each.facts().parameters().isEmpty());
        return looks && facts.isEmpty() ? "\nno fact is known: give them by --facts '{\"name\": value}'" : "";
    }

    private void printJson(ObjectNode json, CallPreview preview, Optional<RuleSpec> rule) {
        rule.flatMap(RuleSpec::name).ifPresent(name -> json.put("name", name));
        rule.flatMap(RuleSpec::reason).ifPresent(reason -> json.put("reason", reason));
        json.put("verdict", Decisions.verdict(preview).word());
        preview.denial().ifPresent(denial -> json.put("policy", denial.policy()).put("reason", denial.reason()));
        console.print(json);
    }

    /** Returns the verdict of everything that decides in earnest. Nothing has happened in a new session. */
    private static String words(CallPreview preview) {
        return "in a session without earlier calls: "
                + Decisions.verdict(preview).word()
                + preview.denial()
                        .map(denial -> ", by policy '" + denial.policy() + "': "
                                + VisibleText.line(denial.reason(), VisibleText.DETAIL))
                        .orElse("");
    }

    /** Returns the rule that decides a call; empty if none does. */
    private static Optional<RuleSpec> deciding(ToolCatalog tools, String tool, OptionalInt index) {
        List<RuleSpec> rules =
                tools.find(tool).flatMap(ToolSpec::run).map(RuleList::all).orElse(List.of());
        return index.isPresent() && index.getAsInt() < rules.size()
                ? Optional.of(rules.get(index.getAsInt()))
                : Optional.empty();
    }
}
