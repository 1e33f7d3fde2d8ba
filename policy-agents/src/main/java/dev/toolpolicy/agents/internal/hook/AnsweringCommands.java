package dev.toolpolicy.agents.internal.hook;

import static dev.toolpolicy.agents.internal.hook.CommandWords.ANY;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.shell.line.Wrappers;
import dev.toolpolicy.schema.NormalPath;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The calls by which an agent would answer its own approval requests, turn the hook off, or reach what Tool Policy keeps:
 * commands that run its program or name its files, and texts of other arguments that name the subcommand. For one call.
 */
final class AnsweringCommands {
    private static final String PROGRAM = "toolpolicy";
    /** The start of the published jar's name. */
    private static final String ARTIFACT = "policy-cli-";

    private static final String APPROVALS = "approvals";
    /** Names of arguments that are commands, in the catalogs of agents. */
    private static final Set<String> COMMANDS = Set.of("command", "cmd", "chars");
    /** The first arguments with which the program neither answers nor changes anything. */
    private static final Set<String> READING = Set.of(
            ("check explain witnesses diff decide replay test prove surface import export audit schema tools completion"
                            + " -h --help -v --version")
                    .split(" "));
    /** Options with which commands that read also write a file, such as the policy. */
    private static final Set<String> WRITING = Set.of("--output", "--junit", "--sarif", "--suggest");

    /** Arguments that aren't by chance behind the program's name, where it may be part of a text. */
    private static final List<String> CHANGING = List.of(APPROVALS, "hook install", "hook uninstall");

    /** Names of arguments that are the folder in which the command runs. */
    private static final List<String> FOLDERS = List.of("dir_path", "workdir");

    private static final Set<String> CHANGING_DIRECTORY =
            Set.of("cd", "chdir", "pushd", "set-location", "sl", "push-location");

    private static final String UNCLEAR = "it isn't clear to which folders the line changes";
    private static final int MOST_DIRECTORIES = 50;
    private static final NormalPath.Form FORM = NormalPath.Form.PLAIN.ignoringCase();
    private static final String PERSON = "Not run: a person answers approval requests, not the agent.";
    private static final String READS =
            "Not run: of toolpolicy, the agent may only run commands that read, such as check"
                    + " and explain, and only in plain lines.";
    private static final String KEPT = "Not run: the command names a file or folder that Tool Policy needs.";

    private final List<NormalPath> kept;
    private final NamedPaths named;
    private final String home;
    /** The directories in which commands of the line may run. */
    private final Set<String> directories = new LinkedHashSet<>();

    private Optional<String> refusal = Optional.empty();
    private Optional<String> question = Optional.empty();

    /**
     * Judges the arguments of a call.
     *
     * @param named the files that no command may write to without approval
     */
    AnsweringCommands(HookEvent event, HookSettings settings, NamedPaths named) {
        this.kept =
                settings.kept().stream().map(path -> FORM.of(absolute(path))).toList();
        this.named = named;
        this.home = absolute(settings.home());
        JsonNode input = event.input();
        directories.add(absolute(Path.of(event.directory())));
        FOLDERS.forEach(name -> go(words(input.path(name))));
        COMMANDS.stream()
                .map(name -> words(input.path(name)))
                .filter(line -> !line.isEmpty())
                .forEach(line -> read(line, event.tool().equals("PowerShell")));
        input.properties().stream()
                .filter(each -> !COMMANDS.contains(each.getKey()) && answers(each.getValue()))
                .forEach(each -> refuse(PERSON));
    }

    private static String absolute(Path path) {
        return path.toAbsolutePath().normalize().toString();
    }

    /** Returns why the call doesn't run; empty if it may. */
    Optional<String> refusal() {
        return refusal;
    }

    /** Returns why the call needs approval; empty if it doesn't. */
    Optional<String> question() {
        return question;
    }

    private void refuse(String reason) {
        refusal = refusal.or(() -> Optional.of(reason));
    }

    private void ask(String reason) {
        question = question.or(() -> Optional.of(reason));
    }

    /** Reads a line. In PowerShell a backslash is as a slash, and a backtick quotes. */
    private void read(String text, boolean isPowerShell) {
        String line = isPowerShell ? text.replace("`", "").replace('\\', '/') : text;
        String known = line.replace("${HOME}", home).replace("$HOME", home).replace("~/", home + "/");
        known = known.replace("~" + last(home) + "/", home + "/");
        for (String directory : List.of("${PWD}", "$PWD", "${OLDPWD}", "$OLDPWD", "~+", "~-")) {
            known = known.replace(directory, ".");
        }
        String bare = CommandWords.bare(known);
        if (bare.contains("CDPATH")) { // folders below which cd also looks
            ask(UNCLEAR);
        }
        judge(known, small(bare).contains(APPROVALS) ? PERSON : READS);
    }

    /** Judges a line, or the text that a command runs as one. */
    private void judge(String line, String reason) {
        Optional<List<List<String>>> commands = CommandWords.of(line);
        String bare = small(CommandWords.bare(line));
        if (commands.isEmpty() && kept.stream().anyMatch(path -> bare.contains(path.toString()))) {
            refuse(KEPT);
        }
        commands.orElse(List.of(List.of(CommandWords.marked(line))))
                .forEach(command -> judge(command, commands.isPresent(), reason));
    }

