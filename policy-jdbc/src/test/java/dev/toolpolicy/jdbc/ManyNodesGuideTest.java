package dev.toolpolicy.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.approval.Approvals;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.runtime.internal.remember.Sessions;
import dev.toolpolicy.runtime.internal.remember.StoredApprovals.Written;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.runtime.store.SessionSettings;
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
import java.util.List;
import java.util.Map;
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
        JdbcLimits limits = JdbcLimits.defaults().within(Duration.ofMillis(500));
        SessionSettings settings = SessionSettings.inMemory()
                .withStore(JdbcSessionStore.on(dataSource, limits))
                .withRetryTimeout(Duration.ofSeconds(1));
        PolicyEngine engine =
                PolicyEngine.builder().tools(tools).sessions(settings).build();
        PolicyRegistry session = Sessions.of(engine.session("user-42"));
        Approval asked =
                session.requestApproval(Sessions.call("deploy"), "rules", "no rule", Written.NONE, Duration.ofHours(1));

        List<Approval> waiting = Approvals.of(settings).pending(100);
        Approvals.of(settings).grant(waiting.get(0).session(), waiting.get(0).id(), "the one on duty");

        var checked = session.check(Sessions.call("deploy"), asked.id(), "rules", "no rule");
        assertThat(checked.denial()).isEmpty();
        session.recordSuccess(checked, NullNode.getInstance());
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
        Approvals.of(settings).grant("user-43", waiting.approval().orElseThrow(), "the one on duty");
        PolicyEngine another =
                PolicyEngine.builder().tools(tools).sessions(settings).build();
        assertThat(another.session("user-43")
                        .calls()
                        .resume(waiting.approval().get(), handlers)
                        .forModel())
                .isEqualTo("done");
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
        assertThat(store.find("record", 10)).hasSize(1);
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
