package dev.toolpolicy.processor.report;

import dev.toolpolicy.Requirement;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.internal.text.ResourceText;
import dev.toolpolicy.processor.report.ReportTool.ReportRule;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The HTML page about a module's tools: the graph of their requirements, then each tool with its parameters, rules
 * and findings. The page has no scripts and loads nothing. The same tools always give the same page.
 */
public final class ReportPage {

    private ReportPage() {}

    /**
     * Writes the page.
     *
     * @param module the module's name
     * @param tools its tools, in any order
     * @return HTML in UTF-8
     */
    public static String write(String module, List<ReportTool> tools) {
        List<ReportTool> byName =
                tools.stream().sorted(Comparator.comparing(ReportTool::name)).toList();
        Html page = new Html();
        page.markup("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .markup("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src"
                        + " 'unsafe-inline'\">\n")
                .markup("<meta name=\"viewport\" content=\"width=device-width\">\n")
                .element("title", "Tools of " + module)
                .markup("\n<style>\n" + ResourceText.of(ReportPage.class, "report.css") + "</style>\n</head>\n<body>\n")
                .element("h1", "Tools of " + module)
                .markup("\n<p>Rules are tried top to bottom, and the first that holds decides.</p>\n");
        contents(page, byName);
        page.markup("<h2 id=\"requirements\">Requirements</h2>\n");
        if (byName.stream().allMatch(tool -> tool.requires().isEmpty())) {
            page.markup("<p class=\"none\">No tool requires another.</p>\n");
        } else {
            page.markup("<p>A tool at an arrow's head may run once the tool at its start has succeeded.</p>\n");
            RequirementDrawing.draw(byName, page);
        }
        byName.forEach(tool -> tool(page, tool));
        return page.markup("</body>\n</html>\n").toString();
    }

    private static void contents(Html page, List<ReportTool> tools) {
        page.markup("<ul>\n");
        for (ReportTool tool : tools) {
            page.markup("<li><a href=\"#tool-" + Html.escape(tool.name()) + "\">")
                    .element("code", tool.name())
                    .markup("</a> ")
                    .text(tool.description());
            if (!tool.findings().isEmpty()) {
                int count = tool.findings().size();
                page.markup(" ").element("em", "(" + count + (count == 1 ? " finding)" : " findings)"));
            }
            page.markup("</li>\n");
        }
        page.markup("</ul>\n");
    }

    private static void tool(Html page, ReportTool tool) {
        page.markup("<section>\n<h2 id=\"tool-" + Html.escape(tool.name()) + "\">")
                .element("code", tool.name())
                .markup("</h2>\n<p>")
                .text(tool.description())
                .markup(" ")
                .element("span", "type", tool.type())
                .markup("</p>\n");
        for (Diagnostic finding : tool.findings()) {
            page.element("pre", finding.isError() ? "error" : "warning", finding.message())
                    .markup("\n");
        }
        parameters(page, tool.schema().parameters());
        rules(page, "Rules for calls", tool.run());
        rules(page, "Rules for results", tool.result());
        requirements(page, tool.requires());
        page.markup("</section>\n");
    }

    private static void parameters(Html page, List<Parameter> parameters) {
        page.markup("<h3>Parameters</h3>\n");
        if (parameters.isEmpty()) {
            page.markup("<p class=\"none\">No parameters.</p>\n");
            return;
        }
        page.markup("<table class=\"parameters\">\n"
                + "<tr><th>pointer</th><th>type</th><th>presence</th><th>description</th></tr>\n");
        parameters.forEach(parameter -> parameter(page, "", parameter));
        page.markup("</table>\n");
    }

    private static void parameter(Html page, String around, Parameter parameter) {
        String pointer = around + "/" + ArgumentPointer.escape(parameter.name());
        String presence = parameter
                .defaultValue()
                .map(value -> "default " + value)
                .orElse(parameter.isRequired() ? "required" : "optional");
        page.markup("<tr>")
                .element("td", "code", pointer)
                .element("td", words(parameter.type()))
                .element("td", presence + (parameter.isLarge() ? ", large" : ""))
                .element("td", parameter.description())
                .markup("</tr>\n");
        properties(parameter.type()).forEach(property -> parameter(page, pointer, property));
    }

    private static String words(ParameterType type) {
        return type.byStructure(
                array -> array.typeName() + " of " + words(array.items().orElseThrow()),
                ParameterType::typeName,
                leaf -> leaf.typeName() + (leaf.allowed().isEmpty() ? "" : ": " + String.join(", ", leaf.allowed())));
    }

    /** Returns the properties of an object, or of the objects in an array. */
    private static List<Parameter> properties(ParameterType type) {
        return type.byStructure(
                array -> properties(array.items().orElseThrow()), ParameterType::properties, leaf -> List.of());
    }

    private static void rules(Html page, String title, Optional<List<ReportRule>> rules) {
        page.element("h3", title).markup("\n");
        if (rules.isEmpty()) {
            page.markup("<p class=\"none\">No rules.</p>\n");
            return;
        }
        boolean witnesses = rules.get().stream().anyMatch(rule -> rule.witness().isPresent());
        page.markup("<table class=\"rules\">\n<tr><th>rule</th><th>if</th><th>then</th>")
                .markup(witnesses ? "<th>example</th>" : "")
                .markup("</tr>\n");
        for (int i = 0; i < rules.get().size(); i++) {
            ReportRule rule = rules.get().get(i);
            page.markup("<tr>")
                    .element("td", String.valueOf(i + 1))
                    .element("td", "code", rule.rule().describe());
            mode(page, rule.rule().mode());
            if (witnesses) {
                page.element("td", "code", rule.witness().map(Object::toString).orElse(""));
            }
            page.markup("</tr>\n");
        }
        page.markup("</table>\n");
    }

    private static void mode(Html page, Mode mode) {
        page.markup("<td>")
                .element("span", "mode " + mode.name().toLowerCase(Locale.ROOT), mode.word())
                .markup("</td>");
    }

    private static void requirements(Html page, List<Requirement> requires) {
        if (requires.isEmpty()) {
            return;
        }
        page.markup("<h3>Requirements</h3>\n<ul>\n");
        for (Requirement each : requires) {
            page.markup("<li>").text(String.join(", ", each.tools()));
            each.key()
                    .ifPresent(key -> page.text(" with the same ")
                            .element("code", key.argument().toString()));
            page.markup("</li>\n");
        }
        page.markup("</ul>\n");
    }
}
