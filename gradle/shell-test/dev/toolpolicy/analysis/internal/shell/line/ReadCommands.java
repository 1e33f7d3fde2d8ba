package dev.toolpolicy.analysis.internal.shell.line;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A collector of the commands of one line, for tests. */
public final class ReadCommands implements CommandEvents {
    private final List<List<@Nullable String>> commands = new ArrayList<>();
    private final List<@Nullable String> words = new ArrayList<>();
    private final List<List<@Nullable String>> files = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private boolean failed;
    private boolean unknown;
    private String sign = "";
    /** Outside of a substitution, none; inside, the words of the command around it. */
    private List<@Nullable String> outer = List.of();

    private ReadCommands() {}

    /**
     * Reads a line.
     *
     * @return the commands as lists of words, of which null is an unknown one, and files as commands of two words
     *     behind their command; empty if the line is not plain
     */
    public static Optional<List<List<@Nullable String>>> of(String line) {
        ReadCommands read = new ReadCommands();
        LineReader reader = new LineReader(read, 0);
        int[] state = new int[LineReader.SIZE];
        reader.start(state, 0);
        line.codePoints().forEach(c -> reader.step(state, 0, c));
        reader.end(state, 0);
        return read.failed ? Optional.empty() : Optional.of(read.commands);
    }

    private void begin() {
        text.setLength(0);
        unknown = false;
    }

    private @Nullable String word() {
        return unknown ? null : text.toString();
    }

    @Override
    public void beginName(int[] state, int at) {
        begin();
    }

    @Override
    public void beginArgument(int[] state, int at) {
        begin();
    }

    @Override
    public void character(int[] state, int at, int codePoint) {
        text.appendCodePoint(codePoint);
    }

    @Override
    public void assign(int[] state, int at) {
        text.append('=');
    }

    @Override
    public void unknown(int[] state, int at) {
        unknown = true;
    }

    @Override
    public void endName(int[] state, int at) {
        words.add(word());
    }

    @Override
    public void endAssignment(int[] state, int at) {
        words.add(word());
    }

    @Override
    public void endArgument(int[] state, int at) {
        words.add(word());
    }

    @Override
    public void close(int[] state, int at) {}

    @Override
    public void beginFile(int[] state, int at, Target target) {
        begin();
        sign = target.sign();
    }

    @Override
    public void fileCharacter(int[] state, int at, int codePoint) {
        text.appendCodePoint(codePoint);
    }

    @Override
    public void unknownFile(int[] state, int at) {
        unknown = true;
    }

    @Override
    public void fileCounts(int[] state, int at) {}

    @Override
    public void endFile(int[] state, int at) {
        List<@Nullable String> file = new ArrayList<>(List.of(sign));
        file.add(word());
        files.add(file);
    }

    @Override
    public void dropFile(int[] state, int at) {}

    @Override
    public void endCommand(int[] state, int at) {
        commands.add(new ArrayList<>(words));
        commands.addAll(files);
        words.clear();
        files.clear();
    }

    @Override
    public void enter(int[] state, int at) {
        outer = new ArrayList<>(words);
        words.clear();
    }

    @Override
    public void leave(int[] state, int at) {
        words.addAll(outer);
        unknown = true;
    }

    @Override
    public void fail(int[] state, int at) {
        failed = true;
    }
}
