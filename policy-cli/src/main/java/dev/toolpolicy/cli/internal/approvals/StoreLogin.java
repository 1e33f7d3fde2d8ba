package dev.toolpolicy.cli.internal.approvals;

import dev.toolpolicy.cli.internal.command.McpServer;
import dev.toolpolicy.cli.internal.command.UsageException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options with which a command logs in to a store. */
public final class StoreLogin {
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
        String given = System.getenv(McpServer.STORE_PASSWORD);
        Terminal terminal = Terminal.ofProcess();
        if (given != null || user.isEmpty() || terminal == null) {
            return open(url, given == null ? new char[0] : given.toCharArray());
        }
        char[] typed = terminal.secret("Password of the database: ");
        return open(url, typed == null ? new char[0] : typed);
    }
}
