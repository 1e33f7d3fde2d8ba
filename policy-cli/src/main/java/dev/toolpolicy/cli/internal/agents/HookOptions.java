package dev.toolpolicy.cli.internal.agents;

import dev.toolpolicy.agents.internal.hook.HookAudit;
import dev.toolpolicy.agents.internal.hook.HookHost;
import dev.toolpolicy.agents.internal.hook.HookSettings;
import dev.toolpolicy.cli.internal.command.UsageException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of the hook: what it decides by, and where it keeps sessions. */
final class HookOptions {
    /** The program by which the command was started, set by the installed script. */
    private static final String PROGRAM = "toolpolicy.program";

    private static final Set<String> FLAGS = Set.of("--audit-arguments", "--ask-unknown");

    @Option(
            names = "--policy",
            paramLabel = "FILE",
            required = true,
            description = "Decides by this policy file. May come several times, as layers.")
    private List<Path> policies = new ArrayList<>();

    @Option(
            names = "--store",
            paramLabel = "DIR",
            description = "Keeps sessions in this folder. Default: .local/state/toolpolicy/sessions in the home"
                    + " directory.")
    private @Nullable Path store;

    @Option(
            names = "--audit",
            paramLabel = "FILE",
            description = "Appends a line of JSON to this file for each call that ended.")
    private @Nullable Path audit;

    @Option(
            names = "--audit-arguments",
            description = "Writes arguments and reasons to the audit file, too. They can contain secrets.")
    private boolean auditArguments;

    @Option(
            names = "--workspace",
            paramLabel = "DIR",
            description = "Asks about paths outside of this folder. Default: the agent's directory.")
    private @Nullable Path workspace;

    @Option(
            names = "--ask-unknown",
            description = "Asks about tools that neither the agent's catalog nor the policy knows, instead of denying"
                    + " them.")
    private boolean askUnknown;

    /**
     * Returns the settings.
     *
     * @throws UsageException if the workspace is empty, as where the agent doesn't say its project's folder
     */
    HookSettings settings(HookHost host) throws UsageException {
        if (workspace != null && workspace.toString().isEmpty()) {
            throw new UsageException("--workspace must name a folder");
        }
        if (auditArguments && audit == null) {
            throw new UsageException("--audit-arguments needs --audit FILE");
        }
        return new HookSettings(
                host,
                policies,
                store != null ? store : Path.of(System.getProperty("user.home"), ".local/state/toolpolicy/sessions"),
                Optional.ofNullable(audit).map(path -> new HookAudit(path, auditArguments)),
                Optional.ofNullable(workspace),
                Path.of(System.getProperty("user.home")),
                askUnknown);
    }

    /**
     * Reads the options as {@link #command} writes them; empty for all other forms, which picocli reads. It alone would
     * take a fourth of the time of an event.
     */
    static Optional<HookOptions> ofWritten(List<String> words) {
        HookOptions options = new HookOptions();
        Set<String> once = new HashSet<>();
        for (Iterator<String> rest = words.iterator(); rest.hasNext(); ) {
            String name = rest.next();
            String value = FLAGS.contains(name) ? name.substring(2) : rest.hasNext() ? rest.next() : "";
            if (value.isEmpty() || value.startsWith("-") || !name.equals("--policy") && !once.add(name)) {
                return Optional.empty();
            }
            switch (name) {
                case "--policy" -> options.policies.add(Path.of(value));
                case "--store" -> options.store = Path.of(value);
                case "--audit" -> options.audit = Path.of(value);
                case "--workspace" -> options.workspace = Path.of(value);
                case "--audit-arguments" -> options.auditArguments = true;
                case "--ask-unknown" -> options.askUnknown = true;
                default -> {
                    return Optional.empty();
                }
            }
        }
        return options.policies.isEmpty() ? Optional.empty() : Optional.of(options);
    }

    /**
     * Returns the shell command that runs the hook with these options: every exit code but 0 becomes the one that
     * blocks.
     *
     * @throws UsageException if it isn't known how this program was started, or the audit file has no folder
     */
    String command(HookHost host) throws UsageException {
        List<String> words = new ArrayList<>(program());
        words.addAll(List.of("hook", host.word()));
        policies.forEach(file -> words.addAll(List.of("--policy", absolute(file))));
        if (store != null) {
            words.addAll(List.of("--store", absolute(store)));
        }
        if (audit != null) {
            if (!Files.isDirectory(audit.toAbsolutePath().resolveSibling(""))) {
                throw new UsageException("the folder of --audit " + audit + " doesn't exist");
            }
            words.addAll(List.of("--audit", absolute(audit)));
        }
        if (auditArguments) {
            words.add("--audit-arguments");
        }
        if (askUnknown) {
            words.add("--ask-unknown");
        }
        if (workspace != null) {
            words.addAll(List.of("--workspace", absolute(workspace)));
        }
        return host.command(
                String.join(" ", words.stream().map(HookOptions::quoted).toList()), workspace != null);
    }

    private static List<String> program() throws UsageException {
        String script = System.getProperty(PROGRAM, "");
        if (!script.isEmpty()) {
            return List.of(script);
        }
        try {
            Path jar = Path.of(HookOptions.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            if (Files.isRegularFile(jar)) {
                return List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:disable", // a warning of the JVM would come before the answer
                        "-jar",
                        jar.toString());
            }
        } catch (URISyntaxException e) {
            throw new UsageException("the place of toolpolicy.jar is not a file: " + e.getMessage());
        }
        throw new UsageException("install the command first: ./gradlew installToolpolicy");
    }

    private static String absolute(Path path) {
        return path.toAbsolutePath().normalize().toString();
    }

    /** Quotes a word for a POSIX shell, if it needs it. */
    private static String quoted(String word) {
        boolean plain = !word.isEmpty()
                && word.chars().allMatch(c -> c < 128 && Character.isLetterOrDigit(c) || "/._-+=:,@".indexOf(c) >= 0);
        return plain ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
