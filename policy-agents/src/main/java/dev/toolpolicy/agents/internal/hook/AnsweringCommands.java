package dev.toolpolicy.agents.internal.hook;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The calls by which an agent would answer its own approval requests: commands that name Tool Policy's own command or the
 * folder of its sessions, and texts of other arguments that name the subcommand.
 */
final class AnsweringCommands {
    private static final String PROGRAM = "toolpolicy";
    /** Names of arguments that are commands, in the catalogs of agents. */
    private static final Set<String> COMMANDS = Set.of("command", "cmd", "chars");

    private static final String PERSON = "Not run: a person answers approval requests, not the agent.";
    private static final String STORE = "Not run: the command names a folder where Tool Policy keeps what it needs.";

    /** The spellings of the folders. */
    private final List<String> folders;

    AnsweringCommands(List<Path> folders, Path home) {
        Path user = home.toAbsolutePath().normalize();
        List<String> spellings = new ArrayList<>();
        for (Path each : folders) {
            Path folder = each.toAbsolutePath().normalize();
            spellings.add(folder.toString());
            if (folder.startsWith(user) && !folder.equals(user)) {
                Stream.of("~", "$HOME", "${HOME}").forEach(sign -> spellings.add(sign + "/" + user.relativize(folder)));
            }
        }
        this.folders = spellings.stream().map(AnsweringCommands::small).toList();
    }

    /** Returns why a call doesn't run; empty if it answers nothing. */
    Optional<String> refusal(JsonNode input) {
        String commands =
                COMMANDS.stream().map(name -> words(input.path(name))).reduce("", (all, each) -> all + "\n" + each);
        if (names(commands) || answers(input)) {
            return Optional.of(PERSON);
        }
        return folders.stream().anyMatch(commands::contains) ? Optional.of(STORE) : Optional.empty();
    }

    /** Returns whether a text, or the words of an array together, name the subcommand that answers. */
    private static boolean answers(JsonNode value) {
        String text = words(value);
        return text.contains(PROGRAM) && text.contains("approvals")
                || StreamSupport.stream(value.spliterator(), false).anyMatch(AnsweringCommands::answers);
    }

    /** Returns whether a command has a word that runs the program, wherever it is installed. */
    private static boolean names(String commands) {
        return Stream.of(commands.split("[^a-z0-9._/\\\\-]+"))
                .map(word -> word.substring(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1))
                .anyMatch(name -> name.equals(PROGRAM) || name.startsWith(PROGRAM + "."));
    }

    /** Returns a text, or the texts of an array with blanks between them, in small letters. */
    private static String words(JsonNode value) {
        List<String> words = new ArrayList<>();
        if (value.isTextual()) {
            words.add(value.textValue());
        } else if (value.isArray()) {
            value.forEach(each -> words.add(each.asText()));
        }
        return small(String.join(" ", words));
    }

    private static String small(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
