package dev.toolpolicy.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.model.tool.autoconfigure.ToolCallingAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Warnings of properties that don't do what they seem to do. */
class StartWarningsTest {
    private static final String WITHOUT_EFFECT =
            "toolpolicy.approval-page and approver-role have no effect without each"
                    + " other and without toolpolicy.approvals=store.";

    private final LogLines logged = new LogLines();
    private final Logger log = Logger.getLogger("dev.toolpolicy");

    @TempDir
    private Path folder;

    @BeforeEach
    void listen() {
        log.addHandler(logged);
    }

    @AfterEach
    void stop() {
        log.removeHandler(logged);
    }

    private List<String> warned(ApplicationContextRunner runner, String... properties) {
        runner.withConfiguration(
                        AutoConfigurations.of(ToolPolicyAutoConfiguration.class, ToolCallingAutoConfiguration.class))
                .withBean(App.FileTools.class)
                .withPropertyValues(properties)
                .run(context -> assertThat(context).hasNotFailed());
        return logged.lines().stream()
                .filter(line -> line.startsWith("WARNING "))
                .map(line -> line.substring("WARNING ".length()))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"toolpolicy.workspce=/work", "toolpolicy.stict=true"})
    void aMisspelledPropertyStopsTheStart(String property) {
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(ToolPolicyAutoConfiguration.class, ToolCallingAutoConfiguration.class))
                .withBean(App.FileTools.class)
                .withPropertyValues(property)
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .hasMessageContaining(property.substring(0, property.indexOf('=')))
                        .hasMessageContaining("left unbound"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"toolpolicy.approval-page=/approvals", "toolpolicy.approver-role=BOSS"})
    void aPageWithoutStoredRequestsHasNoEffect(String property) {
        assertThat(warned(new ApplicationContextRunner(), property)).containsExactly(WITHOUT_EFFECT);
    }

    @Test
    void aRoleWithoutAPageHasNoEffect() {
        assertThat(warned(
                        new ApplicationContextRunner(), "toolpolicy.approvals=store", "toolpolicy.approver-role=BOSS"))
                .contains(WITHOUT_EFFECT);
    }

    @Test
    void requestsInMemoryAreLostWithARestart() {
        assertThat(warned(new ApplicationContextRunner(), "toolpolicy.approvals=store"))
                .containsExactly("toolpolicy.approvals=store is in memory, so a restart loses requests: set"
                        + " toolpolicy.store=jdbc.");
    }

    @Test
    void requestsInADatabaseInMemoryAreLostToo() {
        JdbcDataSource memory = new JdbcDataSource();
        memory.setURL("jdbc:h2:mem:warned;DB_CLOSE_DELAY=-1");
        assertThat(warned(
                        new ApplicationContextRunner().withBean(DataSource.class, () -> memory),
                        "toolpolicy.store=jdbc",
                        "toolpolicy.approvals=store"))
                .containsExactly(
                        "The database is in memory, so a restart loses its sessions: name a file or a server in"
                                + " its URL.");
    }

    @Test
    void aDatabaseInAFileIsFine() {
        JdbcDataSource file = new JdbcDataSource();
        file.setURL("jdbc:h2:" + folder.resolve("db").toAbsolutePath());
        assertThat(warned(
                        new ApplicationContextRunner().withBean(DataSource.class, () -> file),
                        "toolpolicy.store=jdbc",
                        "toolpolicy.approvals=store",
                        "toolpolicy.workspace=" + folder))
                .isEmpty();
    }

    @Test
    void aWorkspaceMustBeAFolder() {
        assertThat(warned(new ApplicationContextRunner(), "toolpolicy.workspace=" + folder.resolve("missing")))
                .containsExactly(
                        "toolpolicy.workspace is not a folder, so rules allow no path: make it, or name another.");
    }
}
