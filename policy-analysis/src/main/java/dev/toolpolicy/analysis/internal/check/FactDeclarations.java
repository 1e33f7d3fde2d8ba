package dev.toolpolicy.analysis.internal.check;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The declarations of facts that meet in one engine. Two declarations of one name must agree. Stateless. */
public final class FactDeclarations {
    private FactDeclarations() {}

    /**
     * Finds the facts whose declarations differ, or whose names are those of labels and sets.
     *
     * @param declarations the declarations in order
     * @return a problem for each declaration that differs from an earlier one, and for each reserved name
     */
    public static List<Diagnostic> conflicts(List<ToolSchema> declarations) {
        Map<String, Parameter> known = new LinkedHashMap<>();
        List<Diagnostic> conflicts = new ArrayList<>();
        for (ToolSchema declaration : declarations) {
            for (Parameter fact : declaration.parameters()) {
                Parameter earlier = known.putIfAbsent(fact.name(), fact);
                if (earlier == null && FlowFacts.isHidden(fact.name())) {
                    conflicts.add(reserved(fact));
                }
                if (earlier != null && !agree(earlier, fact)) {
                    conflicts.add(conflict(earlier, fact));
                }
            }
        }
        return conflicts;
    }

    /**
     * Joins declarations that agree.
     *
     * @return one declaration of all facts, in order, without those whose names are reserved
     */
    public static ToolSchema joined(List<ToolSchema> declarations) {
        Map<String, Parameter> known = new LinkedHashMap<>();
        for (ToolSchema each : declarations) {
            each.parameters().stream()
                    .filter(fact -> !FlowFacts.isHidden(fact.name()))
                    .forEach(fact -> known.putIfAbsent(fact.name(), fact));
        }
        return ToolSchema.of(known.values().toArray(new Parameter[0]));
    }

    /** Returns whether two facts have the same values: descriptions may differ. */
    private static boolean agree(Parameter one, Parameter other) {
        return one.isRequired() == other.isRequired() && agree(one.type(), other.type());
    }

    private static boolean agree(ParameterType one, ParameterType other) {
        return one.byStructure(
                array -> other.byStructure(
                        same -> agree(array.items().orElseThrow(), same.items().orElseThrow()),
                        object -> false,
                        leaf -> false),
                object -> other.byStructure(array -> false, same -> agreeObjects(object, same), leaf -> false),
                leaf -> leaf.equals(other));
    }

    private static boolean agreeObjects(ParameterType one, ParameterType other) {
        ParameterType rest = one.additional();
        ParameterType otherRest = other.additional();
        boolean sameRest = rest == null || otherRest == null ? rest == otherRest : agree(rest, otherRest);
        return sameRest
                && one.properties().size() == other.properties().size()
                && one.properties().stream()
                        .allMatch(each -> other.property(each.name())
                                .filter(same -> agree(each, same))
                                .isPresent());
    }

    private static Diagnostic reserved(Parameter fact) {
        return Diagnostic.error(
                        DiagnosticCode.FACT_CONFLICT,
                        "the name of the fact " + Words.quoted(fact.name()) + " is one of a label or a set")
                .withHelp("choose a name without \"label:\" and \"from:\" at its begin");
    }

    private static Diagnostic conflict(Parameter earlier, Parameter fact) {
        return Diagnostic.error(
                        DiagnosticCode.FACT_CONFLICT,
                        "the fact " + Words.quoted(fact.name()) + " is declared as " + described(fact)
                                + " and elsewhere as " + described(earlier))
                .withHelp("declare it once, or alike");
    }

    private static String described(Parameter fact) {
        String values = fact.type().allowed().isEmpty()
                ? ""
                : " of " + Words.listedNames(fact.type().allowed());
        return (fact.isRequired() ? "" : "optional ") + Words.kind(fact.type()) + values;
    }
}
