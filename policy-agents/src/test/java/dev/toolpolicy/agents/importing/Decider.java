package dev.toolpolicy.agents.importing;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.config.host.HostTool;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.CallPreview;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.schema.NormalPath;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Decides calls under an imported list, in the workspace {@code /home/dev/project}. */
final class Decider {
    private final PolicyEngine engine;
    private final PolicySession session;

    private Decider(PolicyEngine engine) {
        this.engine = engine;
        session = engine.session("decider");
    }

    /** Returns a decider for a list; tools that the catalog lacks take any arguments. */
    static Decider of(ImportedPolicy imported, String... moreTools) {
        ObjectNode anything =
                JsonNodeFactory.instance.objectNode().put("type", "object").put("additionalProperties", true);
        List<HostTool> tools = Stream.of(moreTools)
                .filter(name -> !imported.policy().contains("[tools." + name + ".parameters]"))
                .map(name -> new HostTool(name, "", anything))
                .toList();
        return new Decider(HostPolicies.of(imported.configuration().unknownTools(Severity.WARNING))
                .engine(builder -> builder.paths(PathSettings.plain()
                                .withForm(NormalPath.Form.PLAIN.inWorkspace("/home/dev/project"))
                                .withHome("/home/dev", false))
                        .unreachableRules(Severity.WARNING)) // where the workspace is, some are dead
                .start(tools)
                .engine());
    }

    static Decider of(ListFormat format, String text) throws ListRefusedException {
        return of(imported(format, text));
    }

    /** Returns a list of the project in that workspace. */
    static PermissionList inWorkspace(PermissionList list) {
        return list.withWorkspace(Path.of("/home/dev/project"))
                .withHome(Path.of("/home/dev"))
                .withUserFiles(false);
    }

    static ImportedPolicy imported(ListFormat format, String text) throws ListRefusedException {
        return inWorkspace(PermissionList.of(format, Map.of("list", text))).toPolicy();
    }

    /** Returns the mode of a call; arguments are names and values in turn. */
    Mode mode(String tool, String... arguments) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i < arguments.length; i += 2) {
            json.put(arguments[i], arguments[i + 1]);
        }
        return mode(session, tool, json);
    }

    /** Returns the mode of a call with facts. */
    Mode modeWith(Map<String, String> facts, String tool, ObjectNode arguments) {
        return mode(facts.isEmpty() ? session : session.withFacts(facts), tool, arguments);
    }

    private static Mode mode(PolicySession session, String tool, ObjectNode arguments) {
        CallPreview preview = session.calls().preview(tool, arguments);
        return switch (preview.status()) {
            case WILL_RUN -> Mode.ALLOW;
            case WILL_ASK, OPEN -> Mode.ASK;
            case DENIED -> Mode.DENY;
            case INVALID ->
                throw new AssertionError(preview.error().orElseThrow().words());
        };
    }

    @Override
    public String toString() {
        return engine.toString();
    }
}
