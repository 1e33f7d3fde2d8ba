package dev.toolpolicy.processor;

import static dev.toolpolicy.runtime.analysis.Words.listedNames;
import static dev.toolpolicy.runtime.analysis.Words.quoted;

import dev.toolpolicy.runtime.analysis.Diagnostic;
import dev.toolpolicy.runtime.analysis.Words;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.ParameterType;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.ModuleElement;

/** Every sentence that the processor says about tools and requirements; those about rules are the analysis' own. */
final class ToolWords {

    private ToolWords() {}

    static Diagnostic notARecord(String type, String kind, String example) {
        Diagnostic diagnostic = Diagnostic.error(
                DiagnosticCode.NOT_A_RECORD, "@Tool belongs on a record, but " + type + " is " + kind);
        return (example.isEmpty() ? diagnostic : diagnostic.withHelp(example))
                .withNote("a tool's parameters are its record's components, in order");
    }

    static Diagnostic hiddenRecord(String type, String hidden) {
        return Diagnostic.error(
                        DiagnosticCode.NOT_A_RECORD,
                        "the class generated next to " + type + " can't reach it, since " + hidden + " is private")
                .withHelp("drop \"private\" from " + hidden);
    }

    static Diagnostic withoutPackage(String type) {
        return Diagnostic.error(
                        DiagnosticCode.NOT_A_RECORD, type + " is in the unnamed package, where no catalog can name it")
                .withHelp("give it a package");
    }

    static Diagnostic policyWithoutTool(String type) {
        return Diagnostic.error(
                        DiagnosticCode.NOT_A_RECORD, "@Policy has no effect on " + type + ", which has no @Tool")
                .withHelp("add @Tool, or delete @Policy");
    }

    static Diagnostic twoSharedPolicies(String type, List<String> policies) {
        return Diagnostic.error(
                        DiagnosticCode.SHARED_POLICY,
                        type + " has " + policies.size() + " shared policies, those of " + String.join(", ", policies))
                .withHelp("drop all but one of them, or write a @Policy on " + type)
                .withNote("policies aren't put together: a tool has one, its own before a shared one");
    }

    static Diagnostic lostPolicy(String type, String policy) {
        return Diagnostic.error(
                        DiagnosticCode.SHARED_POLICY,
                        "the policy of " + policy + " would be lost in the class file of " + type)
                .withHelp("write @Retention(RetentionPolicy.CLASS) on " + policy);
    }

    static Diagnostic latePolicy(String type, String policy) {
        return Diagnostic.error(
                        DiagnosticCode.SHARED_POLICY,
                        "the policy of " + policy + " was generated after " + type + " was read, which lacks it")
                .withHelp("write " + policy + " in the source, where it is seen from the start");
    }

    static String inShared(String summary, String policy) {
        return summary + ", in the policy of " + policy;
    }

    static String sharedPlace(String policy) {
        return "this is where the policy of " + policy + " says so";
    }

    static Diagnostic toolName(String name, String mended) {
        Diagnostic diagnostic = Diagnostic.error(
                DiagnosticCode.TOOL_NAME, quoted(name) + " can't be a tool's name");
        return (mended.isEmpty() ? diagnostic : diagnostic.withHelp("write " + quoted(mended)))
                .withNote("a name has 1 to " + Names.LONGEST + " characters: letters a to z and A to Z, digits, _ and -");
    }

    static Diagnostic parameterTwice(String owner, String name) {
        return Diagnostic.error(
                        DiagnosticCode.TOOL_NAME, owner + " is the second component with the name " + quoted(name))
                .withHelp("give it another with @Param(name = ...)");
    }

    static Diagnostic generatedNameTaken(String type, String generated) {
        return Diagnostic.error(
                        DiagnosticCode.TOOL_NAME,
                        "the class generated for " + type + " is " + generated + ", which exists already")
                .withHelp("rename one of the two");
    }

