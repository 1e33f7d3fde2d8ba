package dev.toolpolicy.config;

import dev.toolpolicy.CallLimit;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.config.internal.document.Document;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.internal.load.LayerRules;
import dev.toolpolicy.runtime.internal.load.LayerSection;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The declaration of a tool by a catalog that a file names. It has no policy.
 *
 * @param document the file
 * @param pointer where the file names the catalog
 * @param entry the tool
 */
record CatalogSection(Document document, String pointer, HostCatalog.Entry entry) implements LayerSection {
    @Override
    public String tool() {
        return entry.name();
    }

    @Override
    public Map<ListKind, ? extends LayerRules> lists() {
        return Map.of();
    }

    @Override
    public Optional<Requirements> requirements() {
        return Optional.empty();
    }

    @Override
    public Optional<Read<List<CallLimit>>> limits() {
        return Optional.empty();
    }

    @Override
    public Reach reach() {
        return Reach.PLAIN;
    }

    @Override
    public Optional<Read<ToolSchema>> parameters() {
        return Optional.of(new Read<>(Optional.of(entry.tool().schema()), List.of()));
    }

    @Override
    public List<PathParameter> paths() {
        return List.of();
    }

    @Override
    public String description() {
        return entry.tool().description();
    }

    @Override
    public PolicyProblem problem(Diagnostic problem) {
        return document.problem(pointer, problem);
    }

    @Override
    public PolicyProblem parametersProblem(Diagnostic problem) {
        return problem(problem);
    }
}
