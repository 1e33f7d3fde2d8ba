package dev.toolpolicy.cli.internal.approvals;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.cli.internal.command.Console;
import dev.toolpolicy.cli.internal.command.UsageException;
import dev.toolpolicy.jdbc.JdbcLimits;
import dev.toolpolicy.jdbc.JdbcSessionStore;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.schema.ToolSchema;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** Stored requests on a terminal: shown to all who reach the store, answered only with its password, which is typed. */
class ApprovalsCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private String url;
    private PolicyEngine engine;
    private ToolHandlers handlers;
    private String id;

    @BeforeEach
    void ask(@TempDir Path folder) {
        url = "jdbc:h2:" + folder.resolve("sessions");
        JdbcDataSource source = new JdbcDataSource();
        source.setURL(url);
        source.setUser("ops");
        source.setPassword("secret");
        ToolCatalog tools =
                ToolCatalog.of(List.of(DeclaredTool.of("push", ToolSchema.of()).withRun(RuleList.always(Mode.ASK))));
        engine = PolicyEngine.builder()
                .tools(tools)
                .sessions(SessionSettings.inMemory()
                        .withStore(JdbcSessionStore.on(
                                        source, JdbcLimits.defaults().within(Duration.ofMinutes(2)))
                                .prepare())
                        .withStoredApprovals(Duration.ofHours(1)))
                .build();
        handlers = ToolHandlers.builder(tools)
                .otherwise((arguments, call) -> "done")
                .build();
        id = engine.session("s\u202e")
                .execute("c", "push", "{}", handlers)
                .approval()
                .orElseThrow();
    }

    private record Typed(Deque<String> lines) implements Terminal {
        @Override
        public char @Nullable [] secret(String prompt) {
            return lines.remove().toCharArray();
        }

        @Override
        public String line(String prompt) {
            return lines.remove();
        }
    }

    private String run(@Nullable List<String> typed, String... arguments) {
        out.reset();
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        Console console = new Console(InputStream.nullInputStream(), print, print, () -> Ansi.OFF);
        Terminal terminal = typed == null ? null : new Typed(new ArrayDeque<>(typed));
        CommandLine line = new CommandLine(new ApprovalsCommand(console, terminal))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((failure, command, result) -> {
                    assertThat(failure).isInstanceOf(UsageException.class);
                    print.println(failure.getMessage());
                    return 2;
                });
        line.execute(arguments);
        return out.toString(StandardCharsets.UTF_8);
    }

    private Approval.Status status() {
        return engine.approvals().find(id).orElseThrow().status();
    }

    @Test
    void allRequestsAreListed() throws SQLException {
        try (Connection open = DriverManager.getConnection(url, "ops", "secret")) { // so that H2 doesn't close the file
            assertThat(open.isValid(0)).isTrue();
            for (int i = 0; i < 110; i++) {
                engine.session("t" + i).execute("c", "push", "{}", handlers);
            }
        }
        assertThat(run(List.of("secret"), "list", "--store", url, "--user", "ops"))
                .hasLineCount(111);
        assertThat(run(List.of("secret"), "list", "--store", url, "--user", "ops", "--limit", "20"))
                .hasLineCount(21)
                .endsWith("At most 20 requests are listed. --limit N lists more, --session ID those of one.\n");
        assertThat(run(List.of("secret"), "list", "--store", url, "--user", "ops", "--limit", "0"))
                .isEqualTo("--limit must be at least 1\n");
        assertThat(run(List.of("secret"), "list", id, "--store", url, "--user", "ops"))
                .isEqualTo("list shows all requests; type show to see one\n");
    }

    @Test
    void aPersonWithThePasswordListsShowsAndApproves() {
        assertThat(run(List.of("secret"), "list", "--store", url, "--user", "ops"))
                .contains(id, "pending", "push", "s\\u202e");
        assertThat(run(List.of("secret"), "show", id, "--store", url, "--user", "ops", "--json"))
                .contains("\"digest\"", "\"askedBy\"");
        assertThat(run(List.of("secret", "no"), "approve", id, "--store", url, "--user", "ops"))
                .contains("Calling tool push", "Not answered.");
        assertThat(status()).isEqualTo(Approval.Status.PENDING);
        assertThat(run(List.of("secret", "approve"), "approve", id, "--store", url, "--user", "ops", "--as", "ann"))
                .contains("Now granted.");
        assertThat(engine.approvals().find(id).orElseThrow().by()).contains("ann");
        assertThat(run(List.of("secret", "decline"), "decline", id, "--store", url, "--user", "ops"))
                .contains("can't be answered: its status is granted");
    }

    @ParameterizedTest
    @CsvSource({
        "show, --session, s",
        "show, --status, pending",
        "show, --as, ann",
        "show, --reason, no",
        "list, --as, ann",
        "list, --reason, no",
        "approve, --session, s",
        "approve, --reason, fine",
        "decline, --status, pending"
    })
    void anOptionOfAnotherActionIsRefused(String action, String option, String value) {
        List<String> typed = List.of("secret", action);
        String said = action.equals("list")
                ? run(typed, action, "--store", url, "--user", "ops", option, value)
                : run(typed, action, id, "--store", url, "--user", "ops", option, value);
        assertThat(said).isEqualTo("--status and --session are for list, --as for answers, --reason for decline\n");
        assertThat(status()).isEqualTo(Approval.Status.PENDING);
    }

    @Test
    void theReasonOfADeclineIsKept() {
        run(
                List.of("secret", "decline"),
                "decline",
                id,
                "--store",
                url,
                "--user",
                "ops",
                "--as",
                "ann",
                "--reason",
                "too late");
        assertThat(engine.approvals().find(id).orElseThrow().json().toString()).contains("too late", "ann");
    }

    @Test
    void anAgentsShellAnswersNothing() {
        assertThat(run(null, "approve", id, "--store", url, "--user", "ops")).contains("an answer needs a terminal");
        assertThat(run(List.of("approve"), "approve", id, "--store", url + ";PASSWORD=secret", "--user", "ops"))
                .contains("the URL has a login");
        assertThat(run(List.of("approve"), "approve", id, "--store", "jdbc:oracle:thin:ops/secret@//host/db"))
                .contains("the URL has a login");
        assertThat(run(List.of("any", "approve"), "approve", id, "--store", "jdbc:trusting:" + url, "--user", "ops"))
                .contains("a database without a password takes no answers here");
        assertThat(run(List.of(""), "approve", id, "--store", url, "--user", "ops"))
                .contains("a database without a password takes no answers here");
        assertThat(run(List.of("wrong", "approve"), "approve", id, "--store", url, "--user", "ops"))
                .contains("the store can't be used");
        assertThat(status()).isEqualTo(Approval.Status.PENDING);
    }
}
