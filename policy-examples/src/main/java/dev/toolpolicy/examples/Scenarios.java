package dev.toolpolicy.examples;

import java.util.List;
import java.util.stream.Stream;

/** The scenarios that the example plays without a file. */
final class Scenarios {

    private Scenarios() {}

    static List<Scenario> all() {
        return Stream.of(agent(), formats(), release()).flatMap(List::stream).toList();
    }

    private static List<Scenario> agent() {
        return List.of(
                Scenario.of(
                        "A coding agent writes a file",
                        "The path comes first and decides. The content follows and can't change the decision.",
                        "write-file.sse"),
                Scenario.of(
                        "Read before you write",
                        "A file can be changed after it was read in this session. The last response changes a file\n"
                                + "that was not read: the call is denied as soon as its path is known.",
                        "read-file.sse",
                        "change-file.sse",
                        "change-other-file.sse"),
                Scenario.of(
                        "Commands",
                        "Listed commands run without approval. All others need approval, which is certain at the\n"
                                + "first character that fits no listed command.",
                        "echo.sse",
                        "count-lines.sse",
                        "wait-for-output.sse"));
    }

    private static List<Scenario> formats() {
        return List.of(
                Scenario.of(
                        "Two calls in one response",
                        "OpenAI chat completions. Each call has its own text, decision and outcome.",
                        "weather.sse"),
                Scenario.of(
                        "An agent calls an agent",
                        "OpenAI responses. The first rule reads /agent, which is optional and left out. Only the end\n"
                                + "of the text shows that, so the second rule waits, although /cwd is known earlier.",
                        "task.sse"),
                Scenario.of(
                        "One small call",
                        "Anthropic messages. The piece that completes the prefix of the rule decides.",
                        "time.sse"),
                Scenario.of(
                        "Cut off",
                        "Two responses reach a length limit, and the third loses its connection. A truncated call\n"
                                + "never runs, even if its rules allowed it.",
                        "cut-length.sse",
                        "cut-max-tokens.sse",
                        "cut-connection.sse"),
                Scenario.of(
                        "Malformed",
                        "The arguments of two calls arrive as the text of one call. That text is not JSON.",
                        "two-in-one.sse"));
    }

    private static List<Scenario> release() {
        return List.of(Scenario.of(
                "First test and build, then deploy",
                "A deployment needs a successful test and a successful build. Without them it is denied at its\n"
                        + "name, before its first argument.",
                "release-1.sse",
                "release-2.sse",
                "release-3.sse"));
    }
}
