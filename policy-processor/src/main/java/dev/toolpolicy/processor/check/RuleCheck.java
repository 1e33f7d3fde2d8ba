package dev.toolpolicy.processor.check;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.check.CheckedRules;
import dev.toolpolicy.analysis.internal.check.RuleListReader;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.processor.model.Findings;
import dev.toolpolicy.processor.model.PolicyDeclaration.Rules;
import dev.toolpolicy.processor.model.PolicyDeclaration.WrittenRule;
import dev.toolpolicy.processor.model.Problem;
import dev.toolpolicy.processor.model.ToolDeclaration;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** The check of a tool's rule lists. The shared validator finds the problems, and this class finds their places. */
public final class RuleCheck {
    /** Diagnostics about the whole list. They are correct only if all parameters are known. */
    private static final Set<DiagnosticCode> OF_THE_LIST =
            Set.of(DiagnosticCode.UNREACHABLE_RULE, DiagnosticCode.NO_CATCH_ALL, DiagnosticCode.EXAMPLE_NOT_DECIDED);

    private RuleCheck() {}

    /** Returns the checked rules; empty if they have errors. */
    public static Optional<RuleList> check(ToolDeclaration tool, Rules rules, Findings findings) {
        CheckedRules checked = RuleListReader.read(tool.scope(), rules.drafts(), ValueSyntax.TEXT);
        checked.diagnostics().stream()
                .filter(diagnostic -> isCertain(tool, rules, diagnostic))
                .map(diagnostic -> locate(tool, rules, diagnostic))
                .forEach(findings::add);
        return checked.rules();
    }

    /** Returns a diagnostic with its place. A late argument is reported at the parameter that has to move. */
    private static Problem locate(ToolDeclaration tool, Rules rules, Diagnostic diagnostic) {
        if (diagnostic.code() == DiagnosticCode.PATH_AS_STRING && tool.shape().isEmpty()) {
            return rules.locate(diagnostic.withHelp("name it in \"paths\" of @Policy"));
        } else if (diagnostic.code() != DiagnosticCode.LATE_ARGUMENT) {
            return rules.locate(diagnostic);
        }
        WrittenRule rule = rules.rules().get(diagnostic.rule());
        List<JsonNode> conditions = rule.conditions();
        JsonNode condition =
                conditions.get(diagnostic.condition() < 0 ? conditions.size() - 1 : diagnostic.condition());
        JsonNode arg = diagnostic.member().filter("each"::equals).isPresent()
                ? rule.draft().get("each")
                : condition.get("arg");
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
        boolean facts = tool.policy().facts().isBroken();
        if (tool.broken().isEmpty() && !facts) {
            return true;
        }
        return diagnostic.isError()
                && !OF_THE_LIST.contains(diagnostic.code())
                && (diagnostic.rule() < 0
                        || rules.rules().get(diagnostic.rule()).conditions().stream()
                                .noneMatch(each -> isAboutBroken(tool, each)));
    }

    private static boolean isAboutBroken(ToolDeclaration tool, JsonNode condition) {
        boolean fact = condition.has("fact") || condition.has("in_fact");
        return fact && tool.policy().facts().isBroken()
                || isBroken(tool, condition.path("arg"))
                || isBroken(tool, condition.path("each"));
    }

    private static boolean isBroken(ToolDeclaration tool, JsonNode pointer) {
        try {
            return tool.broken()
                    .contains(ArgumentPointer.parse(pointer.asText()).parameter());
        } catch (IllegalArgumentException notAPointer) {
            return false;
        }
    }
}
