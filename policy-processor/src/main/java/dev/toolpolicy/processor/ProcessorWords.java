package dev.toolpolicy.processor;

import static dev.toolpolicy.analysis.internal.read.Words.quoted;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.schema.DiagnosticCode;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ModuleElement;

/** The messages about the build: what the processors can't generate, and where. */
final class ProcessorWords {

    private ProcessorWords() {}

    /** Returns the message for an annotation of ours on a declaration that is not a tool. */
    static Diagnostic withoutTool(String annotation, Element element) {
        String on = "@" + annotation + " on ";
        String delete = ", or delete @" + annotation;
        Element around = element.getEnclosingElement();
        if (element.getKind() == ElementKind.METHOD && around != null) {
            String method = around.getSimpleName() + "." + element.getSimpleName();
            return Diagnostic.error(
                            DiagnosticCode.POLICY_WITHOUT_TOOL,
                            on + method + " has no effect, since no framework calls the method as a tool")
                    .withHelp("add the framework's own annotation" + delete)
                    .withNote("known are @Tool of LangChain4j and Spring AI, and @McpTool");
        }
        boolean isType = element.getKind() != ElementKind.ANNOTATION_TYPE;
        return Diagnostic.error(
                        DiagnosticCode.POLICY_WITHOUT_TOOL,
                        on + element.getSimpleName() + " has no effect without @Tool")
                .withHelp(isType ? "add @Tool" + delete : "write @" + annotation + " on each tool");
    }

    static Diagnostic unsharedPolicy(String method, String policy) {
        return Diagnostic.error(
                        DiagnosticCode.SHARED_POLICY,
                        method + " can't share the policy of " + policy
                                + ", since its framework's annotation is on an annotation of its own")
                .withHelp("write @Policy on " + method + ", or the framework's annotation");
    }

    static Diagnostic latePolicy(String type, String policy) {
        return Diagnostic.error(
                        DiagnosticCode.SHARED_POLICY,
                        type + " was compiled without the policy of " + policy + ", which was generated later")
                .withHelp("write " + policy + " in the source, so that it exists from the start");
    }

    static Diagnostic generatedNameTaken(String type, String generated) {
        return Diagnostic.error(
                        DiagnosticCode.TOOL_NAME,
                        "the class generated for " + type + " is named " + generated + ", which already exists")
                .withHelp("rename one of the two");
    }

    static Diagnostic internal(String type, String trace) {
        return Diagnostic.error(
                        DiagnosticCode.INTERNAL, "the processor failed on " + type + "; this is a bug in Tool Policy")
                .withNote(trace);
    }

    static Diagnostic missingClass(String type, String name) {
        return Diagnostic.error(
                        DiagnosticCode.INTERNAL,
                        "the processor can't process " + type + ", since it doesn't find " + name.replace('/', '.'))
                .withHelp("give the annotation processor path what the pom of policy-processor names; Gradle and Maven"
                        + " do it for a dependency, but not for a jar");
    }

    static String missingProvides(ModuleElement module, String line) {
        return "[toolpolicy] module " + module.getQualifiedName() + " doesn't provide its tools\n"
                + "help: add to module-info.java: " + line + "\n"
                + "note: ToolCatalog.load() finds the tools of a named module only by that line";
    }

    static String reportFailed(String folder, Exception why) {
        return "[toolpolicy] can't write the report to " + quoted(folder) + ": " + why + "\nhelp: set -A"
                + ModuleReport.OPTION + " to a folder, preferably by its absolute path";
    }
}
