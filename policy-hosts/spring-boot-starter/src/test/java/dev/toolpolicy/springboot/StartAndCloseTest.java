package dev.toolpolicy.springboot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.model.tool.autoconfigure.ToolCallingAutoConfiguration;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** What goes together at a start, what stops it, and what a closed application leaves. */
class StartAndCloseTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(ToolPolicyAutoConfiguration.class, ToolCallingAutoConfiguration.class))
            .withBean(App.FileTools.class);

    @TempDir
    private Path folder;

    private String file(String... lines) throws IOException {
        return Files.writeString(folder.resolve("p.toml"), String.join("\n", lines) + "\n")
                .toString();
    }

    private String limited() throws IOException {
        return file("[tools.read_file.policy]", "run = 'allow'", "limits = [{ calls = 5 }]");
    }

    @Test
    void theEngineClosesWithTheApplication() {
        AtomicReference<PolicyEngine> engine = new AtomicReference<>();
        runner.run(context -> engine.set(context.getBean(PolicyEngine.class)));
        assertThatThrownBy(() -> engine.get().session("c1")).hasMessageContaining("the engine is closed");
    }

    @Test
    void aListForAMisspeltToolStopsTheStart() throws Exception {
        String all = "[tools.'*'.policy]\nrun = 'allow'\n";
        String misspelt = file(all, "[tools.readFile.policy]", "run = 'deny'");
        runner.withPropertyValues("toolpolicy.files=" + misspelt)
                .run(context -> assertThat(AutoConfigurationTest.analysis(context))
                        .contains("no tool is named \"readFile\"", "did you mean \"read_file\"?", "external = true"));
        String later = file(all, "[tools.remote_search.policy]", "external = true", "run = 'deny'");
        runner.withPropertyValues("toolpolicy.files=" + later)
                .run(context -> assertThat(context).hasNotFailed());
    }

    /** A bean that was compiled without the annotation processor, which this module's tests don't have. */
    static final class Disks {
        @Tool(description = "Wipes a disk.")
        @Policy(run = @Rule(mode = Mode.DENY))
        String wipe(String disk) {
            return disk;
        }
    }

    @Test
    void aPolicyThatNoProcessorHasReadStopsTheStart() throws Exception {
        runner.withPropertyValues("toolpolicy.files=" + file("[tools.'*'.policy]", "run = 'allow'"))
                .withBean(Disks.class)
                .run(context -> assertThat(AutoConfigurationTest.analysis(context))
                        .contains("StartAndCloseTest$Disks#wipe has no effect", "add policy-processor"));
    }

    @Test
    void thePropertysStoreGoesTogetherWithSettings() throws Exception {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:settings;DB_CLOSE_DELAY=-1");
        ApplicationContextRunner stored = runner.withBean(DataSource.class, () -> database)
                .withPropertyValues("toolpolicy.store=jdbc", "toolpolicy.files=" + limited());
        SessionSettings approvals = SessionSettings.inMemory().withStoredApprovals(Duration.ofHours(1));
        stored.withBean(PolicyEngineCustomizer.class, () -> builder -> builder.sessions(approvals))
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(SessionStore.class));
        stored.withBean(SettingsOfTheBean.class)
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(SessionStore.class));
        stored.withBean(
                        PolicyEngineCustomizer.class,
                        () -> builder -> builder.sessions(approvals.withStore(SessionStore.inMemory())))
                .run(context -> assertThat(AutoConfigurationTest.analysis(context))
                        .contains("toolpolicy.store=jdbc", "the store of sessions was set twice", "withStore"));
    }

    /** Settings with the store that the starter made. */
    record SettingsOfTheBean(SessionStore store) implements PolicyEngineCustomizer {
        @Override
        public PolicyEngineBuilder customize(PolicyEngineBuilder builder) {
            return builder.sessions(
                    SessionSettings.inMemory().withStore(store).withStoredApprovals(Duration.ofHours(1)));
        }
    }
}
