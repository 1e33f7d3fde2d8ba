package dev.toolpolicy.examples;

import java.util.List;
import java.util.stream.Stream;

/** The scenarios that the example plays without a file. */
final class Scenarios {

    private Scenarios() {}

    static List<Scenario> all() {
        return Stream.of(agent(), formats(), broken(), release())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Scenario> agent() {
        return List.of(
                new Scenario(
                        "A coding agent writes a file",
                        List.of("The path comes first and decides. The content follows and can't change the decision."),
                        List.of(Recording.body("write-file.sse"))),
                new Scenario(
                        "Read before you write",
                        List.of(
                                "A file can be changed after it was read in this session. The last response changes a"
                                        + " file",
                                "that was not read: the call is denied as soon as its path is known."),
                        List.of(
                                Recording.body("read-file.sse"),
                                Recording.body("change-file.sse"),
                                Recording.body("change-other-file.sse"))),
                new Scenario(
                        "Commands",
                        List.of(
                                "Listed commands run without approval. All others need approval, which is certain at"
                                        + " the",
                                "first character that fits no listed command."),
                        List.of(
                                Recording.body("echo.sse"),
                                Recording.body("count-lines.sse"),
                                Recording.body("wait-for-output.sse"))));
    }

    private static List<Scenario> formats() {
        return List.of(
                new Scenario(
                        "Two calls in one response",
                        List.of("OpenAI chat completions. Each call has its own text, decision and outcome."),
                        List.of(Recording.body("weather.sse"))),
                new Scenario(
                        "An agent calls an agent",
                        List.of(
                                "OpenAI responses. The first rule reads /agent, which is optional and left out. Only"
                                        + " the end",
                                "of the text shows that, so the second rule waits, although /cwd is known earlier."),
                        List.of(Recording.body("task.sse"))),
                new Scenario(
                        "One small call",
                        List.of("Anthropic messages. The piece that completes the prefix of the rule decides."),
                        List.of(Recording.body("time.sse"))));
    }

    private static List<Scenario> broken() {
        return List.of(
                new Scenario(
                        "Cut off",
                        List.of(
                                "Two responses reach a length limit, and the third loses its connection. A truncated"
                                        + " call",
                                "never runs, even if its rules allowed it."),
                        List.of(
                                Recording.body("cut-length.sse"),
                                Recording.body("cut-max-tokens.sse"),
                                Recording.body("cut-connection.sse"))),
                new Scenario(
                        "Malformed",
                        List.of("The arguments of two calls arrive as the text of one call. That text is not JSON."),
                        List.of(Recording.body("two-in-one.sse"))));
    }

    private static List<Scenario> release() {
        return List.of(new Scenario(
                "First test and build, then deploy",
                List.of(
                        "A deployment needs a successful test and a successful build. Without them it is denied at its",
                        "name, before its first argument."),
                List.of(
                        Recording.body("release-1.sse"),
                        Recording.body("release-2.sse"),
                        Recording.body("release-3.sse"))));
    }
}
