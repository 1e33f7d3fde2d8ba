package dev.toolpolicy.runtime.internal.decide;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;

/**
 * The policy that is measured, for a tool of a coding agent: ten rules; in longer lists seven that say no come first
 * and three that say yes last, as people write them, with groups of ten further rules between them. Calls fall to each
 * part of the ten, and to none; what is between never decides, but must be asked.
 */
final class DecisionPolicy {
    static final ToolSchema PATHS = schema(ParameterType.path());
    static final ToolSchema TEXTS = schema(ParameterType.string());

    private static final Argument.Text PATH = Argument.Text.at("/path");
    private static final Argument.Text COMMAND = Argument.Text.at("/command");
    private static final Argument.Numeric LINES = Argument.Numeric.at("/lines");
    private static final Argument.Flag FORCE = Argument.Flag.at("/force");
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private DecisionPolicy() {}

    private static ToolSchema schema(ParameterType path) {
        return ToolSchema.of(
                Parameter.required("path", path),
                Parameter.required("command", ParameterType.string()),
                Parameter.optional("lines", ParameterType.integer()),
                Parameter.optional("force", ParameterType.bool()));
    }

    /** The policy with so many rules, a multiple of ten. */
    static RuleList rules(int count) {
        List<RuleSpec> rules = new ArrayList<>(List.of(
                RuleSpec.when(PATH.prefix(".git"), Mode.DENY),
                RuleSpec.when(PATH.constant(".env"), Mode.DENY),
                RuleSpec.when(COMMAND.pattern("\\brm\\s+-\\w*[rf]"), Mode.ASK),
                RuleSpec.when(COMMAND.pattern("\\b(?:sudo|doas)\\b"), Mode.DENY),
                RuleSpec.when(COMMAND.pattern("^git\\s+push\\b.*--force"), Mode.DENY),
                RuleSpec.when(LINES.minimum(1000), Mode.EDIT),
                RuleSpec.when(FORCE.constant(true), Mode.ASK)));
        for (int i = 0; i < count / 10 - 1; i++) {
            rules.addAll(further(i));
        }
        rules.add(RuleSpec.when(COMMAND.oneOf("ls", "pwd", "git status", "git diff"), Mode.ALLOW));
        rules.add(RuleSpec.when(COMMAND.prefix("cargo test"), Mode.ALLOW));
        rules.add(RuleSpec.when(PATH.prefix("src"), Mode.ALLOW));
        return new RuleList(rules);
    }

    private static List<RuleSpec> further(int i) {
        return List.of(
                RuleSpec.when(PATH.prefix("vendor/library" + i), Mode.ASK),
                RuleSpec.when(PATH.constant("config/service" + i + ".toml"), Mode.EDIT),
                RuleSpec.when(PATH.prefix("deploy/stage" + i), Mode.DENY),
                RuleSpec.when(COMMAND.pattern("\\btool" + i + "\\s+(?:apply|destroy)\\b"), Mode.ASK),
                RuleSpec.when(COMMAND.pattern("--token[= ]t" + i + "\\b"), Mode.DENY),
                RuleSpec.when(COMMAND.pattern("^docker\\s+run\\b.*--name=service" + i + "\\b"), Mode.ASK),
                RuleSpec.when(COMMAND.prefix("release-" + i + " "), Mode.DENY),
                RuleSpec.when(COMMAND.oneOf("make target" + i, "make check" + i), Mode.ALLOW),
                RuleSpec.when(COMMAND.constant("run-" + i), Mode.ALLOW),
                RuleSpec.when(LINES.constant(2000 + i), Mode.DENY));
    }

    /** The conditions, for what asks them one after the other. */
    static List<Condition> conditions(RuleList rules) {
        return rules.rules().stream().map(rule -> rule.conditions().get(0)).toList();
    }

    /** Calls, each with the index among the ten of the rule that decides; -1 for none. */
    static List<ObjectNode> calls() {
        return List.of(
                call(".git/hooks/pre-commit", "chmod +x .git/hooks/pre-commit", 3, false),
                call("docs/../.env", "cat .env", 40, false),
                call("src/lib.rs", "cd build && rm -rf target/debug/incremental", 10, false),
                call("src/main.rs", "sudo apt-get install --yes clang", 1, false),
                call("docs/guide.md", "git push origin main --force-with-lease", 12, false),
                call("data/rows.csv", "python3 scripts/convert.py --all", 1500, false),
                call("build.gradle", "gradle --write-locks dependencies", 20, true),
                call("README.md", "git status", 5, false),
                call("src/main/java/app/service/OrderService.java", "cargo test --all -- --nocapture", 40, false),
                call(
                        "src/web/components/table.ts",
                        "sed -n '1,40p' src/web/components/table.ts | grep import",
                        40,
                        false),
                call("build/report/index.html", "make -C build install DESTDIR=/tmp/x", 7, false),
                call("docs/./images/../early.md", "npx prettier --check docs/early.md", 400, false));
    }

    private static ObjectNode call(String path, String command, int lines, boolean force) {
        ObjectNode call =
                NODES.objectNode().put("path", path).put("command", command).put("lines", lines);
        return force ? call.put("force", true) : call;
    }
}
