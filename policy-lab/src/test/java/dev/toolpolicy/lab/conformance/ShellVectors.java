package dev.toolpolicy.lab.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolpolicy.analysis.internal.shell.line.ReadCommands;
import dev.toolpolicy.analysis.internal.shell.match.CommandMachine;
import dev.toolpolicy.analysis.internal.shell.match.CommandSet;
import dev.toolpolicy.analysis.internal.shell.match.Verdict;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A command line: whether it is plain, its commands, and which sets of patterns match every and some command. */
final class ShellVectors implements VectorCheck {

    @Override
    public Optional<Mismatch> run(Members vector) {
        String line = vector.text("line");
        boolean plain = vector.value("plain").booleanValue();
        JsonNode commands = plain ? vector.value("commands") : JsonNodeFactory.instance.nullNode();
        if (!plain) {
            vector.text("reason");
        }
        JsonNode read = read(line);
        Optional<Mismatch> mismatch = Mismatch.between("commands " + commands, "commands " + read);
        for (Members asked : vector.objects("every")) {
            Optional<Mismatch> every = every(line, asked);
            mismatch = mismatch.or(() -> every);
        }
        for (Members asked : vector.objects("some")) {
            Optional<Mismatch> some = some(line, plain, asked);
            mismatch = mismatch.or(() -> some);
        }
        return mismatch;
    }

    /** Returns the commands of a line as vectors have them; null if it is not plain. */
    private static JsonNode read(String line) {
        Optional<List<List<@Nullable String>>> read = ReadCommands.of(line);
        if (read.isEmpty()) {
            return JsonNodeFactory.instance.nullNode();
        }
        ArrayNode commands = JsonNodeFactory.instance.arrayNode();
        for (List<@Nullable String> words : read.get()) {
            ArrayNode command = commands.addArray();
            words.forEach(command::add);
        }
        return commands;
    }

    private static Optional<Mismatch> every(String line, Members asked) {
        Answer answer = Answer.of(set(asked).every(), line);
        boolean holds = asked.value("holds").booleanValue();
        int latest = holds ? line.length() : latest(asked, "refuted_at", line);
        asked.end();
        return holds == (answer.verdict() == Verdict.TRUE) && answer.at() <= latest
                ? Optional.empty()
                : Optional.of(answer.instead("every " + holds, latest));
    }

    private static Optional<Mismatch> some(String line, boolean plain, Members asked) {
        Answer answer = Answer.of(set(asked).some(), line);
        boolean holds = asked.value("holds").booleanValue();
        int latest = holds ? latest(asked, "at", line) : line.length();
        asked.end();
        Verdict unmatched = plain ? Verdict.FALSE : Verdict.UNKNOWN;
        return answer.verdict() == (holds ? Verdict.TRUE : unmatched) && answer.at() <= latest
                ? Optional.empty()
                : Optional.of(answer.instead("some " + holds, latest));
    }

    private static CommandSet set(Members asked) {
        return CommandSet.of(asked.texts("patterns"));
    }

    /** Returns the offset at which the answer must be known; the line's length if only its end tells. */
    private static int latest(Members asked, String name, String line) {
        return asked.value(name).isNull() ? line.length() : (int) asked.count(name);
    }

    /** A verdict and the number of UTF-16 units after which it was certain. */
    private record Answer(Verdict verdict, int at) {
        static Answer of(CommandMachine machine, String line) {
            int[] state = new int[machine.size()];
            machine.start(state, 0);
            for (int i = 0; i < line.length(); ) {
                int c = line.codePointAt(i);
                i += Character.charCount(c);
                machine.step(state, 0, c);
                if (machine.verdict(state, 0) != Verdict.OPEN) {
                    return new Answer(machine.verdict(state, 0), i);
                }
            }
            return new Answer(machine.end(state, 0), line.length());
        }

        Mismatch instead(String expected, int latest) {
            return new Mismatch(expected + " at " + latest, verdict + " at " + at);
        }
    }
}
