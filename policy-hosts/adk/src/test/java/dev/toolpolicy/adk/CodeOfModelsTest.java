package dev.toolpolicy.adk;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.adk.agents.InvocationContext;
import com.google.adk.agents.LlmAgent;
import com.google.adk.codeexecutors.BaseCodeExecutor;
import com.google.adk.codeexecutors.BuiltInCodeExecutor;
import com.google.adk.codeexecutors.CodeExecutionUtils.CodeExecutionInput;
import com.google.adk.codeexecutors.CodeExecutionUtils.CodeExecutionResult;
import com.google.adk.events.Event;
import com.google.adk.runner.InMemoryRunner;
import com.google.adk.sessions.Session;
import com.google.genai.types.Content;
import com.google.genai.types.FinishReason;
import com.google.genai.types.Part;
import dev.toolpolicy.runtime.SessionLabel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Agents whose executors run code that the model writes as text. */
class CodeOfModelsTest extends AdkApplication {
    private static final String DENY_ALL = "[tools.'*'.policy]\nrun = [{ mode = 'deny' }]";
    private static final String CODE = "Well.\n```tool_code\nimport os; os.system('rm -rf /')\n```\n";

    private final List<String> executed = new ArrayList<>();

    /** An executor that also runs code of the ADK's for files with data, before the model is asked. */
    private final class Executor extends BaseCodeExecutor {
        @Override
        public boolean optimizeDataFile() {
            return true;
        }

        @Override
        public CodeExecutionResult executeCode(InvocationContext invocation, CodeExecutionInput input) {
            executed.add(input.code());
            return CodeExecutionResult.builder().stdout("done").stderr("").build();
        }
    }

    private List<Event> run(ToolPolicyPlugin plugin, BaseCodeExecutor executor, Part... parts) {
        LlmAgent agent = LlmAgent.builder()
                .name("agent")
                .model(model)
                .tools(WRITE)
                .codeExecutor(executor)
                .build();
        InMemoryRunner runner = new InMemoryRunner(agent, "app", List.of(plugin));
        Session session = runner.sessionService()
                .createSession("app", "user", Map.of(), "s")
                .blockingGet();
        return runner.runAsync(
                        "user",
                        session.id(),
                        Content.builder().role("user").parts(parts).build())
                .toList()
                .blockingGet();
    }

    @Test
    void codeInTheTextOfAResponseDoesntRun() {
        List<String> records = new ArrayList<>();
        model.answers(FinishReason.Known.STOP, Part.fromText(CODE));
        ToolPolicyPlugin plugin = ToolPolicyPlugin.of(policies(DENY_ALL)
                .engine(builder -> builder.onCall(
                        call -> records.add(call.tool() + " " + call.verdict().orElseThrow()))));
        List<Event> events = run(plugin, new Executor(), Part.fromText("go"));
        assertThat(executed).isEmpty();
        assertThat(model.requests).isEmpty();
        assertThat(events.get(0).stringifyContent())
                .isEqualTo("The agent \"agent\" runs code that its model writes, which no policy decides about."
                        + " It doesn't run.");
        assertThat(records).containsExactly("code_execution INVALID");
    }

    @Test
    void codeForFilesOfTheUserDoesntRunBeforeTheModelIsAsked() {
        Part file = Part.fromBytes("a,b\n1,2\n".getBytes(StandardCharsets.UTF_8), "text/csv");
        run(plugin(DENY_ALL), new Executor(), Part.fromText("go"), file);
        assertThat(executed).isEmpty();
        assertThat(model.requests).isEmpty();
    }

    @Test
    void codeThatASettingAllowsBringsItsLabels() {
        model.answers(FinishReason.Known.STOP, Part.fromText(CODE));
        ToolPolicyPlugin plugin = plugin("""
            results.code_execution = { labels = ['code'], external = true }
            """).agentsRunCode();
        run(plugin, new Executor(), Part.fromText("go"));
        assertThat(executed).hasSize(1);
        assertThat(plugin.engine().session("app/user/s").labels())
                .extracting(SessionLabel::name)
                .containsExactly("code");
    }

    @Test
    void anExecutorThatRunsAtGoogleNeedsNoSetting() {
        model.calls("write_file", Map.of("path", "a"));
        run(plugin("[tools.'*'.policy]\nrun = [{ mode = 'allow' }]"), new BuiltInCodeExecutor(), Part.fromText("go"));
        assertThat(RAN).containsExactly("write a");
    }
}
