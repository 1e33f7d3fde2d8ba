package dev.toolpolicy.processor.check;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.check.CheckedRules;
import dev.toolpolicy.analysis.internal.check.RuleListCheck;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.processor.model.Findings;
import dev.toolpolicy.processor.model.PolicyDeclaration.Rules;
import dev.toolpolicy.processor.model.PolicyDeclaration.WrittenRule;
import dev.toolpolicy.processor.model.Problem;
import dev.toolpolicy.processor.model.ToolDeclaration;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.Optional;
import java.util.Set;

/** Has a tool's rule lists checked by the one validator, and finds the places of what it says. */
public final class RuleCheck {
    /** What is said of a list as a whole, and is true only if all parameters are known. */
    private static final Set<DiagnosticCode> OF_THE_LIST =
            Set.of(DiagnosticCode.UNREACHABLE_RULE, DiagnosticCode.NO_CATCH_ALL);

    private RuleCheck() {}

    /** The rules as values, or empty if something is wrong with them. */
    public static Optional<RuleList> check(ToolDeclaration tool, Rules rules, Findings findings) {
        CheckedRules checked = RuleListCheck.check(tool.schema(), rules.drafts(), ValueSyntax.TEXT);
        checked.diagnostics().stream()
                .filter(diagnostic -> isCertain(tool, rules, diagnostic))
                .map(diagnostic -> locate(tool, rules, diagnostic))
                .forEach(findings::add);
        return checked.rules();
    }

    /** What is wrong with the order of parameters is told at the parameter, which is what has to move. */
    private static Problem locate(ToolDeclaration tool, Rules rules, Diagnostic diagnostic) {
        if (diagnostic.code() != DiagnosticCode.LATE_ARGUMENT) {
            return rules.locate(diagnostic);
        }
        String pointer = rules.rules().get(diagnostic.rule()).draft().members().get("arg").textValue();
        return new Problem(diagnostic, tool.placeOf(ArgumentPointer.parse(pointer).parameter()));
    }

    /** One fault, one message: a parameter with an error of its own makes no more of them in the rules about it. */
    private static boolean isCertain(ToolDeclaration tool, Rules rules, Diagnostic diagnostic) {
        if (tool.broken().isEmpty()) {
            return true;
        }
        return diagnostic.isError()
                && !OF_THE_LIST.contains(diagnostic.code())
                && (diagnostic.rule() < 0 || !isAboutBroken(tool, rules.rules().get(diagnostic.rule())));
    }

    private static boolean isAboutBroken(ToolDeclaration tool, WrittenRule rule) {
        if (!rule.draft().members().containsKey("arg")) {
            return false;
        }
        try {
            String pointer = rule.draft().members().get("arg").textValue();
            return tool.broken().contains(ArgumentPointer.parse(pointer).parameter());
        } catch (IllegalArgumentException noPointer) {
            return false;
        }
    }
}
