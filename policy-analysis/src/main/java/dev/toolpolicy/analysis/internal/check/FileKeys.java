package dev.toolpolicy.analysis.internal.check;

import dev.toolpolicy.Requirement;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.internal.schema.Resolution.Resolved;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.ParameterType;
import java.util.Optional;

/** The check of the keys of requirements that look at files. Stateless. */
public final class FileKeys {
    private FileKeys() {}

    /**
     * Finds why a key can't be that of a file.
     *
     * @param tool the tool that has the requirement
     * @param key the key
     * @param place the place of the key in the tool's parameters
     * @return the problem; empty if there is none, or if the requirement doesn't look at files
     */
    public static Optional<Diagnostic> check(String tool, Requirement.Key key, Resolved place) {
        boolean isPath = place.type().kind() == ParameterType.Kind.PATH;
        boolean isOneParameter = key.argument().equals(key.requiredArgument())
                && key.argument().segments().size() == 1
                && !place.throughArray();
        boolean isFault = key.allowsNewFiles() && !isPath || key.requiresFresh() && !(isPath && isOneParameter);
        String need = isPath
                ? "one path that both tools have as a parameter, to be fresh"
                : "a path, since its requirement is about files";
        String what = "the key " + Words.quoted(key.argument().toString()) + " of " + Words.quoted(tool);
        return Optional.of(Diagnostic.error(DiagnosticCode.KEY_TYPE, what + " must be " + need))
                .filter(fault -> isFault);
    }
}
