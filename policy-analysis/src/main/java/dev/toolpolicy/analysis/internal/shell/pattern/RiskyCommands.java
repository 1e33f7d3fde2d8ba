package dev.toolpolicy.analysis.internal.shell.pattern;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The names of commands that run what their words say, each with the reason, so that allowing them with any words
 * allows any command. Stateless.
 */
public final class RiskyCommands {
    private static final Map<String, String> REASONS = new TreeMap<>();
    /** Commands that are risky only if nothing but their name is said. */
    private static final Set<String> BARE = Set.of("git");

    static {
        put("runs the command in its arguments", Wrappers.NAMES);
        put("runs any commands, from its arguments or from files", words("bash sh dash zsh ksh mksh ash fish script"));
        put("runs the command in its arguments as another user", words("sudo doas su runuser"));
        put("runs its arguments as a command line", words("eval trap watch"));
        put("runs commands on another machine", words("ssh"));
        put("runs the commands in a file", words("source ."));
        put("changes what later commands are and do", words("alias hash enable export typeset declare set shopt"));
        put("runs commands by -exec and deletes files by -delete", words("find"));
        put("downloads and runs packages", words("npx"));
        put("runs commands in containers, which can reach any folder of the machine", words("docker"));
        put("runs the commands in a file, which its arguments change", words("make"));
        put("runs programs in its arguments", words("python python3 node perl ruby awk"));
        put("runs commands and writes files by its scripts", words("sed"));
        put("runs commands by -c and by its configuration", words("git"));
    }

    private RiskyCommands() {}

    private static List<String> words(String names) {
        return List.of(names.split(" "));
    }

    private static void put(String reason, Collection<String> names) {
        names.forEach(name -> REASONS.put(name, reason));
    }

    /** Returns the names with their reasons, sorted. */
    public static Map<String, String> reasons() {
        return Map.copyOf(REASONS);
    }

    /**
     * Returns why an allowing pattern allows any command.
     *
     * @return the reason, such as {@code runs the command in its arguments}; empty if it does not
     */
    public static Optional<String> reason(CommandPattern pattern) {
        if (!pattern.rest() || !pattern.hasName()) {
            return Optional.empty();
        }
        boolean bare = pattern.words().size() == pattern.assignments() + 1;
        PatternWord name = pattern.name();
        return REASONS.entrySet().stream()
                .filter(entry -> bare || !BARE.contains(entry.getKey()))
                .filter(entry -> name.matches(entry.getKey()) || isIn(name, entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** Returns whether a name is that of a command in a folder. */
    private static boolean isIn(PatternWord name, String command) {
        return name.text().filter(text -> text.endsWith("/" + command)).isPresent();
    }
}
