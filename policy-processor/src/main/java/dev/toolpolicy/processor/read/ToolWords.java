package dev.toolpolicy.processor.read;

import static dev.toolpolicy.analysis.internal.read.Words.quoted;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.processor.mirror.Names;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.List;

/** The messages about declarations: records with {@code @Tool}, their names, and how their policies are written. */
final class ToolWords {

    private ToolWords() {}

    static Diagnostic notARecord(String type, String kind, String example) {
        Diagnostic diagnostic =
                Diagnostic.error(DiagnosticCode.NOT_A_RECORD, "@Tool belongs on a record, but " + type + " is " + kind);
        return (example.isEmpty() ? diagnostic : diagnostic.withHelp("write " + example))
                .withNote("a tool's parameters are its record's components, in order");
    }

    static Diagnostic factsAreNoRecord(String type) {
        return Diagnostic.error(DiagnosticCode.NOT_A_RECORD, "facts are declared by a record, but " + type + " is none")
                .withHelp("name a record of yours, such as record Caller(String role) {}")
                .withNote("the facts are the record's components, in order");
    }

    static Diagnostic inaccessible(String type, String privateType) {
        String place = type.equals(privateType) ? " is private" : " is inside " + privateType + ", which is private";
        return Diagnostic.error(DiagnosticCode.INACCESSIBLE_TOOL, type + place + ", so generated code can't use it")
                .withHelp("remove \"private\" from " + privateType);
    }

    static Diagnostic noPackage(String type) {
        return Diagnostic.error(
                        DiagnosticCode.NO_PACKAGE,
                        type + " is in the unnamed package, from which catalogs can't import it")
                .withHelp("add a package declaration");
    }

    static Diagnostic genericTool(String type, String parameters) {
        return Diagnostic.error(
                        DiagnosticCode.UNSUPPORTED_TYPE,
                        type + " has type parameters, but the arguments of a call carry no type information")
                .withHelp("remove " + parameters + " from " + type + ", and use JsonNode for values of any type");
    }

    static Diagnostic toolName(String name, String corrected) {
        Diagnostic diagnostic = Diagnostic.error(DiagnosticCode.TOOL_NAME, quoted(name) + " is not a valid tool name");
        return (corrected.isEmpty() ? diagnostic : diagnostic.withHelp("write " + quoted(corrected)))
                .withNote("a tool name has 1 to " + Names.LONGEST + " characters: a to z, A to Z, 0 to 9, _ and -");
    }

    /** Returns the message for a name that an annotation of a team's own gives in a way that can't be read. */
    static Diagnostic unknownName(String method, String why) {
        return Diagnostic.error(
                        DiagnosticCode.TOOL_NAME,
                        "the name of " + method + " can't be read from its annotation: " + why)
                .withHelp("write the framework's annotation on the method")
                .withNote("an annotation of your own carries the framework's directly, and each of its members that"
                        + " replaces one has @AliasFor with \"annotation\"");
    }

    static Diagnostic twoSharedPolicies(String type, List<String> policies) {
        return Diagnostic.error(
                        DiagnosticCode.SHARED_POLICY,
                        type + " has " + policies.size() + " shared policies: " + String.join(", ", policies))
                .withHelp("keep one of them, or write a @Policy on " + type)
                .withNote("policies are not merged: a tool's own @Policy replaces a shared one");
    }

    static Diagnostic lostPolicy(String policy) {
        return Diagnostic.error(
                        DiagnosticCode.SHARED_POLICY,
                        policy + " has @Retention(SOURCE), so incremental builds can't see its policy")
                .withHelp("write @Retention(RetentionPolicy.CLASS) on " + policy);
    }

    static Diagnostic noTools() {
        return Diagnostic.error(DiagnosticCode.UNKNOWN_TOOL, "this requirement names no tool")
                .withHelp("list at least one tool in \"tools\", or delete the requirement");
    }

    static Diagnostic keyIsNotGiven(String member) {
        return Diagnostic.error(DiagnosticCode.MISSING_KEY, quoted(member) + " has no effect without \"key\"")
                .withHelp("add key = \"/...\", or delete " + member);
    }

    /** Returns the message for a second method whose definition would have the name of another's. */
    static Diagnostic overloaded(String method, String definition) {
        return Diagnostic.error(
                        DiagnosticCode.TOOL_NAME,
                        method + " is overloaded: another tool's definition is named " + definition)
                .withHelp("rename the method, and set the tool's name in its annotation if it must stay")
                .withNote("definitions are named after the class and the method");
    }

    /** Returns the message for {@code paths} that names anything but a path of a record. */
    static Diagnostic notAPath(String pointer) {
        return Diagnostic.error(DiagnosticCode.UNKNOWN_POINTER, "no path stands at " + quoted(pointer))
                .withHelp("declare the component as java.nio.file.Path, and delete \"paths\"")
                .withNote("\"paths\" is for methods, whose frameworks know strings only");
    }
}
