package dev.toolpolicy.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.Answers;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.approval.ApprovalQuery;
import dev.toolpolicy.runtime.approval.Approvals;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.runtime.internal.remember.Sessions;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.StoreException;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.shared.CodeBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Runs the code of the guide to many nodes, line by line. */
class ManyNodesGuideTest {
    private static final Path GUIDE = Path.of("../docs/how-to/many-nodes.md");
    private static final Path SOURCE = Path.of("src/test/java/dev/toolpolicy/jdbc/ManyNodesGuideTest.java");
    private final DataSource dataSource = Databases.h2();
    private final ToolCatalog tools = ToolCatalog.of(
            List.of(DeclaredTool.of("build", ToolSchema.of()), DeclaredTool.of("deploy", ToolSchema.of())));
    private final ToolPolicy afterBuild = Policies.sequential(Map.of("deploy", List.of("build")));

    private static List<String> block(String language, int number) {
        return CodeBlock.texts(GUIDE, language).get(number - 1).lines().toList();
    }

    @Test
    void everyLineOfJavaIsOneOfTheseTests() throws IOException {
        String source = flat(Files.readString(SOURCE));
        for (int number = 1; number <= 4; number++) {
            assertThat(block("java", number))
                    .allSatisfy(line -> assertThat(source).contains(flat(line)));
        }
    }

    /** Removes all white space, since the formatter breaks lines elsewhere than the page. */
    private static String flat(String text) {
        return text.replaceAll("\\s+", "");
    }

    @Test
    void aSessionGoesOn() {
        for (String tool : List.of("build", "deploy")) {
            JdbcSessionStore store = JdbcSessionStore.on(dataSource).prepare();
            PolicyEngine engine = PolicyEngine.builder()
                    .tools(tools)
                    .policies(afterBuild)
                    .sessions(store)
                    .build();

            try (PolicySession session = engine.session("user-42")) {
                // continues user-42's stored session, on any node
                assertThat(Sessions.run(Sessions.of(session), Sessions.call(tool)))
                        .isTrue();
            }
        }
    }

    @Test
    void approvalsAreAnsweredElsewhere() {
        for (int attempt = 1; ; attempt++) { // half a second can be short on a busy machine
            try {
                anApprovalIsAnsweredElsewhere(Databases.h2());
                return;
            } catch (StoreException | AssertionError late) {
                if (attempt == 5) {
                    throw late;
                }
            }
        }
    }

    private void anApprovalIsAnsweredElsewhere(DataSource dataSource) {
        JdbcSessionStore.on(dataSource, Databases.PATIENT).prepare();
        JdbcLimits limits = JdbcLimits.defaults().within(Duration.ofMillis(500));
        SessionSettings settings = SessionSettings.inMemory()
                .withStore(JdbcSessionStore.on(dataSource, limits))
                .withRetryTimeout(Duration.ofSeconds(1));
        PolicyEngine engine =
                PolicyEngine.builder().tools(tools).sessions(settings).build();
        PolicyRegistry session = Sessions.of(engine.session("user-42"));
        Approval asked = Sessions.requested(session, Sessions.call("deploy"), "rules", "no rule", Duration.ofHours(1));

        Approvals approvals = Approvals.of(settings);
        Approval shown = approvals.list(ApprovalQuery.pending()).get(0);
        approvals.approve(shown, "the one on duty");

        var checked = Sessions.checked(session, Sessions.call("deploy"), asked.id(), "rules", "no rule");
        assertThat(checked.denial()).isEmpty();
        Sessions.recordSuccess(session, checked, NullNode.getInstance());
    }

    @Test
    void callsThatNeedApprovalWait() {
        JdbcSessionStore store = JdbcSessionStore.on(dataSource).prepare();
        SessionSettings settings = SessionSettings.inMemory().withStore(store).withStoredApprovals(Duration.ofHours(8));
        PolicyEngine engine =
                PolicyEngine.builder().tools(tools).sessions(settings).build();
        ToolHandlers handlers = ToolHandlers.builder(engine.tools())
                .otherwise((arguments, call) -> "done")
                .build();
        CallResult waiting = engine.session("user-43").execute("call_1", "build", "{}", handlers);
        assertThat(waiting.kind()).isEqualTo(CallResult.Kind.PENDING);
        Answers.approve(Approvals.of(settings), waiting.approval().orElseThrow(), "the one on duty");
        PolicyEngine another =
                PolicyEngine.builder().tools(tools).sessions(settings).build();
        assertThat(another.session("user-43")
                        .calls()
                        .resume(waiting.approval().get(), handlers)
                        .forModel())
                .isEqualTo("done");
    }

