package dev.toolpolicy.config.internal.document;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.internal.load.LayerPlaces;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A configuration's tree with the places of its parts in the text. Not changed once it is read.
 *
 * @param text the text
 * @param root the tree, which is not to be changed
 * @param places the places in the text
 */
public record Document(SourceText text, JsonNode root, Places places) implements LayerPlaces {
    /** The codes of problems with a name, whose place is the key. The place of all others is the value. */
    private static final Set<DiagnosticCode> AT_KEY = Set.of(
            DiagnosticCode.UNKNOWN_KEY,
            DiagnosticCode.UNKNOWN_MEMBER,
            DiagnosticCode.DUPLICATE_CONFIG_KEY,
            DiagnosticCode.UNKNOWN_TOOL,
            DiagnosticCode.DUPLICATE_TOOL,
            DiagnosticCode.OUTSIDE_SCOPE,
            DiagnosticCode.DEPRECATED_FORM);

    /** Returns the place of the value at a pointer, or of what encloses it. */
    public PolicyProblem.Place valueAt(String pointer) {
        return text.at(places.ofValue(pointer));
    }

    /** Returns the place of the key at a pointer, or of what encloses it. */
    public PolicyProblem.Place keyAt(String pointer) {
        return text.at(places.ofKey(pointer));
    }

    @Override
    public Optional<PolicyProblem.Place> place(String pointer) {
        return Optional.of(valueAt(pointer));
    }

    /**
     * Returns a problem at a pointer, with the places of its notes. Its place is the key for a problem with a name, and
     * the value for all others.
     */
    @Override
    public PolicyProblem problem(String pointer, Diagnostic diagnostic, List<String> related) {
        boolean atKey = AT_KEY.contains(diagnostic.code());
        PolicyProblem.Place place = atKey ? keyAt(pointer) : valueAt(pointer);
        return new PolicyProblem(
                pointer,
                diagnostic,
                Optional.of(place),
                related.stream().map(this::valueAt).toList());
    }
}
