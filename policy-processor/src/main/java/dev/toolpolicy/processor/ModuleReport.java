package dev.toolpolicy.processor;

import dev.toolpolicy.Requirement;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.check.Reachability;
import dev.toolpolicy.analysis.internal.check.Reachability.Reach;
import dev.toolpolicy.processor.check.RuleCheck;
import dev.toolpolicy.processor.mirror.UndefinedException;
import dev.toolpolicy.processor.model.Findings;
import dev.toolpolicy.processor.model.PolicyDeclaration.Key;
import dev.toolpolicy.processor.model.PolicyDeclaration.Requires;
import dev.toolpolicy.processor.model.PolicyDeclaration.Rules;
import dev.toolpolicy.processor.model.ToolDeclaration;
import dev.toolpolicy.processor.model.ToolElement;
import dev.toolpolicy.processor.read.ToolReader;
import dev.toolpolicy.processor.report.ReportPage;
import dev.toolpolicy.processor.report.ReportTool;
import dev.toolpolicy.processor.report.ReportTool.ReportRule;
import dev.toolpolicy.rule.RuleList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The report on a module's tools, including tools with errors.
 *
 * @param tools reads each tool with its findings
 * @param ofCatalog the findings about tools together
 */
record ModuleReport(ToolReader tools, Findings ofCatalog) {
    /** The processor option that names the output folder. */
    static final String OPTION = "toolpolicy.report";

    /**
     * Writes the page.
     *
     * @param folder the output folder, which is created if it doesn't exist
     * @param module the module's name, which is also the file's
     */
    void write(Path folder, String module, List<ToolElement> types) throws IOException {
        List<ReportTool> all = new ArrayList<>();
        types.forEach(type -> tool(type).ifPresent(all::add));
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(module + ".html"), ReportPage.write(module, all));
    }

    private Optional<ReportTool> tool(ToolElement type) {
        Findings findings = new Findings();
        try {
            return tools.read(type, findings).map(tool -> tool(tool, type, findings));
        } catch (UndefinedException undefined) {
            return Optional.empty(); // the compiler reports the undefined type
        }
    }

    private ReportTool tool(ToolDeclaration tool, ToolElement type, Findings findings) {
        Optional<List<ReportRule>> run = tool.policy().run().map(rules -> rules(tool, rules, findings));
        Optional<List<ReportRule>> result = tool.policy().result().map(rules -> rules(tool, rules, findings));
        List<Diagnostic> all = new ArrayList<>();
        findings.problems().forEach(problem -> all.add(problem.diagnostic()));
        ofCatalog.problems().stream()
                .filter(problem -> problem.place().element().equals(type.element()))
                .forEach(problem -> all.add(problem.diagnostic()));
        List<Requirement> requires = tool.policy().requires().stream()
                .filter(each -> !each.tools().isEmpty())
                .map(ModuleReport::requirement)
                .toList();
        return new ReportTool(
                tool.name(),
                type.id().replace('#', '.'),
                tool.description(),
                tool.schema(),
                run,
                result,
                requires,
                all);
    }

    private static List<ReportRule> rules(ToolDeclaration tool, Rules rules, Findings findings) {
        return RuleCheck.check(tool, rules, findings)
                .map(list -> rules(tool, list))
                .orElse(List.of());
    }

    private static List<ReportRule> rules(ToolDeclaration tool, RuleList list) {
        List<Reach> reach = Reachability.of(tool.scope(), list).rules();
        return IntStream.range(0, reach.size())
                .mapToObj(i -> new ReportRule(
                        list.rules().get(i), reach.get(i).decides().map(Reach.Decides::arguments)))
                .toList();
    }

    private static Requirement requirement(Requires requires) {
        return requires.key()
                .flatMap(Key::read)
                .map(key -> Requirement.sameKey(requires.toolNames(), key))
                .orElseGet(() -> Requirement.allOf(requires.toolNames()));
    }
}
