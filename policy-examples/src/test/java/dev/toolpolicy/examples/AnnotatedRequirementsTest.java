package dev.toolpolicy.examples;

import static dev.toolpolicy.runtime.policy.Policies.requires;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.config.internal.read.RequirementsReader;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.internal.flow.Arrival.Reach;
import dev.toolpolicy.runtime.internal.flow.Turn;
import dev.toolpolicy.runtime.internal.remember.CheckedCall;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.runtime.policy.Policies;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The requirements of the example annotations agree with the same requirements in a policy file. */
class AnnotatedRequirementsTest {
    private static final String CONFIGURATION = """
        {"deploy": [{"tools": ["build", "test"]}],
         "git_commit": [{"tools": ["test"]}],
         "git_push": [{"tools": ["git_commit"]}],
         "fs_modify_file": [{"tools": ["fs_read_file"], "key": "/path"}],
         "fs_delete_file": [{"tools": ["fs_read_file"], "key": "/path"}]}
        """;
    private static final List<ToolPolicy> WORDS = List.of(
            requires("deploy", "test", "build"),
            requires("git_commit", "test"),
            requires("git_push", "git_commit"),
            requires("fs_modify_file", Requirement.sameArgument("/path", "fs_read_file")),
            requires("fs_delete_file", Requirement.sameArgument("/path", "fs_read_file")));

    private final List<ToolSpec<?>> annotated = ToolCatalog.load().tools();

    private PolicyRegistry session(List<? extends ToolSpec<?>> tools, List<ToolPolicy> policies) {
        PolicyRegistry session = new PolicyRegistry("s");
        Policies.resolve(ToolCatalog.of(tools), policies, PathSettings.plain()).forEach(session::register);
        return session;
    }

    private List<DeclaredTool> configured() throws JsonProcessingException {
        JsonNode configuration = new ObjectMapper().readTree(CONFIGURATION);
        List<DeclaredTool> tools = new ArrayList<>();
        for (DeclaredTool tool : plain()) {
            DeclaredTool read = tool;
            JsonNode requires = configuration.path(tool.name());
            for (var requirement : requires.isMissingNode()
                    ? List.<dev.toolpolicy.Requirement>of()
                    : RequirementsReader.read(requires, "/" + tool.name())) {
                read = read.requiring(requirement);
            }
            tools.add(read);
        }
        return tools;
    }

    private List<DeclaredTool> plain() {
        return annotated.stream()
                .map(tool -> DeclaredTool.of(tool.name(), tool.schema()))
                .toList();
    }

    @Test
    void nothingElseIsRequired() throws JsonProcessingException {
        assertThat(annotated.stream()
                        .filter(tool -> !tool.requirements().isEmpty())
                        .map(ToolSpec::name))
                .containsExactlyInAnyOrderElementsOf(configured().stream()
                        .filter(tool -> !tool.requirements().isEmpty())
                        .map(DeclaredTool::name)
                        .collect(Collectors.toList()));
    }

    @Test
    void annotationsWordsAndConfigurationGiveOneVerdict() throws JsonProcessingException {
        List<DeclaredTool> configured = configured();
        for (long seed = 0; seed < 1000; seed++) {
            Random random = new Random(seed);
            List<PolicyRegistry> sessions =
                    List.of(session(annotated, List.of()), session(plain(), WORDS), session(configured, List.of()));
            for (int step = 0; step < 20; step++) {
                ToolCall call = new ToolCall("", tool(random), arguments(random));
                boolean succeeds = random.nextInt(4) > 0;
                List<Optional<PolicyDenial>> verdicts = sessions.stream()
                        .map(session -> verdict(session, call, succeeds))
                        .toList();
                assertThat(verdicts)
                        .as("seed %d, step %d, %s", seed, step, call)
                        .containsOnly(verdicts.get(0));
            }
        }
    }

    private static Optional<PolicyDenial> verdict(PolicyRegistry session, ToolCall call, boolean succeeds) {
        CheckedCall checked = session.check(call, false, new Turn());
        if (checked.denial().isEmpty() && succeeds) {
            session.outcomes().record(checked, ToolResult.success(NullNode.getInstance()), Reach.MODEL, () -> "");
        }
        return checked.denial();
    }

    private static String tool(Random random) {
        List<String> tools = List.of(
                "deploy",
                "test",
                "build",
                "git_commit",
                "git_push",
                "fs_read_file",
                "fs_modify_file",
                "fs_delete_file");
        return tools.get(random.nextInt(tools.size()));
    }

    private static ObjectNode arguments(Random random) {
        ObjectNode arguments = JsonNodeFactory.instance.objectNode();
        String[] paths = {"a", "./a", "b/../a", "b", "/a"};
        return random.nextInt(6) == 0 ? arguments : arguments.put("path", paths[random.nextInt(paths.length)]);
    }
}
