package dev.toolpolicy.config.host;

import static dev.toolpolicy.analysis.internal.read.Words.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.List;

/** The messages about JSON Schemas. */
final class SchemaMessages {
    private SchemaMessages() {}

    static Diagnostic notServed(String keyword, JsonNode value) {
        return Diagnostic.error(
                DiagnosticCode.UNSUPPORTED_TYPE,
                quoted(keyword) + ": " + Words.shown(value) + " can't be served exactly");
    }

    /** Returns the message for a keyword that the server is left to check. */
    static Diagnostic leftToServer(String keyword, JsonNode value) {
        return Diagnostic.warning(
                DiagnosticCode.UNSUPPORTED_TYPE,
                quoted(keyword) + ": " + Words.shown(value) + " is not checked before a call runs");
    }

    /** Returns a warning that the host is left to check what isn't understood here. */
    static Diagnostic notChecked(Diagnostic problem) {
        return Diagnostic.warning(problem.code(), problem.summary() + ", so the host is left to check it");
    }

    static Diagnostic requiredNull(String keyword, JsonNode value) {
        return notServed(keyword, value).withNote("null means absent here, and what is required is never absent");
    }

    static Diagnostic endless(String reference) {
        return Diagnostic.error(
                DiagnosticCode.UNSUPPORTED_TYPE,
                quoted(reference) + " leads back to itself, so its values have no limit");
    }

    static Diagnostic noTarget(String reference) {
        return Diagnostic.error(
                DiagnosticCode.UNSUPPORTED_TYPE, "there is nothing in this schema at " + quoted(reference));
    }

    static Diagnostic tooLargeSchema(int most) {
        return Diagnostic.error(
                DiagnosticCode.UNSUPPORTED_TYPE, "with its references it has more than " + most + " places");
    }

    static Diagnostic noInteger() {
        return Diagnostic.error(DiagnosticCode.UNSUPPORTED_TYPE, "no whole number lies within these bounds");
    }

    /** Returns the message for a parameter that the host describes otherwise than the compiler has checked it. */
    static Diagnostic otherParameter(String method, String checked, String host, boolean unnamed) {
        Diagnostic error = Diagnostic.error(
                DiagnosticCode.UNSUPPORTED_TYPE,
                "the policy of " + method + " was checked for " + VisibleText.line(checked, VisibleText.DETAIL)
                        + ", but the host describes " + VisibleText.line(host, VisibleText.DETAIL));
        return unnamed
                ? error.withHelp("compile with the option -parameters, so that the host knows the parameters' names")
                : error.withHelp("compile again with the version of the host that runs");
    }

    static Diagnostic severalMethods(List<String> methods) {
        return Diagnostic.error(
                        DiagnosticCode.DUPLICATE_TOOL,
                        "several methods have policies for this tool: " + String.join(", ", methods))
                .withHelp("give them different names");
    }
}