    private static Diagnostic unsupported(String owner, String type, String part, Optional<String> instead) {
        Diagnostic diagnostic = Diagnostic.error(
                DiagnosticCode.UNSUPPORTED_TYPE,
                owner + " is of type " + type + ", "
                        + (part.equals(type) ? "which can't be a parameter" : "and " + part + " can't be part of a parameter"));
        return instead.map(other -> diagnostic.withHelp("write " + other + " instead of " + part)).orElse(diagnostic);
    }

    static Diagnostic unsupportedArray(
            String owner, String type, String part, Optional<String> instead, String component, boolean generic) {
        return unsupported(owner, type, part, instead)
                .withNote(generic
                        ? "Java makes no arrays of " + component
                        : "of the arrays of primitives, int[], long[] and double[] can be parameters");
    }

    static Diagnostic rawType(String owner, String type, String part, String example) {
        return Diagnostic.error(
                DiagnosticCode.UNSUPPORTED_TYPE,
                owner + " is of type " + type + ", " + (part.equals(type) ? "which" : "and " + part)
                        + " doesn't say what it holds")
                .withHelp("say it, as in " + part + example);
    }

    static Diagnostic unsupportedType(String owner, String type, String part, Optional<String> instead) {
        return unsupported(owner, type, part, instead)
                .withNote("a parameter is a String, Path, boolean, number, enum, record or JsonNode, or a List, Set, "
                        + "array, Optional or Map<String, ...> of those");
    }

    static Diagnostic unsupportedType(String owner, String type, String why, String help) {
        Diagnostic diagnostic = Diagnostic.error(
                DiagnosticCode.UNSUPPORTED_TYPE, owner + " is of type " + type + ", " + why);
        return help.isEmpty() ? diagnostic : diagnostic.withHelp(help);
    }

    static Diagnostic genericTool(String type, String parameters) {
        return Diagnostic.error(
                        DiagnosticCode.UNSUPPORTED_TYPE,
                        type + " has type parameters, and the arguments of a call say nothing of types")
                .withHelp("drop " + parameters + " from " + type + ", and use JsonNode for what may be anything");
    }

    static Diagnostic nullElements(Slot slot, String element) {
        String why = "whose elements may be null, and those of a call may not";
        return unsupportedType(slot.owner(), slot.typeName(), why, "drop @Nullable from " + element);
    }

    static Diagnostic defaultTooLarge(String text, String owner) {
        return Diagnostic.error(
                DiagnosticCode.DEFAULT_VALUE,
                quoted(text) + " is not a valid default for " + owner + ": the number or its exponent is too large for a call");
    }

    static Diagnostic tooDeep(String owner, String type, int most) {
        return unsupportedType(
                owner, type, "which nests lists, sets, maps and arrays more than " + most + " deep",
                "declare a record for what is inside, or use JsonNode");
    }

    static Diagnostic tooManyConstants(String owner, String type, int constants, int most) {
        return unsupportedType(
                owner, type, "which has " + constants + " constants, and a generated class holds at most " + most,
                "write String, and check the value in the code that runs the call");
    }

    static Diagnostic defaultValue(String text, String owner, ParameterType type) {
        Diagnostic diagnostic = Diagnostic.error(
                DiagnosticCode.DEFAULT_VALUE, quoted(text) + " is no default for " + owner + ": it takes " + taken(type));
        return type instanceof ParameterType.ArrayType || type instanceof ParameterType.ObjectType
                ? diagnostic.withNote("the default of an array or object is written as JSON")
                : diagnostic;
    }

    private static String taken(ParameterType type) {
        if (type instanceof ParameterType.StringType string && !string.allowed().isEmpty()) {
            return "one of " + listedNames(string.allowed());
        } else if (type instanceof ParameterType.PathType) {
            return "a path, in which NUL has no place";
        } else if (type instanceof ParameterType.IntegerType integer && integer.lowest() != null) {
            return "a whole number from " + integer.lowest() + " to " + integer.highest();
        } else if (type instanceof ParameterType.IntegerType) {
            return "a whole number";
        } else if (type instanceof ParameterType.BooleanType) {
            return "true or false";
        }
        return type instanceof ParameterType.AnyType ? "a JSON value but null" : Words.kind(type);
    }

