package dev.toolpolicy.examples.agent;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The agent's command line. Not changed once read. */
@Command(
        name = "agent",
        sortOptions = false,
        header = {
            "A coding agent under policies. Without options it plays a script on a scratch folder, which",
            "stays in the temporary folder to be looked at; so does the log, if anything is in it.",
            ""
        })
final class AgentOptions {
    @Option(names = "--folder", paramLabel = "DIR", description = "work there (a scratch folder with a small project)")
    Optional<Path> folder = Optional.empty();

    @Option(names = "--task", paramLabel = "TEXT", description = "work on this, then end; may be said again")
    List<String> tasks = List.of();

    @Option(
            names = "--policy",
            paramLabel = "FILE",
            description = "rules above the agent's own, TOML or JSON; may be said again")
    List<Path> policy = List.of();

    @Option(
            names = "--page",
            paramLabel = "PORT",
            description = "ask on a web page instead of here; 0 for any free port")
    Optional<Integer> page = Optional.empty();

    @Option(names = "--script", paramLabel = "FILE", description = "play this script of responses")
    Optional<Path> script = Optional.empty();

    @Option(names = "--pause", paramLabel = "MS", description = "how long a script waits between two pieces (15)")
    int pause = 15;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "ask a model: https://HOST/v1/chat/completions or https://HOST/v1/messages")
    Optional<URI> url = Optional.empty();

    @Option(names = "--api", paramLabel = "chat|messages", description = "which of the two the URL speaks (by its end)")
    private Optional<Api> api = Optional.empty();

    @Option(names = "--model", paramLabel = "NAME", description = "the model's name there")
    String model = "";

    @Option(
            names = "--key-env",
            paramLabel = "VARIABLE",
            description = "the environment variable with the key (TOOL_POLICY_KEY)")
    String keyVariable = "TOOL_POLICY_KEY";

    @Option(names = "--help", usageHelp = true, description = "says this")
    boolean help;

    private final CommandLine line =
            new CommandLine(this).setCaseInsensitiveEnumValuesAllowed(true).setOverwrittenOptionsAllowed(true);

    /** The wire format of a model. */
    enum Api {
        CHAT,
        MESSAGES
    }

    /** Reads a command line; throws if it is invalid. */
    static AgentOptions read(List<String> typed) {
        CommandLine.tracer().setLevel(CommandLine.TraceLevel.OFF); // the last of two values counts, without a word
        AgentOptions options = new AgentOptions();
        options.line.parseArgs(typed.toArray(String[]::new));
        options.requireNumber("--page", options.page.orElse(0), 65_535);
        options.requireNumber("--pause", options.pause, 10_000);
        options.url.ifPresent(options::requireAddress);
        return options;
    }

    private void requireNumber(String option, int number, int most) {
        if (number < 0 || number > most) {
            throw wrong(option + " needs a number from 0 to " + most + ", not " + number);
        }
    }

    private void requireAddress(URI address) {
        if (!List.of("http", "https").contains(String.valueOf(address.getScheme())) || address.getHost() == null) {
            throw wrong("--url needs a whole address, such as https://HOST/v1/chat/completions");
        } else if (model.isBlank()) {
            throw wrong("--url needs --model NAME");
        }
    }

    /** Returns what ends the program; the message says what to type. */
    ParameterException wrong(String message) {
        return new ParameterException(line, message);
    }

    String usage() {
        return line.getUsageMessage();
    }

    /** Returns which API the address speaks. */
    Api api() {
        return api.orElse(
                url.filter(each -> each.getPath().endsWith("/messages")).isPresent() ? Api.MESSAGES : Api.CHAT);
    }
}
