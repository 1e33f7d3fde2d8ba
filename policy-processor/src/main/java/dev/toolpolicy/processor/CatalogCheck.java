package dev.toolpolicy.processor;

import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.processor.PolicyDeclaration.Located;
import dev.toolpolicy.processor.PolicyDeclaration.Requires;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Checks tools against each other: their names, and the tools they require. */
final class CatalogCheck {
    private final List<ToolDeclaration> own;
    private final Map<String, ToolDeclaration> byName = new LinkedHashMap<>();
    private final Set<String> unreadable;
    private final Findings findings;

    /**
     * A check of a module's tools.
     *
     * @param own the module's tools, in the order of the source
     * @param visible the tools of other modules
     * @param unreadable the names of tools of which, by their own errors, nothing else is known
     * @param findings takes what is wrong
     */
    CatalogCheck(
            List<ToolDeclaration> own, Collection<ToolDeclaration> visible, Set<String> unreadable, Findings findings) {
        this.own = own;
        this.unreadable = unreadable;
        this.findings = findings;
        visible.forEach(tool -> byName.putIfAbsent(tool.name(), tool));
    }

    void check() {
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
                    ToolWords.duplicateTool(tool.name(), other.shape().type().canonicalName()), tool.namePlace());
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
                        ToolWords.unknownTool(name.text(), Words.nearest(name.text(), known), known), name.place());
            }
        }
    }
}
