package dev.toolpolicy.agents.internal.export;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Matcher;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rules of Codex CLI: words at the start of a command, for all tools that run commands. */
final class CodexSyntax extends HostSyntax {
    CodexSyntax() {
        super(
                "codex",
                "",
                false,
                "set approval_policy = \"untrusted\": with another one, Codex runs commands without a rule in its"
                        + " sandbox",
                "Codex CLI compares the words of a command: a rule for \"rm *\" misses \"/bin/rm x\"",
                "Codex CLI has rules for commands only; apply_patch and other tools follow its sandbox and"
                        + " approval_policy");
    }

    @Override
    Optional<HostRule> whole(String tool, Mode mode) {
        return Optional.empty();
    }

    @Override
    Optional<HostRule> said(String tool, Matcher.Kind kind, String place, String text, Mode mode) {
        return HostSyntax.start(kind, text, mode)
                .filter(words ->
                        words.chars().allMatch(c -> Character.isLetterOrDigit(c) || " -_./:@%+,=".indexOf(c) >= 0))
                .map(words -> new HostRule(
                        mode,
                        Stream.of(words.split(" "))
                                .map(word -> TextNode.valueOf(word).toString())
                                .collect(Collectors.joining(", ", "[", "]"))));
    }

    @Override
    List<Part> write(List<HostRule> rules) {
        return rules.stream()
                .map(rule -> Part.of(
                        "prefix_rule(pattern = " + rule.text() + ", decision = \""
                                + (rule.mode() == Mode.ALLOW
                                        ? "allow"
                                        : rule.mode() == Mode.ASK ? "prompt" : "forbidden")
                                + "\")\n",
                        rule))
                .toList();
    }
}
