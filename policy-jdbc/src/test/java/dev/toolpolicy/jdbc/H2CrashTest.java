package dev.toolpolicy.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.Answers;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.approval.Approvals;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.schema.ToolSchema;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.ConsoleHandler;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.h2.jdbcx.JdbcConnectionPool;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What H2 keeps in a file when its process is gone without an end. */
class H2CrashTest {
    /** A process whose connections stay open and which is gone as soon as an approved call has begun. */
    static final class Dying {
        private Dying() {}

        public static void main(String[] arguments) {
            SessionSettings settings = settings(arguments[0]);
            PolicySession session = session(settings);
            CallResult waiting =
                    session.guard("c", "push", null).run(given -> "not yet").call();
            String id = waiting.approval().orElseThrow();
            Answers.approve(Approvals.of(settings), id, "a person");
            System.out.println(id);
            System.out.flush();
            session.calls().guardApproved(id).run(given -> {
                Runtime.getRuntime().halt(1);
                return "gone";
            });
        }
    }

    private static SessionSettings settings(String file) {
        return SessionSettings.inMemory()
                .withStore(
                        JdbcSessionStore.on(JdbcConnectionPool.create("jdbc:h2:" + file, "sa", ""), Databases.PATIENT)
                                .prepare())
                .withStoredApprovals(Duration.ofHours(1));
    }

    private static PolicySession session(SessionSettings settings) {
        DeclaredTool push = DeclaredTool.of("push", ToolSchema.of()).withRun(RuleList.always(Mode.ASK));
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(push)))
                .sessions(settings)
                .build()
                .session("s");
    }

    @Test
    void aUserWhoMayNotSetTheDelayIsWarned(@TempDir Path folder) throws Exception {
        String url = "jdbc:h2:" + folder.resolve("sessions");
        JdbcDataSource admin = new JdbcDataSource();
        admin.setURL(url);
        admin.setUser("sa");
        try (Connection connection = admin.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create user service password 'x'");
            statement.execute("grant alter any schema to service");
            JdbcConnectionPool service = JdbcConnectionPool.create(url, "service", "x");
            assertThat(warnings(() ->
                            JdbcSessionStore.on(service, Databases.PATIENT).prepare()))
                    .singleElement(InstanceOfAssertFactories.STRING)
                    .contains("SET WRITE_DELAY 0");
        }
    }

    private static List<String> warnings(Runnable prepare) {
        List<String> warnings = new CopyOnWriteArrayList<>();
        Logger logger = Logger.getLogger(JdbcSessionStore.class.getName());
        Handler handler = new ConsoleHandler() {
            @Override
            public void publish(LogRecord line) {
                warnings.add(line.getMessage());
            }
        };
        logger.addHandler(handler);
        try {
            prepare.run();
        } finally {
            logger.removeHandler(handler);
        }
        return warnings;
    }

    /** H2 forgets the delay when it closes the database, and shows it as set nevertheless. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anApprovedCallDoesntRunTwiceAfterACrash(boolean again, @TempDir Path folder) throws Exception {
        String file = folder.resolve("sessions").toString();
        if (again) {
            JdbcDataSource closed = new JdbcDataSource();
            closed.setURL("jdbc:h2:" + file);
            closed.setUser("sa");
            JdbcSessionStore.on(closed, Databases.PATIENT).prepare();
        }
        String id;
        try (JavaProcess process = JavaProcess.start(Dying.class, file)) {
            process.end(60);
            id = process.lines().get(0);
        }
        CallResult second = session(settings(file))
                .calls()
                .guardApproved(id)
                .run(given -> "a second time")
                .call();
        assertThat(second.kind()).as(second.forModel()).isEqualTo(CallResult.Kind.RUNNING);
        assertThat(second.forModel()).contains("used before");
    }
}
