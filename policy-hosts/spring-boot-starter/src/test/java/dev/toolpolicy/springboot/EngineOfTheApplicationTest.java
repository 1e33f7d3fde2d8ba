package dev.toolpolicy.springboot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.session.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.model.tool.autoconfigure.ToolCallingAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The engine closes with its application, and the store of the property goes together with an application's settings. */
class EngineOfTheApplicationTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(ToolPolicyAutoConfiguration.class, ToolCallingAutoConfiguration.class))
            .withBean(App.FileTools.class);

    @TempDir
    private Path folder;

    private Path limited() throws Exception {
        return Files.writeString(
                folder.resolve("policy.toml"), "[tools.read_file.policy]\nrun = 'allow'\nlimits = [{ calls = 5 }]\n");
    }

    @Test
    void theEngineClosesWithTheApplication() {
        AtomicReference<PolicyEngine> engine = new AtomicReference<>();
        runner.run(context -> engine.set(context.getBean(PolicyEngine.class)));
        assertThatThrownBy(() -> engine.get().session("c1")).hasMessageContaining("the engine is closed");
    }

    @Test
    void thePropertysStoreGoesTogetherWithSettings() throws Exception {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:settings;DB_CLOSE_DELAY=-1");
        ApplicationContextRunner stored = runner.withBean(DataSource.class, () -> database)
                .withPropertyValues("toolpolicy.store=jdbc", "toolpolicy.files=" + limited());
        SessionSettings approvals = SessionSettings.inMemory().withStoredApprovals(Duration.ofHours(1));
        stored.withBean(PolicyEngineCustomizer.class, () -> builder -> builder.sessions(approvals))
                .run(context -> AutoConfigurationTest.usesTheDatabase(context, database));
        stored.withBean(SettingsOfTheBean.class)
                .run(context -> AutoConfigurationTest.usesTheDatabase(context, database));
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
