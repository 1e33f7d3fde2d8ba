package dev.toolpolicy.processor.check;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.check.CheckedRules;
import dev.toolpolicy.analysis.internal.check.RuleListReader;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.processor.model.Findings;
import dev.toolpolicy.processor.model.PolicyDeclaration.Rules;
import dev.toolpolicy.processor.model.PolicyDeclaration.WrittenRule;
import dev.toolpolicy.processor.model.Problem;
import dev.toolpolicy.processor.model.ToolDeclaration;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** The check of a tool's rule lists. The shared validator finds the problems, and this class finds their places. */
public final class RuleCheck {
    /** Diagnostics about the whole list. They are correct only if all parameters are known. */
    private static final Set<DiagnosticCode> OF_THE_LIST =
            Set.of(DiagnosticCode.UNREACHABLE_RULE, DiagnosticCode.NO_CATCH_ALL);

    private RuleCheck() {}

    /** Returns the checked rules; empty if they have errors. */
    public static Optional<RuleList> check(ToolDeclaration tool, Rules rules, Findings findings) {
        CheckedRules checked =
                RuleListReader.read(RuleScope.of(tool.schema(), PathReading.PLAIN), rules.drafts(), ValueSyntax.TEXT);
        checked.diagnostics().stream()
                .filter(diagnostic -> isCertain(tool, rules, diagnostic))
                .map(diagnostic -> locate(tool, rules, diagnostic))
                .forEach(findings::add);
        return checked.rules();
    }

    /** Returns a diagnostic with its place. A late argument is reported at the parameter that has to move. */
    private static Problem locate(ToolDeclaration tool, Rules rules, Diagnostic diagnostic) {
        if (diagnostic.code() != DiagnosticCode.LATE_ARGUMENT) {
            return rules.locate(diagnostic);
        }
        JsonNode arg = rules.rules().get(diagnostic.rule()).draft().members().get("arg");
        String pointer = Objects.requireNonNull(arg, "a rule with a deciding argument has one")
                .textValue();
        return new Problem(
                diagnostic, tool.placeOf(ArgumentPointer.parse(pointer).parameter()));
    }

    /**
     * Returns whether a diagnostic is a fault of its own. A parameter with an error causes no further errors in rules
     * about it.
     */
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
        } catch (IllegalArgumentException notAPointer) {
            return false;
        }
    }
}
