package dev.toolpolicy.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProvider;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.langchain4j.ChatBodies.Call;
import dev.toolpolicy.shared.CodeBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The pieces of code in the guide, which stand here as they stand there. Its whole program is built by another test. */
class LangChain4jGuideTest {
    private static final Path GUIDE = Path.of("../../docs/how-to/langchain4j.md");
    private static final Path AGENTIC = Path.of("src/test/java/dev/toolpolicy/langchain4j/AgenticApprovalsTest.java");
    private static final Path THIS = Path.of("src/test/java/dev/toolpolicy/langchain4j/LangChain4jGuideTest.java");

    /** The tools of the guide's program. */
    static final class NoteTools {
        @dev.langchain4j.agent.tool.Tool
        String readFile(String path) {
            Clerk.RAN.add("read " + path);
            return path;
        }
    }

    private static final Call READ = Call.of("readFile", "{\"path\":\"a\"}");

    @Test
    void everyKindOfTool() throws Exception {
        HostPolicies policies = Clerk.policies("[tools.'*'.policy]", "run = 'allow'");
        ToolSpecification specification = Clerk.specification("coded", List.of("path"));
        ToolExecutor executor = Clerk.executor("coded");
        ToolProvider mcpTools = new Clerk.Provider("search", false, List.of("words"));

        PolicyTools tools = PolicyTools.builder(policies)
                .tools(new NoteTools())
                .tool(specification, executor)
                .provider(mcpTools)
                .build();

        Clerk.Talk talk = Clerk.blocking(tools, ChatBodies.calls(false, READ), ChatBodies.text(false, "Bye."));
        assertThat(talk.requests().get(0)).contains("\"readFile\"", "\"coded\"", "\"search\"");
        assertThat(Clerk.RAN).containsExactly("read a");
    }

    private record Roles(String all) {
        String of(Object id) {
            return id + all;
        }
    }

    @Test
    void factsOfTheCaller() throws Exception {
        Roles roles = new Roles(" is a guest");
        HostPolicies policies = Clerk.policies(
                "[facts]",
                "role = { type = 'string' }",
                "[tools.'*'.policy]",
                "run = [{ fact = '/role', const = 'ann is a guest', mode = 'allow' }, { mode = 'deny' }]");

        PolicyTools tools = PolicyTools.builder(policies)
                .tools(new NoteTools())
                .sessions((engine, call) -> engine.session("chat " + call.chatMemoryId())
                        .withFacts(Map.of("role", roles.of(call.chatMemoryId()))))
                .build();

        for (String user : List.of("ann", "bob")) {
            Clerk.blocking(
                    tools, builder -> builder, user, ChatBodies.calls(false, READ), ChatBodies.text(false, "Bye."));
            assertThat(Clerk.RAN).hasSize(user.equals("ann") ? 1 : 0);
        }
    }

    @Test
    void theCodeOfTheGuideIsHere() throws IOException {
        String code = squeezed(Files.readString(THIS) + Files.readString(AGENTIC));
        int pieces = 0;
        for (CodeBlock block : CodeBlock.all(GUIDE)) {
            boolean program = block.section().equals("Rules above the methods"); // it is built and run elsewhere
            if (block.language().equals("java") && !program && !block.text().startsWith("package ")) {
                assertThat(code).contains(squeezed(block.text()));
                pieces++;
            }
        }
        assertThat(pieces).isEqualTo(4);
    }

    private static String squeezed(String code) {
        return String.join(" ", code.trim().split("\\s+"));
    }
}
