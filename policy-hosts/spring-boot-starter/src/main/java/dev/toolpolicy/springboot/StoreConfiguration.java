package dev.toolpolicy.springboot;

import dev.toolpolicy.jdbc.JdbcSessionStore;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.audit.AuditLog;
import dev.toolpolicy.runtime.store.SessionStore;
import java.io.IOException;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The places of sessions and records of calls, by property. */
@Configuration(proxyBeanMethods = false)
class StoreConfiguration {
    @Bean
    @ConditionalOnProperty(name = "toolpolicy.store", havingValue = "jdbc")
    @ConditionalOnMissingBean
    SessionStore toolPolicyJdbcSessions(ObjectProvider<DataSource> databases) {
        DataSource database = databases.getIfUnique();
        if (database == null) {
            throw new StartException(
                    "toolpolicy.store=jdbc needs one DataSource, and there is none, or several without a primary"
                            + " one.",
                    "Configure spring.datasource, mark one DataSource as primary, or declare a bean of type"
                            + " SessionStore.");
        }
        return JdbcSessionStore.on(database).prepare();
    }

    @Bean
    @ConditionalOnProperty(name = "toolpolicy.audit")
    Audit toolPolicyAudit(ToolPolicyProperties properties) {
        return new Audit(String.valueOf(properties.audit()));
    }

    /** The audit log in a file. */
    static final class Audit implements PolicyEngineCustomizer, DisposableBean {
        private final AuditLog log;

        Audit(String file) {
            try {
                log = AuditLog.toFile(Path.of(file));
            } catch (IOException e) {
                throw new StartException(
                        "The audit log " + file + " can't be written: " + e,
                        "Correct the property toolpolicy.audit, or the rights of the folder.",
                        e);
            }
        }

        @Override
        public PolicyEngineBuilder customize(PolicyEngineBuilder builder) {
            return builder.onCall(log);
        }

        @Override
        public void destroy() throws IOException {
            log.close();
        }
    }
}
