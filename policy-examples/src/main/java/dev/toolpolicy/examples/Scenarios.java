package dev.toolpolicy.examples;

import java.util.List;
import java.util.stream.Stream;

/** What is played when no file is given. */
final class Scenarios {

    private Scenarios() {}

    static List<Scenario> all() {
        return Stream.of(agent(), formats(), broken(), release()).flatMap(List::stream).toList();
    }

    private static List<Scenario> agent() {
        return List.of(
                new Scenario(
                        "A coding agent writes a file",
                        List.of("Its path comes first and decides; the rest streams to somebody who knows already."),
                        List.of(Recordings.arguments("toolu_012CV8iXsjVNx3LYTvhZk5ue"))),
                new Scenario(
                        "Read before you write",
                        List.of("A file may be changed once it was read in this session. A second file follows, whose",
                                "reading is left out here: its change is denied as soon as its path is known."),
                        List.of(Recordings.arguments("toolu_01M2nvKsqT6rVjX1DJwBLkhf"),
                                Recordings.arguments("toolu_01PEcuHzuMfjAi51JLrWahht"),
                                Recordings.arguments("toolu_01UG13jjAw1JMza62nxUNZTu"))),
                new Scenario(
                        "Commands",
                        List.of("Commands that need nobody are listed; any other is asked about, which is certain at",
                                "the first letter that fits none of them."),
                        List.of(Recordings.pieces("anthropic-bash.json"),
                                Recordings.pieces("responses-bash.json"),
                                Recordings.pieces("responses-write-stdin.json"))));
    }

    private static List<Scenario> formats() {
        return List.of(
                new Scenario(
                        "Two calls in one response",
                        List.of("OpenAI chat completions. Each call has its own text, decision and outcome."),
                        List.of(Recordings.body("chat-parallel-weather.sse"))),
                new Scenario(
                        "An agent calls an agent",
                        List.of("OpenAI responses. The first rule looks at /agent, which may be left out: only the end",
                                "settles that it was, so the second rule waits, though its /cwd is known before."),
                        List.of(Recordings.body("responses-task.sse"))),
                new Scenario(
                        "One small call",
                        List.of("Anthropic messages. The piece that completes the prefix decides, here the last one."),
                        List.of(Recordings.body("anthropic-get-time.sse"))));
    }

    private static List<Scenario> broken() {
        return List.of(
                new Scenario(
                        "Cut off",
                        List.of("A limit ended the text too early: whatever was decided, such a call never runs."),
                        List.of(Recordings.body("chat-truncated-report.sse"),
                                Recordings.pieces("anthropic-truncated-file.json"),
                                Recordings.quoted(9, "bash", false))),
                new Scenario(
                        "Malformed",
                        List.of("The arguments of two calls in one text, which is no JSON, whoever repairs it."),
                        List.of(Recordings.quoted(2, "fs_list_files", true))));
    }

    private static List<Scenario> release() {
        return List.of(new Scenario(
                "First test and build, then deploy",
                List.of("Before both have succeeded a deployment is denied at its name, before its first argument."),
                List.of(Recordings.handwritten("release-1.sse"),
                        Recordings.handwritten("release-2.sse"),
                        Recordings.handwritten("release-3.sse"))));
    }
}
