package dev.toolpolicy.springboot;

import dev.toolpolicy.config.host.UnknownTools;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** The properties {@code toolpolicy.*}. */
@ConfigurationProperties("toolpolicy")
record ToolPolicyProperties(
        @DefaultValue(DEFAULT_FILE) List<String> files,
        @DefaultValue("enforce") Mode mode,
        @DefaultValue("deny") UnknownTools unknownTools,
        @DefaultValue("conversation") Session session,
        @DefaultValue("memory") Store store,
        @Nullable String audit,
        @DefaultValue("true") boolean requireTools) {
    static final String DEFAULT_FILE = "classpath:tool-policy.toml";

    /** Whether policies are enforced. */
    enum Mode {
        ENFORCE,
        SHADOW
    }

    /** What shares a session. */
    enum Session {
        CONVERSATION,
        PRINCIPAL
    }

    /** Where sessions are kept. */
    enum Store {
        MEMORY,
        JDBC
    }

    boolean isShadow() {
        return mode == Mode.SHADOW;
    }

    String modeWord() {
        return mode.name().toLowerCase(Locale.ROOT);
    }
}