    static Diagnostic noTools() {
        return Diagnostic.error(DiagnosticCode.UNKNOWN_TOOL, "this requirement names no tool");
    }

    static Diagnostic keySyntax(String pointer, String why) {
        return Diagnostic.error(DiagnosticCode.POINTER_SYNTAX, quoted(pointer) + " is no JSON Pointer: " + why);
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
                quoted(pointer) + " of tool " + quoted(tool) + " passes through an array, and a key is one value");
    }

    static Diagnostic keyTypes(String tool, String own, String ownType, String other, String theirs, String type) {
        return Diagnostic.error(
                        DiagnosticCode.KEY_TYPE,
                        "the keys differ in type: " + quoted(own) + " of " + quoted(tool) + " is "
                                + Words.kind(ownType) + ", " + quoted(theirs) + " of " + quoted(other) + " is "
                                + Words.kind(type))
                .withNote("values of different types are never the same key");
    }

    static Diagnostic keyMayBeAbsent(String pointer) {
        return Diagnostic.error(
                        DiagnosticCode.MISSING_KEY,
                        quoted(pointer) + " is optional, and nothing says what happens to a call without it")
                .withHelp("add whenMissing = DENY, or whenMissing = ALLOW");
    }

    static Diagnostic keyIsNotGiven(String member) {
        return Diagnostic.error(
                DiagnosticCode.MISSING_KEY, member + " has no meaning in a requirement without a key");
    }

    static Diagnostic unknownTool(String name, Optional<String> meant, List<String> known) {
        Diagnostic diagnostic =
                Diagnostic.error(DiagnosticCode.UNKNOWN_TOOL, "no tool is named " + quoted(name));
        return diagnostic
                .withHelp(meant.map(Words::didYouMean)
                        .orElse("if it is declared in a module that isn't visible here, add external = true"))
                .withNote(known.size() + (known.size() == 1 ? " tool is" : " tools are") + " visible here: "
                        + listedNames(known));
    }

    static Diagnostic duplicateTool(String name, String other) {
        return Diagnostic.error(
                        DiagnosticCode.DUPLICATE_TOOL, "the name " + quoted(name) + " is already taken by " + other)
                .withHelp("rename one of the two tools")
                .withNote("models and rules know a tool by its name alone");
    }

    static Diagnostic requirementCycle(List<String> tools) {
        String first = tools.get(0);
        Diagnostic diagnostic = Diagnostic.error(
                DiagnosticCode.REQUIREMENT_CYCLE, "tool " + quoted(first) + " can never run: it requires itself");
        return tools.size() == 1
                ? diagnostic.withHelp("delete " + quoted(first) + " from its own requirements")
                : diagnostic
                        .withHelp("drop one of these " + tools.size() + " requirements")
                        .withNote(String.join(" -> ", tools) + " -> " + first);
    }

    static String missingProvides(ModuleElement module, String line) {
        return "[toolpolicy] module " + module.getQualifiedName() + " doesn't provide its tools\n"
                + "help: add to module-info.java: " + line + "\n"
                + "note: ToolCatalog.load() finds the tools of a named module by that line alone";
    }

    static String noReport(String folder, Exception why) {
        return "[toolpolicy] no report can be written to " + quoted(folder) + ": " + why
                + "\nhelp: give -A" + ModuleReport.OPTION + " a folder, best by its absolute path";
    }

    static Diagnostic internal(String type, String trace) {
        return Diagnostic.error(
                        DiagnosticCode.INTERNAL, "the processor failed on " + type + "; this is a bug in tool-policy")
                .withNote(trace);
    }
}
