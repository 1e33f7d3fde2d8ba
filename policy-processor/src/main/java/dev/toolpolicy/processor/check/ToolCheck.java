package dev.toolpolicy.processor.check;

import dev.toolpolicy.CallLimit;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.check.LimitReader;
import dev.toolpolicy.analysis.internal.check.ResultWords;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.processor.model.Findings;
import dev.toolpolicy.processor.model.PolicyDeclaration.Located;
import dev.toolpolicy.processor.model.PolicyDeclaration.Rules;
import dev.toolpolicy.processor.model.PolicyDeclaration.WrittenLimit;
import dev.toolpolicy.processor.model.PolicyDeclaration.WrittenResult;
import dev.toolpolicy.processor.model.PolicyDeclaration.WrittenRule;
import dev.toolpolicy.processor.model.PolicyDeclaration.WrittenSet;
import dev.toolpolicy.processor.model.Problem;
import dev.toolpolicy.processor.model.ToolDeclaration;
import dev.toolpolicy.processor.model.ToolModel;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The check of a single tool: its rule lists, and its own side of its requirements. */
public final class ToolCheck {

    private ToolCheck() {}

    private static void check(ToolDeclaration tool, WrittenLimit limit, Findings findings) {
        LimitReader.Read read = limit.read();
        read.faults()
                .forEach(fault -> findings.add(
                        Diagnostic.error(
                                DiagnosticCode.VALUE_TYPE, fault.problem().summary()),
                        limit.places().getOrDefault(fault.member(), limit.place())));
        read.limit()
                .filter(value -> value.amount()
                        .filter(amount -> tool.broken().contains(amount.parameter()))
                        .isEmpty())
                .ifPresent(value -> Stream.concat(
                                LimitReader.check(value, tool.name(), tool.schema()).stream(),
                                LimitReader.check(
                                        value,
                                        tool.policy().facts().schema(),
                                        names(tool.policy().run(), value))
                                        .stream())
                        .filter(fault -> !fault.member().equals("by")
                                || !tool.policy().facts().isBroken())
                        .forEach(fault -> findings.add(
                                fault.problem(), limit.places().getOrDefault(fault.member(), limit.place()))));
    }

    /** Returns the names of the rules, with whether their calls can run; the limit's own if the list is elsewhere. */
    private static Map<String, Boolean> names(Optional<Rules> run, CallLimit limit) {
        Map<String, Boolean> names = new LinkedHashMap<>();
        limit.rule().filter(name -> run.isEmpty()).ifPresent(name -> names.put(name, true));
        for (WrittenRule rule : run.map(Rules::rules).orElse(List.of())) {
            boolean runs = !rule.draft().path("mode").asText().equals(Mode.DENY.word());
            names.merge(rule.draft().path("name").asText(), runs, Boolean::logicalOr);
        }
        names.remove("");
        return names;
    }

    private static void check(WrittenResult results, Findings findings) {
        results.labels().forEach(label -> checkName("label", label, findings));
        Set<String> names = new HashSet<>();
        for (WrittenSet set : results.sets()) {
            checkName("set", set.name(), findings);
            String name = set.name().text();
            if (name.equals(FlowFacts.REQUEST)) {
                findings.add(ResultWords.request(), set.name().place());
            } else if (!names.add(name) || set.at().isEmpty()) {
                findings.add(ResultWords.places(name), set.name().place());
            }
            for (Located pointer : set.at()) {
                try {
                    ArgumentPointer.parse(pointer.text());
                } catch (IllegalArgumentException notAPointer) {
                    findings.add(ResultWords.pointer(pointer.text(), notAPointer), pointer.place());
                }
            }
        }
    }

    private static void checkName(String what, Located name, Findings findings) {
        if (!FlowFacts.isName(name.text())) {
            findings.add(ResultWords.name(what, name.text()), name.place());
        }
    }

    /** Checks a tool. The result is meaningful only if no errors were found. */
    public static ToolModel check(ToolDeclaration tool, Findings findings) {
        int before = findings.problems().size();
        Optional<RuleList> run = tool.policy().run().flatMap(rules -> RuleCheck.check(tool, rules, findings));
        Optional<RuleList> result = tool.policy().result().flatMap(rules -> RuleCheck.check(tool, rules, findings));
        boolean clean = findings.problems().stream().skip(before).allMatch(Problem::isSilenced);
        tool.policy().requires().forEach(requires -> {
            requires.faults().forEach(findings::add);
            requires.key().ifPresent(key -> KeyCheck.checkOwn(tool, key, findings));
        });
        tool.policy().limits().forEach(limit -> check(tool, limit, findings));
        tool.policy().results().ifPresent(results -> check(results, findings));
        return new ToolModel(tool, run, result, clean);
    }
}
