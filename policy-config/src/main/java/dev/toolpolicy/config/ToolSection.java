package dev.toolpolicy.config;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.CallLimit;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.config.internal.document.Document;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.internal.load.LayerSection;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The section of one tool in a file, not yet compared with the tool. Immutable; the nodes are not changed.
 *
 * @param document the file
 * @param tool the tool's name, or {@link #ALL}
 * @param pointer where the section stands
 * @param written the lists by their kinds
 * @param requires the requirements; null if the file has none
 * @param limited the limits; null if the file has none
 * @param reach how a section under a pattern applies
 * @param declared the declared parameters; null if the file doesn't declare the tool
 * @param paths the strings of a tool that are paths
 * @param description the tool's description for models; empty if there is none
 */
record ToolSection(
        Document document,
        String tool,
        String pointer,
        Map<ListKind, Written> written,
        @Nullable Written requires,
        @Nullable Written limited,
        Reach reach,
        @Nullable Written declared,
        List<PathParameter> paths,
        String description)
        implements LayerSection {

    /**
     * A part of the file.
     *
     * @param pointer where it stands
     * @param value the value there
     */
    record Written(String pointer, JsonNode value) {}

    @Override
    public Map<ListKind, FileRules> lists() {
        Map<ListKind, FileRules> lists = new LinkedHashMap<>();
        written.forEach((name, list) -> lists.put(name, new FileRules(document, list, isForAll())));
        return lists;
    }

    @Override
    public Optional<Requirements> requirements() {
        return Optional.ofNullable(requires).map(list -> new FileRequirements(document, list));
    }

    @Override
    public Optional<Read<List<CallLimit>>> limits() {
        return Optional.ofNullable(limited).map(list -> read(document, list, LimitsReader::read));
    }

    /** Reads a part of a file, or finds what is wrong with it. */
    private static <T> Read<T> read(Document document, Written part, BiFunction<JsonNode, String, T> reader) {
        try {
            return new Read<>(Optional.of(reader.apply(part.value(), part.pointer())), List.of());
        } catch (InvalidPolicyException e) {
            List<PolicyProblem> problems = e.problems().stream()
                    .map(each -> document.problem(each.subject(), each.diagnostic()))
                    .toList();
            return new Read<>(Optional.empty(), problems);
        }
    }

    @Override
    public Optional<Read<ToolSchema>> parameters() {
        return Optional.ofNullable(declared).map(parameters -> {
            List<PolicyProblem> problems = new ArrayList<>();
            Optional<ToolSchema> schema = ParametersReader.read(document, parameters, problems);
            return new Read<>(schema, problems);
        });
    }

    @Override
    public PolicyProblem problem(Diagnostic problem) {
        boolean unknown = problem.code() == DiagnosticCode.UNKNOWN_TOOL;
        String later = "for tools that come later, write external = true beside the list";
        return document.problem(pointer, unknown ? problem.withNote(later) : problem);
    }

    @Override
    public PolicyProblem parametersProblem(Diagnostic problem) {
        return document.problem(declared == null ? pointer : declared.pointer(), problem);
    }

    private record FileRequirements(Document document, Written list) implements Requirements {
        @Override
        public Read<List<Requirement>> read() {
            return ToolSection.read(document, list, RequirementsReader::read);
        }

        @Override
        public PolicyProblem problem(int requirement, int tool, Diagnostic problem) {
            return document.problem(list.pointer() + "/" + requirement + "/tools/" + tool, problem);
        }

        @Override
        public PolicyProblem.Place place() {
            return document.valueAt(list.pointer());
        }
    }
}
