package dev.toolpolicy.cli.internal.policy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.cli.internal.command.Console;
import dev.toolpolicy.cli.internal.command.ExitCode;
import dev.toolpolicy.cli.internal.command.PolicyOptions;
import dev.toolpolicy.cli.internal.command.Subcommand;
import dev.toolpolicy.cli.internal.command.UsageException;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.CallPreview;
import dev.toolpolicy.runtime.call.Explanation;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.test.policy.internal.run.Decisions;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
        footerHeading = "%nExample:%n",
        footer = "  toolpolicy explain policy.toml write_file '{\"path\": \"src/a\"}'")
public final class ExplainCommand extends Subcommand {
    @Parameters(index = "0", paramLabel = "FILE", description = "A policy file in TOML or JSON.")
    private Path file = Path.of("");

    @Parameters(index = "1", paramLabel = "TOOL", description = "The name of a tool.")
    private String tool = "";

    @Parameters(index = "2", paramLabel = "JSON", description = "The arguments of the call, a JSON object.")
    private String arguments = "";

    @Option(names = "--label", paramLabel = "LABEL", description = "A label that the session has, such as untrusted.")
    private List<String> labels = List.of();

    @Option(names = "--user", paramLabel = "MESSAGE", description = "The user's own message.")
    private Optional<String> message = Optional.empty();

    @Mixin
    private final PolicyOptions policy = new PolicyOptions();

    /** Creates the subcommand. */
    public ExplainCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws UsageException {
        PolicyEngine engine = policy.engine(List.of(file)).recordExplanations().build();
        policy.laterTools(List.of(file)).declare(engine, tool);
        PolicyOptions.tool(engine.tools(), tool);
        try (PolicySession session = engine.session("explain")) {
            tell(session);
            ToolCallStream call = session.calls().call("", tool).append(arguments);
            CallPreview preview = session.calls().preview(tool, arguments);
            call.finish();
            if (preview.error().isPresent()) {
                console.report(preview.error().get().words());
                return ExitCode.FINDINGS;
            }
            Explanation rules = call.explanation().orElseThrow();
            String origin = engine.origin(tool, ListKind.RUN);
            Optional<RuleSpec> rule = deciding(engine.tools(), tool, preview);
            if (asJson()) {
                printJson(origin, rules, preview, rule);
            } else {
                String reason = rule.flatMap(RuleSpec::reason)
                        .map(text -> "\nthe rule's reason: " + VisibleText.line(text, VisibleText.DETAIL))
                        .orElse("");
                console.print(rules + reason + "\nthe list: " + origin + "\n" + words(preview));
            }
            return ExitCode.FINE;
        }
    }

    private void tell(PolicySession session) throws UsageException {
        try {
            session.addLabels(labels.toArray(String[]::new));
        } catch (IllegalArgumentException e) {
            throw new UsageException("--label: " + e.getMessage());
        }
        message.ifPresent(session::userMessage);
    }

    private void printJson(String origin, Explanation rules, CallPreview preview, Optional<RuleSpec> rule) {
        ObjectNode json = rules.toJson().put("tool", tool).put("origin", origin);
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
    private static Optional<RuleSpec> deciding(ToolCatalog tools, String tool, CallPreview preview) {
        OptionalInt index = preview.decision().map(RuleDecision::rule).orElse(OptionalInt.empty());
        List<RuleSpec> rules =
                tools.find(tool).flatMap(ToolSpec::run).map(RuleList::all).orElse(List.of());
        return index.isPresent() && index.getAsInt() < rules.size()
                ? Optional.of(rules.get(index.getAsInt()))
                : Optional.empty();
    }
}
