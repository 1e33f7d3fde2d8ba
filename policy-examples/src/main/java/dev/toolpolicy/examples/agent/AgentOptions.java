package dev.toolpolicy.examples.agent;

import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The agent's command line. Immutable.
 *
 * @param folder where it works; empty for a scratch folder with a small project
 * @param policy configurations above the agent's own, in order
 * @param tasks what to work on, before the person is asked for more; one alone ends the program after it
 * @param page the port of the approval page; empty if the terminal asks
 * @param script a script in place of a model; empty for the one that comes along
 * @param pause how long a script waits between two pieces
 * @param url a model's address; empty for a script
 * @param api which API the address speaks
 * @param model the model's name there
 * @param keyVariable the environment variable with the key
 */
record AgentOptions(
        Optional<Path> folder,
        List<Path> policy,
        List<String> tasks,
        Optional<Integer> page,
        Optional<Path> script,
        Duration pause,
        Optional<URI> url,
        Api api,
        String model,
        String keyVariable) {

    static final String HELP = """
        A coding agent under policies. Without options it plays a script on a scratch folder, which
        stays in the temporary folder to be looked at; so does the log, if anything is in it.

          --folder DIR        work there (a scratch folder with a small project)
          --task TEXT         work on this, then end; may be said again
          --policy FILE       rules above the agent's own, TOML or JSON; may be said again
          --page PORT         ask on a web page instead of here; 0 for any free port
          --script FILE       play this script of responses
          --pause MS          how long a script waits between two pieces (15)
          --url URL           ask a model: https://HOST/v1/chat/completions or https://HOST/v1/messages
          --api chat|messages which of the two the URL speaks (by its end)
          --model NAME        the model's name there
          --key-env VARIABLE  the environment variable with the key (TOOL_POLICY_KEY)
        """;

    /** The wire format of a model. */
    enum Api {
        CHAT,
        MESSAGES
    }

    /** An invalid command line. The message says what to type. */
    static final class UsageException extends Exception {
        private static final long serialVersionUID = 1;

        UsageException(String message) {
            super(message);
        }
    }

    static AgentOptions read(List<String> typed) throws UsageException {
        Reader reader = new Reader(typed.iterator());
        return reader.options();
    }

    /** Takes one word after the other. */
    private static final class Reader {
        private final Iterator<String> words;
        private Optional<Path> folder = Optional.empty();
        private final List<Path> policy = new ArrayList<>();
        private final List<String> tasks = new ArrayList<>();
        private Optional<Integer> page = Optional.empty();
        private Optional<Path> script = Optional.empty();
        private int pause = 15;
        private Optional<URI> url = Optional.empty();
        private Optional<Api> api = Optional.empty();
        private String model = "";
        private String keyVariable = "TOOL_POLICY_KEY";

        Reader(Iterator<String> words) {
            this.words = words;
        }

        AgentOptions options() throws UsageException {
            while (words.hasNext()) {
                take(words.next());
            }
            if (url.isPresent() && model.isBlank()) {
                throw new UsageException("--url needs --model NAME");
            }
            Api spoken = api.orElse(
                    url.map(each -> each.getPath().endsWith("/messages")).orElse(false) ? Api.MESSAGES : Api.CHAT);
            return new AgentOptions(
                    folder,
                    List.copyOf(policy),
                    List.copyOf(tasks),
                    page,
                    script,
                    Duration.ofMillis(pause),
                    url,
                    spoken,
                    model,
                    keyVariable);
        }

        private void take(String option) throws UsageException {
            switch (option) {
                case "--folder" -> folder = Optional.of(path(option));
                case "--policy" -> policy.add(path(option));
                case "--task" -> tasks.add(value(option));
                case "--page" -> page = Optional.of(number(option, 65_535));
                case "--script" -> script = Optional.of(path(option));
                case "--pause" -> pause = number(option, 10_000);
                case "--url" -> url = Optional.of(url(value(option)));
                case "--api" -> api = Optional.of(api(value(option)));
                case "--model" -> model = value(option);
                case "--key-env" -> keyVariable = value(option);
                default -> throw new UsageException("there is no option " + option + "; --help lists them");
            }
        }

        private String value(String option) throws UsageException {
            if (!words.hasNext()) {
                throw new UsageException(option + " needs a value; --help says which");
            }
            return words.next();
        }

        private Path path(String option) throws UsageException {
            try {
                return Path.of(value(option));
            } catch (InvalidPathException e) {
                throw new UsageException(option + ": a file can't be named like this: " + e.getReason());
            }
        }

        private int number(String option, int most) throws UsageException {
            String value = value(option);
            try {
                int number = Integer.parseInt(value);
                if (number >= 0 && number <= most) {
                    return number;
                }
            } catch (NumberFormatException e) {
                throw new UsageException(option + " needs a number from 0 to " + most + ", not \"" + value + "\"");
            }
            throw new UsageException(option + " needs a number from 0 to " + most + ", not " + value);
        }

        private static URI url(String value) throws UsageException {
            try {
                URI url = URI.create(value);
                if (("http".equals(url.getScheme()) || "https".equals(url.getScheme()))
                        && url.getHost() != null
                        && url.getPath() != null) {
                    return url;
                }
            } catch (IllegalArgumentException e) {
                throw new UsageException("--url is not an address: " + e.getMessage());
            }
            throw new UsageException("--url needs a whole address, such as https://HOST/v1/chat/completions");
        }

        private static Api api(String value) throws UsageException {
            return switch (value.toLowerCase(Locale.ROOT)) {
                case "chat" -> Api.CHAT;
                case "messages" -> Api.MESSAGES;
                default -> throw new UsageException("--api is chat or messages, not \"" + value + "\"");
            };
        }
    }
}
