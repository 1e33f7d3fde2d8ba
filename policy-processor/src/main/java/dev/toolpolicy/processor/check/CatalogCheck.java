package dev.toolpolicy.processor.check;

import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.processor.model.Catalog;
import dev.toolpolicy.processor.model.Findings;
import dev.toolpolicy.processor.model.PolicyDeclaration.Located;
import dev.toolpolicy.processor.model.PolicyDeclaration.Requires;
import dev.toolpolicy.processor.model.ToolDeclaration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The check of tools against each other: names, required tools, and cycles of requirements. */
public final class CatalogCheck {
    private final List<ToolDeclaration> own;
    private final Map<String, ToolDeclaration> byName = new LinkedHashMap<>();
    private final Set<String> unreadable;
    private final Findings findings;

    /**
     * Creates the check.
     *
     * @param catalog the tools that the module can see
     * @param findings takes the problems
     */
    public CatalogCheck(Catalog catalog, Findings findings) {
        this.own = catalog.own();
        this.unreadable = catalog.unreadable();
        this.findings = findings;
        catalog.others().forEach(tool -> byName.putIfAbsent(tool.name(), tool));
    }

    public void check() {
        own.forEach(this::checkName);
        own.forEach(tool -> tool.policy().requires().forEach(requires -> checkRequired(tool, requires)));
        Set<ToolDeclaration> ofThisModule = Collections.newSetFromMap(new IdentityHashMap<>());
        ofThisModule.addAll(own);
        new CycleCheck(byName, ofThisModule).check(findings);
    }

    private void checkName(ToolDeclaration tool) {
        ToolDeclaration other = byName.putIfAbsent(tool.name(), tool);
        if (other != null) {
            findings.add(
                    RequirementWords.duplicateTool(
                            tool.name(), other.source().id().replace('#', '.')),
                    tool.namePlace());
        }
    }

    private void checkRequired(ToolDeclaration tool, Requires requires) {
        for (Located name : requires.tools()) {
            ToolDeclaration required = byName.get(name.text());
            if (required != null) {
                requires.key().ifPresent(key -> KeyCheck.checkTheirs(tool, key, required, findings));
            } else if (!requires.external() && !unreadable.contains(name.text())) {
                List<String> known = List.copyOf(new TreeSet<>(byName.keySet()));
                findings.add(
                        RequirementWords.unknownTool(name.text(), Words.nearest(name.text(), known), known),
                        name.place());
            }
        }
    }
}
