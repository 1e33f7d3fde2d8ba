package dev.toolpolicy.agents.internal.hook;

import dev.toolpolicy.analysis.internal.shell.line.CommandEvents;
import dev.toolpolicy.analysis.internal.shell.line.LineReader;
import dev.toolpolicy.analysis.internal.shell.line.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The words of a command line without their quotes, one list for each command. Assignments are commands of their own, and so
 * are redirects, of a sign and a file. For one line.
 */
final class CommandWords implements CommandEvents {
    /** Marks what the shell puts in, such as a variable's value. It occurs in no plain line. */
    static final char ANY = '\1';

    private final List<List<String>> commands = new ArrayList<>();
    private final String line;
    private List<String> command = new ArrayList<>();
    /** The command, or the redirect, that has the word. */
    private List<String> target = command;

    private int index;
    /** Where the word begins. */
    private int from;

    private boolean isPlain = true;

    private CommandWords(String line) {
        this.line = line;
        LineReader reader = new LineReader(this, 0);
        int[] state = new int[LineReader.SIZE];
        reader.start(state, 0);
        for (; index < line.length(); index = line.offsetByCodePoints(index, 1)) {
            reader.step(state, 0, line.codePointAt(index));
        }
        reader.end(state, 0);
    }

    /** Returns the commands, none of which is empty; empty if shells may read the line in different ways. */
    static Optional<List<List<String>>> of(String line) {
        CommandWords words = new CommandWords(line);
        return words.isPlain ? Optional.of(words.commands) : Optional.empty();
    }

    /** Marks what a shell puts into a text, and separates what is in braces. */
    static String marked(String text) {
        StringBuilder marked = new StringBuilder();
        boolean isName = false;
        // What a backslash means in $'...' isn't read: it may be any character.
        for (char c : bare(text.contains("$'") ? text.replace("\\", "$") : text).toCharArray()) {
            isName = c == '$' || isName && (c == '{' || c == '_' || Character.isLetterOrDigit(c));
            boolean isSign = "${},*?[".indexOf(c) >= 0;
            marked.append(isSign ? ANY : isName ? "" : c).append(c == '{' || c == ',' ? " " : "");
        }
        return marked.toString();
    }

    /** Returns a text without quotes and backslashes. */
    static String bare(String text) {
        return text.replace("\\\n", "")
                .replace("$'", "")
                .replace("$\"", "")
                .replace("\\", "")
                .replace("'", "")
                .replace("\"", "");
    }

    @Override
    public void beginName(int[] state, int at) {
        command = begin();
    }

    private List<String> begin(String... words) {
        from = index;
        target = new ArrayList<>(List.of(words));
        commands.add(target);
        return target;
    }

    @Override
    public void beginFile(int[] state, int at, Target kind) {
        begin(kind.sign());
    }

    /** Begins an argument. If it begins with a digit, the reader first looks whether that is of a redirect. */
    @Override
    public void beginArgument(int[] state, int at) {
        from = Character.isDigit(line.charAt(index - 1)) ? index - 1 : index;
        target = command;
    }

    @Override
    public void endArgument(int[] state, int at) {
        target.add(marked(line.substring(from, index)));
    }

    /** Ends the word that has the substitution; what is behind it is not known. */
    @Override
    public void enter(int[] state, int at) {
        endArgument(state, at);
    }

    @Override
    public void fail(int[] state, int at) {
        isPlain = false;
    }
}
