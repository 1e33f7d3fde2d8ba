package dev.toolpolicy.processor.read;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.PathSchemas;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.internal.schema.Resolution;
import dev.toolpolicy.processor.model.Findings;
import dev.toolpolicy.processor.model.PolicyDeclaration.Located;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.Set;

/** The strings that {@code paths} of a policy names, made paths in a schema. */
final class PathMarks {

    private PathMarks() {}

    /**
     * Returns a schema in which the named strings are paths.
     *
     * @param broken the parameters with errors, about which nothing more is said
     */
    static ToolSchema mark(ToolSchema schema, List<Located> paths, Set<String> broken, Findings findings) {
        ToolSchema marked = schema;
        for (Located path : paths) {
            try {
                ArgumentPointer pointer = ArgumentPointer.parse(path.text());
                boolean isString = Resolution.of(pointer, marked) instanceof Resolution.Resolved resolved
                        && isString(resolved.type());
                if (isString) {
                    marked = PathSchemas.of(marked, pointer).orElseThrow();
                } else if (!broken.contains(pointer.parameter())) {
                    findings.add(Words.noString(path.text()), path.place());
                }
            } catch (IllegalArgumentException notAPointer) {
                Diagnostic malformed =
                        Diagnostic.error(DiagnosticCode.POINTER_SYNTAX, String.valueOf(notAPointer.getMessage()));
                findings.add(malformed, path.place());
            }
        }
        return marked;
    }

    /**
     * Reports the pointers that name anything but a path, in a tool whose types say which parameters are paths.
     *
     * @param broken the parameters with errors, about which nothing more is said
     */
    static void checkPaths(ToolSchema schema, List<Located> paths, Set<String> broken, Findings findings) {
        for (Located path : paths) {
            boolean isPath = path.pointer()
                    .filter(pointer -> broken.contains(pointer.parameter())
                            || Resolution.of(pointer, schema) instanceof Resolution.Resolved resolved
                                    && resolved.type().kind() == ParameterType.Kind.PATH)
                    .isPresent();
            if (!isPath) {
                findings.add(ToolWords.notAPath(path.text()), path.place());
            }
        }
    }

    private static boolean isString(ParameterType type) {
        return type.kind() == ParameterType.Kind.STRING && type.allowed().isEmpty();
    }
}
