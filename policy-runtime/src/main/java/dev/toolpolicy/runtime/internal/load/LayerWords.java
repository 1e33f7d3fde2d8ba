package dev.toolpolicy.runtime.internal.load;

import static dev.toolpolicy.analysis.internal.read.Words.helped;
import static dev.toolpolicy.analysis.internal.read.Words.listedNames;
import static dev.toolpolicy.analysis.internal.read.Words.quoted;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** The messages about layers and the tools that they name. */
final class LayerWords {
    /** The note on a tool of a file that doesn't exist. */
    static final String EXTERNAL = "for tools that come later, write external = true beside the list";

    private LayerWords() {}

    static Diagnostic unknownTool(String tool, List<String> known) {
        Diagnostic problem = Diagnostic.error(DiagnosticCode.UNKNOWN_TOOL, "no tool is named " + quoted(tool))
                .withHelp("declare its parameters in this file, as in parameters = {}, name a catalog, or pass the"
                        + " tools to the engine; the command accepts --tools, --classpath and --mcp");
        return known.isEmpty()
                ? problem
                : helped(problem, Words.nearest(tool, known), "tools are " + listedNames(known));
    }

    /** Returns the same problem as a warning, where it does no harm. */
    static Diagnostic asWarning(Diagnostic problem) {
        Diagnostic warning = Diagnostic.warning(problem.code(), problem.summary());
        Diagnostic helped = problem.help().map(warning::withHelp).orElse(warning);
        for (String note : problem.notes()) {
            helped = helped.withNote(note);
        }
        return helped;
    }

    static Diagnostic outsideScope(String what, List<String> scope) {
        return Diagnostic.error(
                        DiagnosticCode.OUTSIDE_SCOPE,
                        "the file can't say anything about " + what + ": it is read only for " + listedNames(scope))
                .withHelp("move it into the file of those who own it");
    }

    static Diagnostic duplicateTool(String tool) {
        return Diagnostic.error(
                        DiagnosticCode.DUPLICATE_TOOL,
                        "the tool " + quoted(tool) + " exists already, with other parameters")
                .withHelp("delete these parameters");
    }

    static Diagnostic lackingPath(String tool, String path) {
        return Diagnostic.error(
                        DiagnosticCode.UNKNOWN_POINTER,
                        "the tool " + quoted(tool) + " has no string at " + quoted(path)
                                + ", which the catalog calls a path")
                .withHelp("leave the catalog out, and say which of the tool's strings are paths, such as " + tool
                        + ".parameters.NAME = \"path\"");
    }

    static Diagnostic fitsNoTool(int rule, Diagnostic why) {
        Diagnostic problem =
                Diagnostic.warning(DiagnosticCode.DROPPED_DEFAULT, "rule " + (rule + 1) + " fits none of the tools");
        Diagnostic noted = problem.withNote("of the first, " + why.summary());
        return why.help().map(noted::withHelp).orElse(noted);
    }

    static Diagnostic neverDecides(int rule) {
        return Diagnostic.error(
                DiagnosticCode.UNREACHABLE_RULE,
                "rule " + (rule + 1) + " never applies: earlier rules decide every call of each tool that it fits");
    }

    static Diagnostic noCatchAll() {
        return Diagnostic.warning(
                        DiagnosticCode.NO_CATCH_ALL, "calls that match none of these rules will need approval")
                .withHelp("end the list with { mode = \"ask\" } to state it");
    }

    static Diagnostic dropped(int rule, List<String> tools) {
        return unfit(rule, tools, ", so it allows nothing there");
    }

    static Diagnostic unreadable(int rule, List<String> tools) {
        return unfit(rule, tools, ", so what later rules allow there needs approval")
                .withHelp("give such a tool a policy of its own");
    }

    static Diagnostic unreadableInFloor(int rule, List<String> tools) {
        return unfit(rule, tools, ", so calls that this floor passes there need approval")
                .withHelp("if it is only for tools with that place, write where_present = true in the rule");
    }

    /** Returns the line that lists the tools for which a floor's rule isn't there. */
    static String absent(String place, int rule, List<String> tools) {
        return place + "rule " + (rule + 1) + " of this floor doesn't apply to "
                + tools.stream().map(Words::quoted).collect(Collectors.joining(", "))
                + ", without the place that it looks at";
    }

    private static Diagnostic unfit(int rule, List<String> tools, String consequence) {
        String who = tools.size() == 1 ? "the tool " + quoted(tools.get(0)) : tools.size() + " tools";
        Diagnostic problem = Diagnostic.warning(
                DiagnosticCode.DROPPED_DEFAULT, "rule " + (rule + 1) + " doesn't fit " + who + consequence);
        return tools.size() == 1 ? problem : problem.withNote("they are " + listedNames(tools));
    }

    static Diagnostic fitsNothing(String pattern, List<String> known) {
        Diagnostic problem =
                Diagnostic.error(DiagnosticCode.UNKNOWN_TOOL, "no tool's name fits the pattern " + quoted(pattern));
        return known.isEmpty() ? problem : problem.withHelp("tools are " + listedNames(known));
    }

    static Diagnostic unfit(String name, Collection<String> known) {
        List<String> sorted = known.stream().sorted().toList();
        return (ToolNames.isPattern(name) ? fitsNothing(name, sorted) : unknownTool(name, sorted)).withNote(EXTERNAL);
    }

    static Diagnostic foreignSource(String set) {
        return Diagnostic.error(
                        DiagnosticCode.FOREIGN_SOURCE, "the set " + quoted(set) + " belongs to an earlier layer")
                .withHelp("fill a set of your own, or let its owner write open = true there");
    }

    static Diagnostic ambiguous(String tool, List<String> patterns) {
        return Diagnostic.error(
                        DiagnosticCode.AMBIGUOUS_TOOLS,
                        "the tool " + quoted(tool) + " fits " + listedNames(patterns) + " equally well")
                .withHelp("give the tool a list of its own, or one of the patterns more characters");
    }

    static Diagnostic notReached(String pattern, String tool) {
        return Diagnostic.warning(
                        DiagnosticCode.LIST_NOT_REACHED,
                        "the list of " + quoted(pattern) + " doesn't reach the tool " + quoted(tool)
                                + ", whose own list is less strict")
                .withHelp("write overrides = true beside the list, or change the tool's own list");
    }
}
