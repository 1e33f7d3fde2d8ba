package dev.toolpolicy.analysis.internal.check;

import static dev.toolpolicy.analysis.Diagnostic.error;
import static dev.toolpolicy.analysis.Diagnostic.warning;
import static dev.toolpolicy.analysis.internal.read.Words.quoted;
import static dev.toolpolicy.analysis.internal.read.Words.syntax;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.schema.DiagnosticCode;

/** The messages about what results bring. */
public final class ResultWords {
    private ResultWords() {}

    /** Returns the problem of a name of a label or a set. */
    public static Diagnostic name(String what, String name) {
        return error(DiagnosticCode.VALUE_TYPE, quoted(name) + " is not a name of a " + what)
                .withNote("a name is small letters, digits and \"-\", and doesn't start with \"-\"");
    }

    /** Returns the problem of results that fill the set of what the user names. */
    public static Diagnostic request() {
        return error(DiagnosticCode.VALUE_TYPE, "results can't fill the set " + quoted(FlowFacts.REQUEST))
                .withNote("it is what the user's own words name");
    }

    /** Returns the problem of a set with several lists of places, or with an empty one. */
    public static Diagnostic places(String set) {
        return error(DiagnosticCode.VALUE_TYPE, "the set " + quoted(set) + " doesn't have one list of places")
                .withHelp("list all its places in one \"at\"");
    }

    /** Returns the warning of a set that a model may fill with what it asks for. */
    public static Diagnostic echoes(String tool, String set, String argument) {
        return warning(
                        DiagnosticCode.SOURCE_ECHOES,
                        quoted(tool) + " fills the set " + quoted(set) + ", and runs without approval with any text as "
                                + quoted(argument))
                .withHelp(
                        "if its results don't repeat what it is asked for, leave it; otherwise let a rule ask, or fill"
                                + " the set from another tool");
    }

    /** Returns the warning of text that loses its label in storage. */
    public static Diagnostic washed(String reader, String writer) {
        return warning(
                        DiagnosticCode.LABEL_WASHED,
                        quoted(writer) + " can write what " + quoted(reader) + " reads without the label \"untrusted\"")
                .withHelp(
                        "let a rule of " + quoted(writer) + " ask or deny under the label, above the one that allows");
    }

    /** Returns the problem of an empty entry. */
    public static Diagnostic noEntries() {
        return syntax("an entry of results is empty").withHelp("write { labels = [...] }");
    }

    /** Returns the problem of a last entry that holds for some calls only. */
    public static Diagnostic lastIsConditional() {
        return syntax("the last entry of a tool's results has a condition")
                .withHelp("add one without a condition, such as { labels = [\"untrusted\"] }");
    }

    /** Returns the problem of an entry behind which none can hold. */
    public static Diagnostic unconditional(int entry) {
        return syntax("entry " + (entry + 1) + " of a tool's results has no condition, and others follow it")
                .withHelp("put it last");
    }

    /** Returns the problem of an entry whose condition isn't on arguments alone. */
    public static Diagnostic notByArguments(int entry) {
        return syntax("the condition of entry " + (entry + 1) + " of a tool's results isn't on arguments alone")
                .withNote("labels, sets, facts and \"each\" can't choose what a result brings");
    }

    /** Returns the problem of a pointer into a result. */
    public static Diagnostic pointer(String written, IllegalArgumentException why) {
        return error(DiagnosticCode.POINTER_SYNTAX, quoted(written) + " is not a JSON Pointer: " + why.getMessage());
    }
}
