package dev.toolpolicy.cli.internal.approvals;

import dev.toolpolicy.cli.internal.command.UsageException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options with which a command logs in to a store. */
public final class StoreLogin {
    /** The variable of the environment with the password of a store in which commands ask. */
    public static final String PASSWORD = "TOOLPOLICY_STORE_PASSWORD";

    @Option(names = "--user", paramLabel = "NAME", description = "User of the database; its password is typed.")
    private Optional<String> user = Optional.empty();

    @Option(names = "--driver", paramLabel = "JAR", description = "JDBC driver, unless it is on the class path.")
    private Optional<Path> driver = Optional.empty();

    Optional<String> user() {
        return user;
    }

    Database open(String url, char[] password) throws UsageException {
        return Database.open(url, user, password, driver);
    }

    /**
     * Opens a store to ask in, not to answer. The password is that of the variable {@code TOOLPOLICY_STORE_PASSWORD}, or
     * typed at the terminal if there is a user.
     *
     * @param url the JDBC URL
     * @return the store, to be closed
     * @throws UsageException if no driver takes the URL
     */
    public Database open(String url) throws UsageException {
        String given = System.getenv(PASSWORD);
        Terminal terminal = Terminal.ofProcess();
        if (given != null || user.isEmpty() || terminal == null) {
            return open(url, given == null ? new char[0] : given.toCharArray());
        }
        char[] typed = terminal.secret("Password of the database: ");
        return open(url, typed == null ? new char[0] : typed);
    }
}
