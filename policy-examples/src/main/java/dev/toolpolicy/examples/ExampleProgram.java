package dev.toolpolicy.examples;

import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.examples.UserFile.UnusableException;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.stream.internal.wire.WireFormat;
import dev.toolpolicy.stream.internal.wire.WirePart;
import dev.toolpolicy.stream.internal.wire.WireResponse;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The program of the command line: plays all scenarios or a file, or prints help. */
final class ExampleProgram {
    /** Everything was played; calls may have been denied. */
    static final int PLAYED = 0;
    /** The file can't be played. */
    static final int UNUSABLE_FILE = 1;
    /** The command line is wrong. */
    static final int USAGE = 2;

    private final PolicyEngine engine;
    private final Screen screen;
    private final PrintStream errors;
    private final TimelinePrinter timeline;
    private final SummaryTable summary;

    ExampleProgram(PolicyEngine engine, Screen screen, PrintStream errors) {
        RuleText rules = new RuleText(engine.tools());
        this.engine = engine;
        this.screen = screen;
        this.errors = errors;
        this.timeline = new TimelinePrinter(screen, rules);
        this.summary = new SummaryTable(screen, rules);
    }

    /** Runs the program; gives its exit code. */
    int run(String... arguments) {
        if (arguments.length == 0) {
            return playScenarios();
        } else if (arguments.length == 1 && (arguments[0].equals("--help") || arguments[0].equals("-h"))) {
            return help();
        } else if (arguments.length > 1 || arguments[0].startsWith("-") || arguments[0].isBlank()) {
            errors.print("expected at most one file, or --help, but got: "
                    + VisibleText.ascii(String.join(" ", arguments)) + "\n");
            return USAGE;
        }
        return playFile(arguments[0]);
    }

    private int playScenarios() {
        screen.line("Streamed responses, piece by piece, against "
                + engine.tools().tools().size() + " annotated tools.");
        screen.line("The left column counts the characters of a call's arguments that had arrived.");
        screen.blank();
        int number = 1;
        for (Scenario scenario : Scenarios.all()) {
            screen.title(number + ". " + scenario.title());
            scenario.note().lines().forEach(line -> screen.line(Style.NOTE, "   " + line));
            screen.blank();
            try (PolicySession session = engine.session("example-" + number)) {
                scenario.recordings().forEach(recording -> play(session, recording));
            }
            number++;
        }
        summary.print();
        return PLAYED;
    }

    private int playFile(String file) {
        try (PolicySession session = engine.session("file")) {
            WireResponse response = UserFile.read(file);
            if (!play(session, Recording.of(VisibleText.ascii(file), response))) {
                screen.line("   The response calls no tool.");
            } else {
                summary.print();
            }
            return PLAYED;
        } catch (UnusableException e) {
            errors.print(e.getMessage() + "\n");
            return UNUSABLE_FILE;
        }
    }

    /** Plays a response and prints its calls; tells whether it has any. */
    private boolean play(PolicySession session, Recording recording) {
        introduce(recording);
        List<PlayedCall> calls = ResponsePlayer.play(session, recording.parts());
        calls.forEach(timeline::print);
        summary.add(calls);
        return !calls.isEmpty();
    }

    private void introduce(Recording recording) {
        screen.line(Style.NOTE, " * " + Printable.excerpt(recording.file(), 96));
        String source = Stream.of(recording.source(), end(recording.end()))
                .filter(word -> !word.isEmpty())
                .collect(Collectors.joining(", "));
        if (!source.isEmpty()) {
            screen.line(Style.NOTE, "   " + VisibleText.ascii(source));
        }
        String says = recording.plainText().strip();
        if (!says.isEmpty()) {
            screen.line("   says: " + screen.styled(Style.TEXT, Printable.excerpt(says, 86)));
        }
        screen.blank();
    }

    private static String end(WirePart end) {
        return end.kind() == WirePart.Kind.COMPLETE ? "" : "cut: " + end.text();
    }

    private int help() {
        screen.line("Plays responses of models, piece by piece, against the example's tools: what is decided when.");
        screen.blank();
        screen.line("   ./gradlew run                  the responses that come with the example");
        screen.line("   ./gradlew run --args=FILE      a body of your own, server-sent events or one JSON object, of");
        for (WireFormat format : WireFormat.values()) {
            screen.line(" ".repeat(34) + format.title());
        }
        screen.blank();
        screen.line("Colours follow the terminal, NO_COLOR and -P" + Screen.COLOR + "=always|never.");
        screen.line("Exit code: " + PLAYED + " if it was played, " + UNUSABLE_FILE + " if the file can't be, " + USAGE
                + " if the command line is wrong.");
        screen.blank();
        String tools =
                engine.tools().tools().stream().map(ToolSpec::name).sorted().collect(Collectors.joining(", "));
        Printable.wrapped("Tools: " + tools, 96).forEach(screen::line);
        return PLAYED;
    }
}
