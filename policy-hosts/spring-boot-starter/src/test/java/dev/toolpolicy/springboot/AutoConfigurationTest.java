package dev.toolpolicy.springboot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.config.host.SessionResolver;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.jdbc.JdbcLimits;
import dev.toolpolicy.jdbc.JdbcSessionStore;
import dev.toolpolicy.runtime.PermissionHandler;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.springai.PolicyToolCallingManager;
import dev.toolpolicy.springai.ToolPolicies;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.metadata.ChatGenerationMetadata;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.mcp.LateTools;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.model.tool.autoconfigure.ToolCallingAutoConfiguration;
import org.springframework.ai.support.ToolCallbacks;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;

/** What each property does, what stops a start, and what an application can replace. */
class AutoConfigurationTest {
    private final ApplicationContextRunner bare = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(ToolPolicyAutoConfiguration.class, ToolCallingAutoConfiguration.class));
    private final ApplicationContextRunner runner = bare.withBean(App.FileTools.class);
    private final LogLines logged = new LogLines();
    private final Logger log = Logger.getLogger("dev.toolpolicy.springboot");

    @TempDir
    private Path folder;

    @BeforeEach
    void listen() {
        App.RAN.clear();
        log.setLevel(Level.ALL); // an application that ran before may have changed it
        log.addHandler(logged);
    }

    @AfterEach
    void stop() {
        log.removeHandler(logged);
        SecurityContextHolder.clearContext();
    }

    private String file(String... lines) throws IOException {
        return Files.writeString(folder.resolve("p.toml"), String.join("\n", lines) + "\n")
                .toString();
    }

    private static String said(ApplicationContext context, Map<String, Object> toolContext, String tool, String json) {
        ToolCallingChatOptions options = ToolCallingChatOptions.builder()
                .toolCallbacks(List.of(ToolCallbacks.from(context.getBean(App.FileTools.class))))
                .toolContext(toolContext)
                .build();
        var call = new AssistantMessage.ToolCall("1", "function", tool, json.replace('\'', '"'));
        AssistantMessage message =
                AssistantMessage.builder().content("").toolCalls(List.of(call)).build();
        var history = context.getBean(ToolCallingManager.class)
                .executeToolCalls(
                        new Prompt(List.of(new UserMessage("Do it.")), options),
                        new ChatResponse(List.of(new Generation(
                                message,
                                ChatGenerationMetadata.builder()
                                        .finishReason("TOOL_CALLS")
                                        .build()))))
                .conversationHistory();
        return ((ToolResponseMessage) history.get(history.size() - 1))
                .getResponses()
                .get(0)
                .responseData();
    }

    private static final Map<String, Object> ID = Map.of(ToolPolicies.SESSION, "c1");

    @Test
    void theStartSaysWhatIsActive() {
        runner.run(context -> {
            assertThat(context).hasSingleBean(ToolCallingManager.class);
            assertThat(context.getBean(ToolCallingManager.class)).isInstanceOf(PolicyToolCallingManager.class);
            assertThat(logged.lines()).containsExactly("INFO tool policy: enforce, classpath:tool-policy.toml");
            assertThat(said(context, ID, "read_file", "{'path':'docs/a'}")).contains("text of docs/a");
            assertThat(said(context, ID, "read_file", "{'path':'docs/../a'}")).contains("Denied");
            assertThat(App.RAN).containsExactly("read_file docs/a");
        });
    }

    @Test
    void anErrorStopsTheStartWithItsPlaceAndHelp() throws Exception {
        String file = file("[tools.read_file.policy]", "run = [{ arg = '/pth', prefix = 'docs', mode = 'allow' }]");
        runner.withPropertyValues("toolpolicy.files=" + file).run(context -> {
            FailureAnalysis analysis = new StartFailureAnalyzer().analyze(context.getStartupFailure());
            assertThat(analysis.getDescription())
                    .contains("p.toml:2:", "/pth", "/path")
                    .containsPattern("(?m)^ *\\^");
            assertThat(analysis.getAction()).contains("Correct the policy files");
        });
    }

    @Test
    void noFileNoToolOrNoDatabaseStopsTheStart() throws IOException {
        runner.withPropertyValues("toolpolicy.files=classpath:nowhere.toml")
                .run(context -> assertThat(analysis(context))
                        .contains("classpath:nowhere.toml does not exist", "src/main/resources/tool-policy.toml"));
        runner.withPropertyValues("toolpolicy.files=/nowhere/p.toml")
                .run(context -> assertThat(analysis(context)).contains("/nowhere/p.toml does not exist"));
        runner.withPropertyValues("toolpolicy.files=")
                .run(context -> assertThat(analysis(context)).contains("toolpolicy.files is empty"));
        bare.run(context -> assertThat(analysis(context)).contains("has no tools", "toolpolicy.require-tools=false"));
        String all = file("[tools.'*'.policy]", "run = 'allow'");
        bare.withPropertyValues("toolpolicy.require-tools=false", "toolpolicy.files=" + all)
                .run(context -> assertThat(context).hasNotFailed());
        runner.withPropertyValues("toolpolicy.store=jdbc")
                .run(context -> assertThat(analysis(context)).contains("toolpolicy.store=jdbc needs one DataSource"));
        runner.withPropertyValues("toolpolicy.mode=maybe")
                .run(context -> assertThat(context).hasFailed());
    }

    @Test
    void aLazyApplicationIsCheckedAtItsStartToo() throws Exception {
        ApplicationContextRunner lazy = runner.withInitializer(
                context -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()));
        lazy.run(context -> assertThat(logged.lines()).anyMatch(line -> line.startsWith("INFO tool policy: enforce")));
        lazy.withPropertyValues("toolpolicy.files=" + file("[tools.read_file.policy]", "run = 'alow'"))
                .run(context -> assertThat(analysis(context)).contains("alow"));
    }

    static String analysis(org.springframework.boot.test.context.assertj.AssertableApplicationContext context) {
        FailureAnalysis analysis = new StartFailureAnalyzer().analyze(context.getStartupFailure());
        return analysis.getDescription() + analysis.getAction();
    }

    @Test
    void shadowIsSaidAtTheStartAndLetsAllRun() {
        runner.withPropertyValues("toolpolicy.mode=shadow").run(context -> {
            assertThat(logged.lines())
                    .anyMatch(line -> line.startsWith("WARNING toolpolicy.mode=shadow: all tool calls run"));
            assertThat(said(context, ID, "read_file", "{'path':'keys'}")).contains("text of keys");
            assertThat(App.RAN).containsExactly("read_file keys");
            assertThat(context.getBean(ShadowCalls.class).counts())
                    .isEqualTo(Map.of("read_file", Map.of("denied", 1L)));
            Map<String, Object> report =
                    context.getBean(ToolPolicyEndpoint.class).current();
            assertThat(report).containsEntry("mode", "shadow").containsKey("shadow");
            assertThat(context.getBean(EngineReport.class).health())
                    .containsEntry("mode", "shadow")
                    .containsKey("shadow");
        });
    }

    /** A policy that fails after each call. */
    private static final class Broken implements ToolPolicy {
        @Override
        public String name() {
            return "broken";
        }

        @Override
        public ToolSelector governs() {
            return ToolSelector.everyTool();
        }

        @Override
        public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
            return PolicyDecision.allow();
        }

        @Override
        public JsonNode onResult(ToolCall call, ToolResult result, JsonNode state, PolicyContext context) {
            throw new IllegalStateException("no disk");
        }
    }

    @Test
    void aPolicyThatFailedIsAProblemOfHealth() {
        runner.withBean(ToolPolicy.class, Broken::new).run(context -> {
            EngineReport report = context.getBean(EngineReport.class);
            assertThat(report.works()).isTrue();
            said(context, ID, "list_files", "{}");
            assertThat(report.works()).isFalse();
            assertThat(report.health()).containsEntry("degradedPolicies", List.of("broken"));
        });
    }

    @Test
    void toolsOfMcpServersAreNotAskedForAtTheStart() throws IOException {
        new ApplicationContextRunner()
                .withPropertyValues("toolpolicy.files=" + file("[tools.'*'.policy]", "run = 'allow'"))
                .withConfiguration(AutoConfigurations.of(ToolPolicyAutoConfiguration.class))
                .withBean(ToolCallbackProvider.class, LateTools::new)
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void sessionsAreInTheDatabaseIfAskedFor() throws Exception {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:starter;DB_CLOSE_DELAY=-1");
        runner.withBean(DataSource.class, () -> database)
                .withPropertyValues("toolpolicy.store=jdbc", "toolpolicy.files=" + limited())
                .run(context -> usesTheDatabase(context, database));
    }

    @Test
    void aStoreAndAListenerOfTheApplicationAreUsed() throws Exception {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:own;DB_CLOSE_DELAY=-1");
        List<String> heard = new ArrayList<>();
        runner.withBean(
                        SessionStore.class,
                        () -> JdbcSessionStore.on(
                                        database, JdbcLimits.defaults().within(Duration.ofMinutes(2)))
                                .prepare())
                .withBean(CallRecord.Listener.class, () -> call -> heard.add(call.tool()))
                .withPropertyValues("toolpolicy.files=" + limited())
                .run(context -> usesTheDatabase(context, database));
        assertThat(heard).containsExactly("read_file");
    }

    /** Writes a file by which sessions have something to keep. */
    private String limited() throws IOException {
        return file("[tools.read_file.policy]", "run = 'allow'", "limits = [{ calls = 5 }]");
    }

    static void usesTheDatabase(ApplicationContext context, DataSource database) throws SQLException {
        assertThat(said(context, ID, "read_file", "{'path':'docs/a'}")).contains("text of docs/a");
        try (var connection = database.getConnection();
                var rows = connection.createStatement().executeQuery("SELECT COUNT(*) FROM TOOL_POLICY_SESSION")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getInt(1)).as("sessions").isPositive();
        }
    }

    @Test
    void aFileOfJsonIsRead() throws Exception {
        Path json = Files.writeString(
                folder.resolve("p.json"), "{\"tools\":{\"read_file\":{\"policy\":{\"run\":\"allow\"}}}}");
        runner.withPropertyValues("toolpolicy.files=" + json)
                .run(context -> assertThat(said(context, ID, "read_file", "{'path':'keys'}"))
                        .contains("text of keys"));
    }

    @Test
    void theAuditLogHasALineForEachCall() {
        Path audit = folder.resolve("audit.jsonl");
        runner.withPropertyValues("toolpolicy.audit=" + audit).run(context -> {
            said(context, ID, "read_file", "{'path':'docs/a'}");
            said(context, ID, "read_file", "{'path':'keys'}");
        });
        assertThat(audit).content().contains("read_file").doesNotContain("docs/a");
        assertThat(audit.toFile()).exists();
        assertThat(lines(audit)).hasSize(2);
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void theCallerOfSpringSecurityIsAFactAndCanBeTheSession() {
        runner.withPropertyValues("toolpolicy.session=principal").run(context -> {
            assertThatThrownBy(() -> said(context, ID, "read_file", "{'path':'docs/a'}"))
                    .hasMessageContaining("no user is authenticated");
            for (Authentication nobody : List.of(
                    new TestingAuthenticationToken("ann", ""),
                    new AnonymousAuthenticationToken("key", "ann", List.of(new SimpleGrantedAuthority("GUEST"))))) {
                SecurityContextHolder.getContext().setAuthentication(nobody);
                assertThatThrownBy(() -> said(context, ID, "read_file", "{'path':'docs/a'}"))
                        .hasMessageContaining("no user is authenticated");
            }
            SecurityContextHolder.getContext().setAuthentication(new TestingAuthenticationToken("bob", "", "USER"));
            assertThat(said(context, Map.of(), "read_file", "{'path':'keys'}")).contains("Denied");
            SecurityContextHolder.getContext().setAuthentication(new TestingAuthenticationToken("ann", "", "USER"));
            assertThat(said(context, Map.of(), "read_file", "{'path':'keys'}")).contains("text of keys");
            assertThat(App.RAN).containsExactly("read_file keys");
        });
    }

    @Test
    void beansOfTheApplicationAreUsed() throws Exception {
        String file = file("[tools.'*']", "policy.run = 'ask'");
        runner.withPropertyValues("toolpolicy.files=" + file)
                .withBean(
                        PermissionHandler.class,
                        () -> request -> CompletableFuture.completedFuture(request.decline("not today")))
                .withBean("sessions", SessionResolver.class, () ->
                        (SessionResolver<ToolContext>) (engine, call) -> engine.session("all"))
                .run(context -> {
                    assertThat(said(context, Map.of(), "read_file", "{'path':'a'}"))
                            .contains("not today");
                    assertThat(context.getBean(PolicyEngine.class).tools().tools())
                            .hasSize(2);
                });
        runner.withBean(HostPolicies.class, HostPolicies::of)
                .withPropertyValues("toolpolicy.files=classpath:nowhere.toml")
                .run(context -> assertThat(said(context, ID, "read_file", "{'path':'a'}"))
                        .as("no rule, no approver")
                        .contains("Not run"));
        assertThat(App.RAN).isEmpty();
    }

    @Test
    void allPropertiesHaveMetadata() throws Exception {
        TreeSet<String> described = new TreeSet<>();
        try (InputStream metadata =
                StartedTools.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            for (JsonNode property : new ObjectMapper().readTree(metadata).path("properties")) {
                assertThat(property.path("description").asText()).endsWith(".");
                described.add(property.path("name")
                        .asText()
                        .replace("toolpolicy.", "")
                        .replace("-", ""));
            }
        }
        TreeSet<String> declared = new TreeSet<>();
        for (var component : ToolPolicyProperties.class.getRecordComponents()) {
            declared.add(component.getName().toLowerCase(Locale.ROOT));
        }
        assertThat(described).isEqualTo(declared);
    }
}
