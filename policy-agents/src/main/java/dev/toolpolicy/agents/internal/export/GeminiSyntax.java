package dev.toolpolicy.agents.internal.export;

import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.config.internal.write.TomlValue;
import dev.toolpolicy.rule.Matcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The policy files of Gemini CLI. Neighbors of one mode have one priority. */
final class GeminiSyntax extends HostSyntax {
    private static final int HIGHEST = 999;

    GeminiSyntax() {
        super(
                "gemini-cli",
                "*",
                true,
                "Gemini CLI compares the text of a command: a rule for \"rm *\" misses \"/bin/rm x\", which another"
                        + " rule decides",
                "put the file into ~/.gemini/policies/; files of an administrator go before it");
    }

    @Override
    Optional<HostRule> whole(String tool, Mode mode) {
        return Optional.of(new HostRule(mode, "toolName = " + TomlValue.string(tool) + "\n"));
    }

    @Override
    Optional<HostRule> said(String tool, Matcher.Kind kind, String place, String text, Mode mode) {
        return HostSyntax.start(kind, text, mode)
                .filter(words -> words.chars().noneMatch(c -> "*<>'\"\\".indexOf(c) >= 0))
                .map(words -> new HostRule(
                        mode,
                        "toolName = " + TomlValue.string(tool) + "\ncommandPrefix = " + TomlValue.string(words)
                                + "\n"));
    }

    @Override
    List<Part> write(List<HostRule> rules) {
        List<Part> parts = new ArrayList<>();
        int priority = HIGHEST;
        for (int i = 0; i < rules.size(); i++) {
            HostRule rule = rules.get(i);
            if (i > 0 && rules.get(i - 1).mode() != rule.mode()) {
                priority--;
            }
            String decision = rule.mode() == Mode.ASK ? "ask_user" : rule.mode().word();
            parts.add(Part.of(
                    "[[rule]]\n" + rule.text() + "decision = \"" + decision + "\"\npriority = " + Math.max(priority, 0)
                            + "\n\n",
                    rule));
        }
        return parts;
    }
}
