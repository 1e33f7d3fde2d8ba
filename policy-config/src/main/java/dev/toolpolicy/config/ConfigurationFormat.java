package dev.toolpolicy.config;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** The format of a configuration's text. */
public enum ConfigurationFormat {
    /** TOML 1.0. */
    TOML,
    /** JSON (RFC 8259), without comments. */
    JSON;

    /**
     * Returns the format that a file's name ends with.
     *
     * @param file the file
     * @return the format of {@code .toml} or {@code .json}, in upper or lower case; empty for any other name
     */
    public static Optional<ConfigurationFormat> of(Path file) {
        Path name = file.getFileName();
        String text = name == null ? "" : name.toString().toLowerCase(Locale.ROOT);
        if (text.endsWith(".toml")) {
            return Optional.of(TOML);
        }
        return text.endsWith(".json") ? Optional.of(JSON) : Optional.empty();
    }
}