    /** Judges a command of a plain line, or the text of another line. */
    private void judge(List<String> words, boolean isPlain, String reason) {
        String name = last(small(words.get(0)));
        boolean runs = !isPlain || isProgram(name) || name.equals("java") || Wrappers.NAMES.contains(name);
        List<String> tokens = tokens(small(String.join(" ", words)));
        for (int i = 0; i < tokens.size(); i++) {
            if (isProgram(last(tokens.get(i)))) {
                String next = String.join(" ", tokens.subList(i + 1, Math.min(i + 3, tokens.size())));
                boolean isReading =
                        isPlain && READING.contains(next.split(" ")[0]) && Collections.disjoint(tokens, WRITING);
                if (runs ? !isReading : CHANGING.stream().anyMatch(next::startsWith)) {
                    refuse(reason);
                }
            }
        }
        List<String> parts = isPlain ? words : tokens;
        for (int i = 0; i < parts.size(); i++) {
            if ((i == 0 || runs) && CHANGING_DIRECTORY.contains(small(parts.get(i)))) {
                enter(parts.subList(i + 1, parts.size()), isPlain);
            }
        }
        // Some options have their value behind their letter.
        Stream<String> values =
                words.stream().map(word -> word.substring(word.startsWith("-") && word.length() > 2 ? 2 : 0));
        Stream.concat(values, tokens.stream()).forEach(this::compare);
        boolean isRedirect =
                words.get(0).equals(">") || !isPlain && words.get(0).contains(">");
        if (isRedirect && parts.stream().anyMatch(this::mayBeGuarded)) {
            ask("the command writes to a file of the policy or of the agent's settings");
        }
        if (isPlain && Wrappers.NAMES.contains(name)) {
            words.stream()
                    .skip(1)
                    .filter(word ->
                            new StringTokenizer("x" + word, " \t\n;&|<>").countTokens() > 1) // a line of its own
                    .forEach(word -> judge(word, reason));
        }
    }

    /** Adds the directories to which a command may change. Any earlier one stays, since the command may fail. */
    private void enter(List<String> operands, boolean isPlain) {
        List<String> names =
                operands.stream().filter(word -> !word.startsWith("-")).toList();
        if (isPlain && names.size() > 1 || !go(names.isEmpty() || names.get(0).equals("~") ? home : names.get(0))) {
            ask(UNCLEAR);
        }
    }

    /** Adds the directories that a path leads to; returns false if they are too many. */
    private boolean go(String path) {
        Set<String> entered = places(path)
                .map(place -> NormalPath.of(place).toString())
                .filter(place -> !directories.contains(place))
                .collect(Collectors.toSet());
        return directories.size() + entered.size() <= MOST_DIRECTORIES
                && (entered.isEmpty() || directories.addAll(entered));
    }

    private boolean mayBeGuarded(String path) {
        int any = path.indexOf(ANY);
        return any < 0
                ? places(path).anyMatch(named::isGuarded)
                : any > 0 && places(path.substring(0, any)).anyMatch(named::mayBeginGuarded);
    }

    /** Returns where a path may lead from the directories of the line. */
    private Stream<String> places(String path) {
        return path.startsWith("/") ? Stream.of(path) : directories.stream().map(directory -> directory + "/" + path);
    }

    /** Compares what may be a path with what is kept. Of one that begins with a variable or a star too little is known. */
    private void compare(String text) {
        int any = text.indexOf(ANY);
        if (any < 0 || any > 1) {
            String known = any < 0 ? text : text.substring(0, any);
            places(known).map(FORM::of).forEach(path -> kept.forEach(each -> compare(path, each, any > 0)));
        }
    }

    private void compare(NormalPath path, NormalPath each, boolean isOpen) {
        if (path.isAtOrBelow(each)) {
            refuse(KEPT);
        } else if (isOpen && each.toString().startsWith(path.toString())) {
            ask("the command may name a file or folder that Tool Policy needs");
        }
    }

    /** Returns whether a text, or the words of an array together, name the subcommand that answers. */
    private static boolean answers(JsonNode value) {
        String text = small(words(value));
        return text.contains(PROGRAM) && text.contains(APPROVALS)
                || StreamSupport.stream(value.spliterator(), false).anyMatch(AnsweringCommands::answers);
    }

    private static boolean isProgram(String name) {
        return name.equals(PROGRAM)
                || name.startsWith(PROGRAM + ".")
                || name.startsWith(ARTIFACT)
                || name.endsWith("." + PROGRAM + "main");
    }

    private static String small(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    private static String last(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** Returns the parts of a text that may be names or paths. */
    private static List<String> tokens(String text) {
        List<Object> tokens = Collections.list(new StringTokenizer(text, " \t\r\n!\"#$%&'()*+,:;<=>?@[\\]^`{|}"));
        return tokens.stream().map(String::valueOf).toList();
    }

    /** Returns a text, or the texts of an array with blanks between them. */
    private static String words(JsonNode value) {
        List<String> words = new ArrayList<>();
        value.forEach(each -> words.add(each.asText()));
        return value.isArray() ? String.join(" ", words) : value.isTextual() ? value.textValue() : "";
    }
}
