package dev.toolpolicy.processor.check;

import static dev.toolpolicy.analysis.internal.read.Words.listedNames;
import static dev.toolpolicy.analysis.internal.read.Words.quoted;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.processor.model.PolicyDeclaration.Key;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.List;
import java.util.Optional;

/** The messages about requirements, their keys, and tools that don't fit together. */
final class RequirementWords {

    private RequirementWords() {}

    static Diagnostic keySyntax(String pointer, String why, Optional<String> meant) {
        Diagnostic diagnostic =
                Diagnostic.error(DiagnosticCode.POINTER_SYNTAX, quoted(pointer) + " is not a JSON Pointer: " + why);
        return meant.map(text -> diagnostic.withHelp("write " + quoted(text))).orElse(diagnostic);
    }

    static Diagnostic missingKey(String tool, String pointer, Optional<String> meant, List<String> known) {
        Diagnostic diagnostic = Diagnostic.error(
                DiagnosticCode.MISSING_KEY, "tool " + quoted(tool) + " has no parameter " + quoted(pointer));
        return Words.helped(
                diagnostic,
                meant,
                switch (known.size()) {
                    case 0 -> "it has no parameters";
                    case 1 -> "its only parameter is " + quoted(known.get(0));
                    default -> "its parameters are " + listedNames(known);
                });
    }

    static Diagnostic keyThroughArray(String tool, String pointer) {
        return Diagnostic.error(
                DiagnosticCode.KEY_TYPE,
                quoted(pointer) + " of tool " + quoted(tool) + " passes through an array, but a key is a single value");
    }

    static Diagnostic keyTypes(Key key, String tool, String ownType, String other, String type) {
        return Diagnostic.error(
                        DiagnosticCode.KEY_TYPE,
                        "the keys differ in type: " + quoted(key.own().text()) + " of " + quoted(tool) + " is "
                                + Words.kind(ownType) + ", but "
                                + quoted(key.theirs().text()) + " of " + quoted(other) + " is "
                                + Words.kind(type))
                .withNote("values of different types are never equal");
    }

    static Diagnostic unknownTool(String name, Optional<String> meant, List<String> known) {
        Diagnostic diagnostic = Diagnostic.error(DiagnosticCode.UNKNOWN_TOOL, "no tool is named " + quoted(name));
        return diagnostic
                .withHelp(meant.map(Words::didYouMean)
                        .orElse("add external = true if a module that is not visible here declares it"))
                .withNote(known.size() + (known.size() == 1 ? " tool is" : " tools are") + " visible here: "
                        + listedNames(known));
    }

    static Diagnostic duplicateTool(String name, String other) {
        return Diagnostic.error(
                        DiagnosticCode.DUPLICATE_TOOL, "the name " + quoted(name) + " is already taken by " + other)
                .withHelp("rename one of the two tools")
                .withNote("models and rules identify a tool by its name alone");
    }

    static Diagnostic selfRequirement(String tool) {
        return Diagnostic.error(
                        DiagnosticCode.REQUIREMENT_CYCLE, "tool " + quoted(tool) + " can never run: it requires itself")
                .withHelp("remove " + quoted(tool) + " from its own requirements");
    }

    static Diagnostic requirementCycle(List<String> tools) {
        return Diagnostic.error(
                        DiagnosticCode.REQUIREMENT_CYCLE,
                        "these tools require each other, so none can ever run: " + String.join(" -> ", tools) + " -> "
                                + tools.get(0))
                .withHelp("remove one of these " + tools.size() + " requirements");
    }

    static String cycleStep(String tool, String required) {
        return quoted(tool) + " requires " + quoted(required) + " here";
    }
}
