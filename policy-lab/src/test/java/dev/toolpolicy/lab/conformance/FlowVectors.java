package dev.toolpolicy.lab.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.config.internal.read.ToolReader;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A session as a script: what the user says, the calls with what becomes of them, and what rules and results answer. Each
 * vector runs twice, with its chunks and unit by unit.
 */
final class FlowVectors implements VectorCheck {
    @Override
    public Optional<Mismatch> run(Members vector) {
        JsonNode facts = vector.has("facts") ? vector.value("facts") : JsonNodeFactory.instance.objectNode();
        List<Members> steps = vector.objects("steps");
        FlowScript script = new FlowScript(engines(vector), facts);
        try {
            for (Feeding feeding : Feeding.values()) {
                Optional<Mismatch> found = script.run(steps, feeding);
                if (found.isPresent()) {
                    return found.map(wrong -> new Mismatch(wrong.expected(), wrong.got() + ", fed " + feeding));
                }
            }
            return Optional.empty();
        } finally {
            script.close();
        }
    }

    /** Returns what makes an engine on a store of its own, for each process of the script. */
    private static Function<PermissionSettings, PolicyEngine> engines(Members vector) {
        ToolSchema declared =
                vector.has("facts_schema") ? CallVectors.facts(vector.value("facts_schema")) : ToolSchema.of();
        PathSettings paths =
                vector.has("settings") ? CallVectors.paths(vector.object("settings")) : PathSettings.plain();
        Map<String, JsonNode> lists = lists(vector, "lists");
        Map<String, JsonNode> resultLists = lists(vector, "result_lists");
        List<ToolSpec<?>> tools = new ArrayList<>();
        for (JsonNode each : vector.list("tools")) {
            DeclaredTool tool = ToolReader.read(each);
            RuleScope scope = new RuleScope(tool.schema(), declared, new PathReading(paths.form(), false));
            JsonNode run = lists.get(tool.name());
            JsonNode result = resultLists.get(tool.name());
            tool = run == null ? tool : tool.withRun(CallVectors.rules(scope, run));
            tools.add(result == null ? tool : tool.withResult(CallVectors.rules(scope, result)));
        }
        Map<String, ResultSpec> results = new HashMap<>();
        Members brought = vector.object("results");
        brought.all().forEach(entry -> results.put(entry.getKey(), result(brought.object(entry.getKey()))));
        add(names(lists, resultLists, "label"), results, ResultSpec::labelled);
        add(
                names(lists, resultLists, "from"),
                results,
                set -> ResultSpec.labelled().filling(set, "/x"));
        SessionSettings settings = settings(vector);
        SessionStore store = SessionStore.inMemory();
        return permission -> {
            PolicyEngineBuilder builder = PolicyEngine.builder()
                    .tools(ToolCatalog.of(tools))
                    .facts(declared)
                    .paths(paths)
                    .sessions(settings.withStore(store))
                    .permission(permission)
                    .unreachableRules(Severity.WARNING);
            results.forEach(builder::results);
            return builder.build();
        };
    }

    /** Adds entries of tools that never come for the names that lists use, since lists count as valid. */
    private static void add(Set<String> names, Map<String, ResultSpec> results, Function<String, ResultSpec> entry) {
        for (String name : names) {
            String tool = "nobody__" + results.size();
            results.put(tool, entry.apply(name).asExternal());
        }
    }

    /** Returns the texts under a member, anywhere in lists. */
    private static Set<String> names(Map<String, JsonNode> lists, Map<String, JsonNode> others, String member) {
        Set<String> names = new TreeSet<>();
        Stream.concat(lists.values().stream(), others.values().stream())
                .flatMap(list -> list.findValues(member).stream())
                .forEach(value -> {
                    if (value.isTextual()) {
                        names.add(value.textValue());
                    }
                    value.forEach(each -> names.add(each.textValue()));
                });
        names.remove(FlowFacts.REQUEST);
        return names;
    }

    private static Map<String, JsonNode> lists(Members vector, String name) {
        Map<String, JsonNode> lists = new HashMap<>();
        if (vector.has(name)) {
            vector.object(name).all().forEach(list -> lists.put(list.getKey(), list.getValue()));
        }
        return lists;
    }

    private static ResultSpec result(Members entry) {
        ResultSpec spec = ResultSpec.labelled(entry.texts("labels").toArray(String[]::new))
                .asExternal();
        if (entry.has("values")) {
            for (Map.Entry<String, JsonNode> set : entry.object("values").all()) {
                spec = spec.filling(set.getKey(), source(set.getValue()));
            }
        }
        entry.end();
        return spec;
    }

    private static ResultSpec.Source source(JsonNode value) {
        JsonNode at = value.isObject() ? value.path("at") : value;
        List<String> pointers = new ArrayList<>();
        if (at.isArray()) {
            at.forEach(each -> pointers.add(each.textValue()));
        } else {
            pointers.add(at.textValue());
        }
        ResultSpec.Source source = ResultSpec.Source.at(pointers.toArray(String[]::new));
        return value.path("trusted").booleanValue() ? source.trusted() : source;
    }

    private static SessionSettings settings(Members vector) {
        SessionSettings settings = SessionSettings.inMemory().withSecret("the secret of the vectors");
        if (vector.has("limits")) {
            Members limits = vector.object("limits");
            if (limits.has("values")) {
                int most = (int) limits.count("values");
                settings = settings.withSetValues(most).withRequestValues(most);
            }
            if (limits.has("message")) {
                settings = settings.withMessageLength((int) limits.count("message"));
            }
            limits.end();
        }
        return settings;
    }
}
