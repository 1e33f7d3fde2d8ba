package dev.toolpolicy.springboot;

import dev.toolpolicy.config.host.UnknownTools;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** The properties {@code toolpolicy.*}. A misspelled one stops the start, since what it should restrict would be open. */
@ConfigurationProperties(prefix = "toolpolicy", ignoreUnknownFields = false)
record ToolPolicyProperties(
        @DefaultValue(DEFAULT_FILE) List<String> files,
        @DefaultValue("enforce") Mode mode,
        @DefaultValue("deny") UnknownTools unknownTools,
        @DefaultValue("conversation") Session session,
        @DefaultValue("memory") Store store,
        @DefaultValue("handler") Approvals approvals,
        @DefaultValue("3d") Duration approvalValidity,
        @Nullable String approvalPage,
        @Nullable String approverRole,
        @Nullable String audit,
        @DefaultValue("true") boolean requireTools,
        @DefaultValue("false") boolean strict,
        Map<String, List<String>> only,
        @Nullable String workspace,
        @Nullable String toolsFile) {
    static final String DEFAULT_FILE = "classpath:tool-policy.toml";

    /** Makes a missing map an empty one. */
    ToolPolicyProperties {
        only = only == null ? Map.of() : only;
    }

    /** The modes: policies decide, or are only counted. */
    enum Mode {
        ENFORCE,
        SHADOW
    }

    /** The kinds of sessions. */
    enum Session {
        CONVERSATION,
        PRINCIPAL
    }

    /** The places of sessions. */
    enum Store {
        MEMORY,
        JDBC
    }

    /** The places of approval requests: the handler of the application, or the store. */
    enum Approvals {
        HANDLER,
        STORE
    }

    boolean isShadow() {
        return mode == Mode.SHADOW;
    }

    String modeWord() {
        return mode.name().toLowerCase(Locale.ROOT);
    }
}
