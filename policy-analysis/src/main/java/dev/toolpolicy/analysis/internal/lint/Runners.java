package dev.toolpolicy.analysis.internal.lint;

import dev.toolpolicy.analysis.internal.shell.line.Wrappers;
import dev.toolpolicy.analysis.internal.shell.pattern.PatternWord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Well-known commands that can run any other one by their arguments, each with the way in which they do. */
final class Runners {
    private static final Map<String, String> REASONS = new HashMap<>();
    /** The commands whose first argument says whether they can. */
    private static final Map<String, String> REASONS_ALONE = new HashMap<>();

    /** The subcommands of docker that run nothing. */
    private static final Set<String> SHOWING = Set.of(
            "logs", "ps", "images", "inspect", "version", "info", "top", "stats", "port", "diff", "events", "history",
            "search");

    static {
        Wrappers.NAMES.forEach(name -> REASONS.put(name, "runs the command in its arguments"));
        put("runs a file of commands", "source", ".");
        String meanings = "alias hash enable export typeset declare local readonly set shopt setopt unsetopt";
        put("gives commands other meanings", meanings.split(" "));
        put("runs the commands that its options name", "compgen", "emulate", "jobs", "mapfile", "readarray");
        String languages = "python python3 node perl ruby awk sed php deno bun lua Rscript pwsh osascript tclsh";
        put("runs the program that its arguments hold", languages.split(" "));
        put("runs a command for each file with -exec", "find");
        put("runs a command for each file with --pre", "rg");
        put("runs the command in its arguments", "git bisect", "git rebase", "git filter-branch");
        put("runs programs that it downloads", "npx");
        put("runs programs in containers that may see every file", "docker");
        put("runs commands on other machines", "ssh");
        put("runs the commands of a makefile", "make");
        put("runs the commands that its options or keys name", "tar", "vi", "vim", "nvim", "ex", "ed");
        REASONS_ALONE.put("git", "runs the programs that its options and configuration name");
        for (String tool : List.of("npm", "pnpm", "yarn", "mvn", "gradle", "go", "java", "cargo", "pip", "pip3")) {
            REASONS_ALONE.put(tool, "runs the code that its arguments name");
        }
    }

    private Runners() {}

    private static void put(String reason, String... names) {
        List.of(names).forEach(name -> REASONS.put(name, reason));
    }

    /**
     * Returns how a command runs others.
     *
     * @param name the command's name, perhaps with a path before it
     * @param alone whether any arguments follow the name
     * @return the reason as a verb phrase; empty if it isn't known to run others
     */
    static Optional<String> reason(String name, boolean alone) {
        String last = name.substring(name.lastIndexOf('/') + 1);
        return Optional.ofNullable(REASONS.get(last))
                .or(() -> Optional.ofNullable(REASONS_ALONE.get(last)).filter(reason -> alone));
    }

    /** Returns whether arguments of docker begin with a subcommand that runs nothing. */
    static boolean onlyShows(List<PatternWord> arguments) {
        List<String> words = arguments.stream()
                .map(word -> word.text().orElse(""))
                .dropWhile("compose"::equals)
                .toList();
        return !words.isEmpty() && SHOWING.contains(words.get(0));
    }

    /** Returns how a subcommand, such as {@code git bisect}, runs others. */
    static Optional<String> reason(String name, PatternWord subcommand) {
        return subcommand.text().map(word -> REASONS.get(name + " " + word));
    }

    /** Returns how one of the commands that a name with stars matches runs others. */
    static Optional<String> reason(PatternWord name, boolean alone) {
        return name.text()
                .map(text -> reason(text, alone))
                .orElseGet(() -> Stream.concat(REASONS.keySet().stream(), REASONS_ALONE.keySet().stream())
                        .sorted()
                        .filter(name::matches)
                        .flatMap(command -> reason(command, alone).stream())
                        .findFirst());
    }
}
