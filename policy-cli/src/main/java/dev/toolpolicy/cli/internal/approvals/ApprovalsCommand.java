package dev.toolpolicy.cli.internal.approvals;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolpolicy.cli.internal.command.Console;
import dev.toolpolicy.cli.internal.command.ExitCode;
import dev.toolpolicy.cli.internal.command.Subcommand;
import dev.toolpolicy.cli.internal.command.UsageException;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.jdbc.JdbcSessionStore;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.approval.ApprovalQuery;
import dev.toolpolicy.runtime.approval.Approvals;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.StoreException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The subcommand {@code approvals}: lists, shows and answers stored requests. An answer needs the password of the
 * database, typed at a terminal: a coding agent's shell belongs to the same user and must not be able to answer.
 */
@Command(
        name = "approvals",
        header = "Lists, shows and answers approval requests in a store.",
        description = "ACTION is list, show, approve or decline. An answer needs a terminal, and the password of the"
                + " database, which must not be in the URL.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  toolpolicy approvals list --store jdbc:postgresql://db/tools --user ops --driver postgresql.jar",
            "  toolpolicy approvals approve ID --store jdbc:postgresql://db/tools --user ops --driver postgresql.jar"
        })
public final class ApprovalsCommand extends Subcommand {
    /** A longer request can't be read on a terminal. */
    private static final int LONGEST = 4_000;

    private final @Nullable Terminal terminal;

    @Parameters(index = "0", paramLabel = "ACTION", description = "list, show, approve or decline.")
    private Action action = Action.LIST;

    @Parameters(index = "1", arity = "0..1", paramLabel = "ID", description = "The request.")
    private Optional<String> id = Optional.empty();

    @Option(names = "--store", required = true, paramLabel = "URL", description = "JDBC URL of the store.")
    private String url = "";

    @Mixin
    private StoreLogin login = new StoreLogin();

    @Option(names = "--status", paramLabel = "STATUS", description = "Lists only these; the default is pending.")
    private Optional<Approval.Status> status = Optional.empty();

    @Option(names = "--session", paramLabel = "ID", description = "Lists only those of a session.")
    private Optional<String> session = Optional.empty();

    @Option(names = "--limit", paramLabel = "N", description = "Lists at most this number; the default is 1000.")
    private int limit = 1_000;

    @Option(names = "--as", paramLabel = "NAME", description = "Who answers, for the record; the default is the user.")
    private Optional<String> approver = Optional.empty();

    @Option(names = "--reason", paramLabel = "TEXT", description = "The reason of a decline, told to the model.")
    private Optional<String> reason = Optional.empty();

    private static final String NO_PASSWORD =
            "a database without a password takes no answers here, since an agent could"
                    + " give them too; use the approval page";

    /** The actions. */
    enum Action {
        LIST,
        SHOW,
        APPROVE,
        DECLINE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Creates the subcommand. */
    public ApprovalsCommand(Console console) {
        this(console, Terminal.ofProcess());
    }

    ApprovalsCommand(Console console, @Nullable Terminal terminal) {
        super(console);
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws UsageException {
        boolean answers = action == Action.APPROVE || action == Action.DECLINE;
        if (answers && terminal == null) {
            throw new UsageException("an answer needs a terminal, at which a person types the database's password");
        } else if (answers && hasLogin(url)) {
            throw new UsageException("the URL has a login, which an agent can read; give --user and type the password");
        } else if (action == Action.LIST && id.isPresent()) {
            throw new UsageException("list shows all requests; type show to see one");
        } else if (limit < 1) {
            throw new UsageException("--limit must be at least 1");
        } else if (action != Action.LIST && (status.isPresent() || session.isPresent())
                || !answers && approver.isPresent()
                || action != Action.DECLINE && reason.isPresent()) {
            throw new UsageException("--status and --session are for list, --as for answers, --reason for decline");
        }
        char[] password = password(answers);
        try (Database database = login.open(url, password)) {
            if (answers && database.takesAnyPassword()) {
                throw new UsageException(NO_PASSWORD);
            }
            Approvals approvals = Approvals.of(SessionSettings.inMemory().withStore(JdbcSessionStore.on(database)));
            return action == Action.LIST ? list(approvals) : one(approvals, answers);
        } catch (StoreException e) {
            throw new UsageException("the store can't be used: " + VisibleText.line(String.valueOf(e.getMessage())));
        }
    }

    /** Returns whether a JDBC URL has a password, or a user before its host. */
    private static boolean hasLogin(String url) {
        String small = url.toLowerCase(Locale.ROOT);
        int host = small.indexOf('@');
        return small.contains("password")
                || small.contains("pwd=")
                || host > 0 && small.charAt(host - 1) != ':' && small.charAt(host - 1) != '/';
    }

    private char[] password(boolean answers) throws UsageException {
        if (login.user().isEmpty() && !answers) {
            return new char[0];
        } else if (terminal == null) {
            throw new UsageException("--user needs a terminal, at which its password is typed");
        }
        char[] typed = terminal.secret("Password of the database: ");
        if (answers && (typed == null || typed.length == 0)) {
            throw new UsageException(NO_PASSWORD);
        }
        return typed == null ? new char[0] : typed;
    }

    private int list(Approvals approvals) {
        ApprovalQuery all =
                ApprovalQuery.all().in(status.orElse(Approval.Status.PENDING)).atMost(limit);
        List<Approval> found = approvals.list(session.map(all::ofSession).orElse(all));
        if (asJson()) {
            ArrayNode array = JsonNodeFactory.instance.arrayNode();
            found.forEach(each -> array.add(each.json()));
            console.print(array);
        } else {
            found.forEach(each -> console.print(String.join(
                    "  ",
                    each.id(),
                    each.status().word(),
                    each.asked().toString(),
                    VisibleText.line(each.session(), VisibleText.NAME),
                    VisibleText.line(each.call().tool(), VisibleText.NAME))));
        }
        if (found.size() == limit) {
            console.report(
                    "At most " + limit + " requests are listed. --limit N lists more, --session ID those of one.");
        }
        return ExitCode.FINE;
    }

    private int one(Approvals approvals, boolean answers) throws UsageException {
        String given = id.orElseThrow(() -> new UsageException(action + " needs the ID of a request"));
        Approval shown = approvals
                .find(given)
                .orElseThrow(
                        () -> new UsageException("there is no request " + VisibleText.quoted(given, VisibleText.NAME)));
        if (asJson()) {
            console.print(shown.json());
        } else {
            console.print(shown.wholeText());
            console.print("Status: " + shown.status().word());
        }
        return answers ? answer(approvals, shown) : ExitCode.FINE;
    }

    private int answer(Approvals approvals, Approval shown) throws UsageException {
        if (action == Action.APPROVE && shown.wholeText().length() > LONGEST) {
            throw new UsageException("the request is too long for a terminal; use the approval page");
        }
        String typed = terminal == null ? null : terminal.line("Type " + action + " to " + action + " this call: ");
        if (!action.toString().equals(typed)) {
            console.report("Not answered.");
            return ExitCode.FINDINGS;
        }
        String who = approver.or(login::user).orElse(System.getProperty("user.name", ""));
        try {
            Approval answered = action == Action.APPROVE
                    ? approvals.approve(shown, who)
                    : approvals.decline(shown, who, reason.orElse(""));
            console.print("Now " + answered.status().word() + ".");
            return ExitCode.FINE;
        } catch (IllegalStateException | IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }
}