    /** Takes JSON, as a chat does. */
    private interface Webhook {
        void post(ObjectNode json);
    }

    @Test
    void theGuideToApprovalsRuns() throws IOException {
        List<ObjectNode> posted = new ArrayList<>();
        Webhook webhook = posted::add;
        ToolSchema to = ToolSchema.of(Parameter.required("to", ParameterType.string()));
        ToolCatalog tools = ToolCatalog.of(List.of(DeclaredTool.of("deploy", to).withRun(RuleList.always(Mode.ASK))));
        ToolHandlers handlers = ToolHandlers.builder(tools)
                .otherwise((arguments, call) -> "done")
                .build();
        SessionSettings settings = SessionSettings.inMemory()
                .withStore(JdbcSessionStore.on(dataSource).prepare())
                .withStoredApprovals(Duration.ofDays(3))
                .withApprovers((approval, who) -> !approval.session().equals(who))
                .onPending(approval -> webhook.post(approval.json()));
        PolicyEngine engine =
                PolicyEngine.builder().tools(tools).sessions(settings).build();

        PolicySession session = engine.session("user-42");
        CallResult result = session.execute("call_1", "deploy", "{\"to\":\"prod\"}", handlers);
        String id = result.approval().orElseThrow();
        for (Approval each : engine.approvals().list(ApprovalQuery.pending())) {
            System.out.println(each.wholeText());
        }
        Approval shown = engine.approvals().find(id).orElseThrow();
        engine.approvals().approve(shown, "ann");
        CallResult done = engine.session(shown.session()).calls().resume(id, handlers);
        assertThat(done.forModel()).isEqualTo("done");

        String source = flat(Files.readString(SOURCE));
        Path page = GUIDE.resolveSibling("approve-tomorrow.md");
        CodeBlock.texts(page, "java")
                .subList(0, 3)
                .forEach(code -> assertThat(code.lines())
                        .filteredOn(line -> !line.startsWith("import "))
                        .allSatisfy(line -> assertThat(source).contains(flat(line))));
        JsonNode schema = new ObjectMapper()
                .readTree(
                        page.resolveSibling("../reference/approval.schema.json").toFile());
        JsonNode known = schema.path("properties");
        assertThat(posted.get(0).properties()).allMatch(member -> known.has(member.getKey()));
        assertThat(schema.path("required")).allMatch(name -> posted.get(0).has(name.asText()));
        assertThat(posted.get(0).path("evidence").properties())
                .allMatch(member -> known.path("evidence").path("properties").has(member.getKey()));
        assertThat(known.path("status").path("enum"))
                .extracting(JsonNode::asText)
                .containsExactlyElementsOf(Stream.of(Approval.Status.values())
                        .map(Approval.Status::word)
                        .toList());
    }

    @Test
    void oldSessionsAreDeletedInBites() {
        JdbcSessionStore store = JdbcSessionStore.on(dataSource);
        PolicyEngine engine = PolicyEngine.builder()
                .tools(tools)
                .policies(afterBuild)
                .sessions(store)
                .build();
        Sessions.run(Sessions.of(engine.session("new")), Sessions.call("build"));
        Instant longAgo = Instant.now().minus(Duration.ofDays(30));
        while (store.deleteUnchanged(longAgo, 500) == 500) {
            Thread.onSpinWait();
        }
        assertThat(store.find("record", "record", false, 10)).hasSize(1);
    }

    @Test
    void tablesThatWereMadeByHandAreUsed() throws SQLException, IOException {
        DataSource postgres = Databases.postgres();
        try (Connection connection = postgres.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : block("sql", 1)) {
                statement.execute(sql);
            }
        }
        PolicyEngine engine = PolicyEngine.builder()
                .tools(tools)
                .policies(afterBuild)
                .sessions(JdbcSessionStore.on(postgres))
                .build();
        assertThat(Sessions.run(Sessions.of(engine.session("s")), Sessions.call("build")))
                .isTrue();
    }
}
