package dev.toolpolicy.config.internal.read;

import static dev.toolpolicy.analysis.internal.read.Words.helped;
import static dev.toolpolicy.analysis.internal.read.Words.listedNames;
import static dev.toolpolicy.analysis.internal.read.Words.quoted;
import static dev.toolpolicy.analysis.internal.read.Words.syntax;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.List;

/** The messages about policy files. Those about what any list may contain are in {@code Words}. */
final class ConfigurationWords {
    private ConfigurationWords() {}

    // ---- keys

    static Diagnostic noRoot(String root, List<String> known) {
        Diagnostic problem = syntax("there is no " + quoted(root));
        return known.isEmpty() ? problem : problem.withNote("there are " + listedNames(known));
    }

    static Diagnostic toolsElsewhere(String root) {
        return syntax("these tools are not where the configuration is read").withHelp("read it at " + quoted(root));
    }

    static Diagnostic outsidePolicy(String key) {
        return Diagnostic.error(DiagnosticCode.UNKNOWN_KEY, "a tool has no " + quoted(key) + " outside its policy")
                .withHelp("move it into \"policy\"");
    }

    static Diagnostic rulesElsewhere(String key) {
        return Diagnostic.error(DiagnosticCode.UNKNOWN_KEY, "the rules under " + quoted(key) + " have no effect")
                .withHelp("write them as \"run\" or \"result\" in [tools.NAME.policy], where NAME is the tool");
    }

    static Diagnostic ofTheFile(String key) {
        return Diagnostic.error(DiagnosticCode.UNKNOWN_KEY, quoted(key) + " has no effect here")
                .withHelp("write it next to \"tools\", above all tables")
                .withNote("in TOML, a key belongs to the table above it");
    }

    static Diagnostic reachWithoutPattern(String key) {
        return Diagnostic.error(DiagnosticCode.UNKNOWN_KEY, Words.quoted(key) + " is only for a name with \"*\"")
                .withHelp("delete it");
    }

    static Diagnostic noRequirementsForAll() {
        return Diagnostic.error(DiagnosticCode.UNKNOWN_KEY, "the policy of all tools has no \"requires\"")
                .withHelp("write it for each tool that requires others");
    }

    static Diagnostic deprecated(String tool, String list, boolean both) {
        String moved = "write it as " + list + " in [tools." + tool + ".policy]";
        String summary = both
                ? quoted(list) + " of the tool is not used: its policy has one too"
                : quoted(list) + " of the tool is the older form";
        return Diagnostic.warning(DiagnosticCode.DEPRECATED_FORM, summary).withHelp(both ? "delete it" : moved);
    }

    static Diagnostic deprecatedWord(String word, Mode mode) {
        return Diagnostic.warning(
                        DiagnosticCode.DEPRECATED_FORM, quoted(word) + " is the older word for " + quoted(mode.word()))
                .withHelp("write " + quoted(mode.word()));
    }

    // ---- tools

    static Diagnostic noCatalog(String name, List<String> known) {
        String all = "there are " + String.join(", ", known);
        return helped(syntax("no catalog is named " + quoted(name)), Words.nearest(name, known), all);
    }

    static Diagnostic noCode(String code, List<String> known) {
        Diagnostic problem = syntax(quoted(code) + " isn't the code of a problem");
        String form = "the code of a warning is between \"[toolpolicy/\" and \"]\"";
        return helped(problem, Words.nearest(code, known), form);
    }

    static Diagnostic noList(String name, List<String> known) {
        Diagnostic problem = syntax("no list is named " + quoted(name));
        return known.isEmpty()
                ? problem.withHelp("write the rules under [lists], as " + name + " = [ ... ]")
                : helped(problem, Words.nearest(name, known), "lists are " + listedNames(known));
    }

    static Diagnostic unusedList(String name) {
        return Diagnostic.warning(DiagnosticCode.LIST_NOT_REACHED, "no list uses the rules of " + quoted(name))
                .withHelp("write { use = " + quoted(name) + " } in the list of a tool");
    }

    static Diagnostic useWithMore() {
        return syntax("\"use\" has other members beside it").withHelp("write them in a rule of its own");
    }

    static Diagnostic nestedUse() {
        return syntax("a shared list can't use another one").withHelp("use both where they are needed");
    }

    static Diagnostic date(String written) {
        return syntax("a date is not a value here").withHelp("write it as a string: " + quoted(written));
    }

    static Diagnostic parametersOfPattern(String pattern) {
        return syntax(quoted(pattern) + " is several tools, so it can't declare parameters")
                .withNote("it may say which strings are paths, as in file = \"path\"");
    }
}
