package dev.toolpolicy.config;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.check.RuleDraft;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.config.ToolSection.Written;
import dev.toolpolicy.rule.RuleList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes the sections of lists that code gives: as if a file had them, so that they are read and checked as files are. */
final class CodeSections {
    private CodeSections() {}

    static List<ToolSection> of(Map<String, RuleList> run, Map<String, RuleList> result) {
        List<ToolSection> sections = new ArrayList<>();
        run.forEach((tool, list) -> sections.add(section(tool, "run", list)));
        result.forEach((tool, list) -> sections.add(section(tool, "result", list)));
        return sections;
    }

    private static ToolSection section(String tool, String name, RuleList list) {
        String owner = tool.equals(ToolSection.ALL) ? "all tools" : "tool " + Words.quoted(tool);
        ArrayNode rules = JsonNodeFactory.instance.arrayNode();
        list.rules().forEach(rule -> {
            ObjectNode written = rules.addObject();
            RuleDraft.of(rule).members().forEach(written::set);
        });
        return new ToolSection(
                Document.ofCode(owner + ", " + name + " by code"),
                tool,
                "",
                Map.of(name, new Written("", rules)),
                null,
                null,
                "");
    }
}
