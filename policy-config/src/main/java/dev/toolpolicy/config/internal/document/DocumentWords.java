package dev.toolpolicy.config.internal.document;

import static dev.toolpolicy.analysis.internal.read.Words.quoted;
import static dev.toolpolicy.analysis.internal.read.Words.syntax;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.Map;
import java.util.Optional;

/** The messages about the text of files. */
public final class DocumentWords {
    /** Help on the mistakes in TOML that are made most, by the beginning of the parser's words. */
    private static final Map<String, String> HELP = Map.of(
            "More data after value", "end the value before this: a comma or a line break may be missing",
            "Newline not permitted",
                    "end a table in { }, a text in quotes or a name in [ ] on the line where it begins",
            "Unknown escape", "write the text in single quotes, in which a backslash is itself: '\\.env'",
            "Unknown token",
                    "write \"=\" behind a key, and quotes around texts and names with \"*\": [tools.\"*\".policy]");

    private DocumentWords() {}

    // ---- files

    static Diagnostic noFile() {
        return syntax("there is no such file");
    }

    static Diagnostic folder() {
        return syntax("it is a folder, not a file");
    }

    static Diagnostic noRegularFile() {
        return syntax("it is not a regular file");
    }

    static Diagnostic denied() {
        return syntax("it may not be read");
    }

    static Diagnostic unreadable(String reason) {
        return syntax("it can't be read: " + reason);
    }

    static Diagnostic tooLarge(int most) {
        return syntax("it has more than " + most + " bytes, which no configuration needs");
    }

    static Diagnostic changing() {
        return syntax("it changes while it is read").withHelp("write a new file, then move it into its place");
    }

    public static Diagnostic unknownFormat() {
        return syntax("its name doesn't say whether it is TOML or JSON").withHelp("name it .toml or .json");
    }

    static Diagnostic notUtf8() {
        return syntax("this is not UTF-8");
    }

    // ---- text

    static Diagnostic malformed(String format, String reason) {
        Diagnostic problem = syntax("this is not " + format + ": " + reason);
        return HELP.entrySet().stream()
                .filter(each -> reason.startsWith(each.getKey()))
                .map(each -> problem.withHelp(each.getValue()))
                .findFirst()
                .orElse(problem);
    }

    static Diagnostic tooDeep(int deepest) {
        return syntax("it is nested deeper than " + deepest + " levels, which no configuration needs");
    }

    static Diagnostic duplicate(String key, Optional<PolicyProblem.Place> first) {
        Diagnostic problem = Diagnostic.error(DiagnosticCode.DUPLICATE_CONFIG_KEY, quoted(key) + " is defined twice");
        return first.map(place -> problem.withNote("the first is at " + place)).orElse(problem);
    }
}
