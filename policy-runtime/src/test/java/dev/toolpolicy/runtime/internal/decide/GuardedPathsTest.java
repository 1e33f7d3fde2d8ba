package dev.toolpolicy.runtime.internal.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.internal.read.CheckedVisitor;
import dev.toolpolicy.runtime.internal.read.CompiledSchema;
import dev.toolpolicy.runtime.internal.read.FragmentParser;
import dev.toolpolicy.runtime.internal.read.SchemaCheck;
import dev.toolpolicy.runtime.internal.read.TextPosition;
import dev.toolpolicy.runtime.internal.read.ValueAggregator;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A workspace that calls may not leave unattended, and links that lead elsewhere. */
class GuardedPathsTest {
    private static final ToolSchema SCHEMA = ToolSchema.of(
            Parameter.required("path", ParameterType.path()),
            Parameter.optional("content", ParameterType.string()),
            Parameter.optional("line", ParameterType.string()),
            Parameter.optional("kind", ParameterType.string()),
            Parameter.optional("to", ParameterType.arrayOf(ParameterType.path())),
            Parameter.optional(
                    "env",
                    ParameterType.objectOf(
                            List.of(Parameter.optional("n", ParameterType.integer())), ParameterType.path())));
    private static final PathSettings WORKSPACE =
            PathSettings.plain().withForm(NormalPath.Form.PLAIN.inWorkspace("/ws"));
    private static final RuleList ALLOW = RuleList.always(Mode.ALLOW);

    @Test
    void aGuardedFolderStandsForAllBelowItAndGuardingAddsUp() {
        PathSettings guarded = PathSettings.plain()
                .withGuarded(List.of(Path.of("/state")))
                .withGuarded(List.of(Path.of("/etc/policy.toml")));
        for (String path : List.of("/state", "/state/a/b", "/STATE/../state/x", "/etc/policy.toml")) {
            assertDecided(guarded, ALLOW, "{\"path\":\"" + path + "\"|}", Mode.ASK, "/path");
        }
        for (String path : List.of("/states", "/etc/policy.toml2", "/etc")) {
            assertDecided(guarded, ALLOW, "{\"path\":\"" + path + "\"}|", Mode.ALLOW, "");
        }
    }

    @Test
    void unattendedWaitsForEveryPath() {
        assertDecided(WORKSPACE, ALLOW, "{\"path\":\"a\",\"content\":\"x\"}|", Mode.ALLOW, "");
        assertDecided(WORKSPACE, ALLOW, "{\"path\":\"a\",\"to\":[\"b\"],\"env\":{\"x\":\"c\"}|}", Mode.ALLOW, "");
        assertDecided(WORKSPACE, ALLOW, "{\"path\":\"/ws/a/../b\"}|", Mode.ALLOW, "");
    }

    @Test
    void aPathOutsideTurnsUnattendedIntoAskAtOnce() {
        for (String outside : List.of("/etc/passwd", "../a", "a/../../b", "/ws/../x", "/wsx", "/proc/self/cwd/.env")) {
            assertDecided(WORKSPACE, ALLOW, "{\"path\":\"" + outside + "\"|,\"content\":\"x\"}", Mode.ASK, "/path");
        }
        assertDecided(WORKSPACE, ALLOW, "{\"to\":[\"b\",\"/c\"|],\"path\":\"a\"}", Mode.ASK, "/to");
        assertDecided(WORKSPACE, ALLOW, "{\"env\":{\"x\":\"/c\"|},\"path\":\"a\"}", Mode.ASK, "/env/*");
    }

    @Test
    void theFirstOutsidePathOfTheSchemaIsNamedInAnyOrder() {
        RuleList rules = RuleList.of(RuleSpec.when(Argument.Text.at("/content").constant("x"), Mode.ALLOW));
        assertDecided(WORKSPACE, rules, "{\"to\":[\"/c\"],\"path\":\"/d\",\"content\":\"x\"|}", Mode.ASK, "/path");
        assertDecided(WORKSPACE, rules, "{\"path\":\"/d\",\"to\":[\"/c\"],\"content\":\"x\"|}", Mode.ASK, "/path");
        assertDecided(
                WORKSPACE,
                rules,
                "{\"env\":{\"x\":\"/c\"},\"to\":[\"/c\",\"/d\"],\"path\":\"d\",\"content\":\"x\"|}",
                Mode.ASK,
                "/to");
    }

    /** A rule that may have to be passed over unread comes first: its decision names the rule, not the path. */
    @Test
    void aStricterRuleThatMayGoUnreadKeepsAPathFromDeciding() {
        RuleList rules = RuleList.of(
                RuleSpec.when(Argument.Text.at("/content").constant("x"), Mode.ALLOW),
                RuleSpec.whenAll(
                        List.of(
                                Argument.Text.at("/line").commands("rm *"),
                                Argument.Text.at("/kind").constant("b")),
                        Mode.DENY),
                RuleSpec.otherwise(Mode.ALLOW));
        String call = "{\"path\":\"/d\",\"line\":\"$(x)\",\"kind\":\"";
        assertDecided(WORKSPACE, rules, call + "b\",\"content\":\"z|\"}", Mode.ASK, "");
        assertDecided(WORKSPACE, rules, call + "b\",\"content\":\"x\"|}", Mode.ASK, "/path");
        assertDecided(WORKSPACE, rules, call + "c|\",\"content\":\"z\"}", Mode.ASK, "/path");
    }

    @Test
    void aGuardedFileIsSeenWhileItArrives() {
        Path guarded = Path.of("policy.toml");
        PathSettings settings = PathSettings.plain().withGuarded(List.of(guarded));
        String absolute = guarded.toAbsolutePath().toString().replace('\\', '/');
        for (String name : List.of("policy.toml", "./x/../POLICY.toml", "policy\\u002etoml", absolute)) {
            assertDecided(settings, ALLOW, "{\"path\":\"" + name + "\"|,\"content\":\"x\"}", Mode.ASK, "/path");
            assertDecided(settings, ALLOW, "{\"path\":\"a\",\"to\":[\"b\",\"" + name + "\"|]}", Mode.ASK, "/to");
        }
        assertDecided(settings, ALLOW, "{\"path\":\"x/policy.toml\",\"to\":[\"policy.tom\"]}|", Mode.ALLOW, "");
    }

    @Test
    void aGuardedFileIsNamedAsAnySystemMayReadIt() {
        PathSettings settings = PathSettings.plain().withGuarded(List.of(Path.of("r\u00e9gles.toml")));
        for (String name : List.of(
                "re\u0301gles.toml",
                "R\u00c9GLES.TOML",
                ".\\\\r\u00e9gles.toml",
                "x\\\\../r\u00e9gles.toml",
                "C:r\u00e9gles.toml")) {
            assertDecided(settings, ALLOW, "{\"path\":\"" + name + "\"|}", Mode.ASK, "/path");
        }
        assertDecided(settings, ALLOW, "{\"path\":\"regles.toml\"}|", Mode.ALLOW, "");
    }

    @Test
    void aGuardedFileThatIsALinkIsGuardedWhereItLeads(@TempDir Path folder) throws IOException {
        Path file = Files.createFile(folder.resolve("real.toml"));
        Path link = Files.createSymbolicLink(folder.resolve("policy.toml"), file);
        PathSettings settings = PathSettings.plain().withGuarded(List.of(link));
        assertDecided(settings, ALLOW, "{\"path\":\"" + link + "\"|}", Mode.ASK, "/path");
        assertDecided(settings, ALLOW, "{\"path\":\"" + file.toRealPath() + "\"|}", Mode.ASK, "/path");
        assertDecided(settings, ALLOW, "{\"path\":\"" + folder.resolve("other.toml") + "\"}|", Mode.ALLOW, "");
    }

    @Test
    void aWorkspaceThatIsALinkIsWhereItsFilesAreGuarded(@TempDir Path folder) throws IOException {
        Path real = Files.createDirectory(folder.resolve("real"));
        Path link = Files.createSymbolicLink(folder.resolve("ws"), real);
        PathSettings settings = PathSettings.plain()
                .withForm(NormalPath.Form.PLAIN.inWorkspace(link.toString()))
                .withGuarded(List.of(real.resolve("policy.toml")));
        assertDecided(settings, ALLOW, "{\"path\":\"policy.toml\"|}", Mode.ASK, "/path");
    }

    /** What a path is called counts as much as where it leads: the link may be another by the time the call runs. */
    @Test
    void aLinkIsGuardedAsItIsWrittenAndWhereItLeads() {
        Map<String, String> links = Map.of("../in", "/ws/src/a", "policy.toml", "src/a", "src/link", "policy.toml");
        PathSettings settings = WORKSPACE.withLinks(path -> Optional.of(links.getOrDefault(path, path)));
        assertDecided(settings, ALLOW, "{\"path\":\"../in\"|}", Mode.ASK, "/path");
        PathSettings guarding = PathSettings.plain()
                .withLinks(path -> Optional.of(links.getOrDefault(path, path)))
                .withGuarded(List.of(Path.of("policy.toml")));
        assertDecided(guarding, ALLOW, "{\"path\":\"policy.toml\"|}", Mode.ASK, "/path");
        assertDecided(guarding, ALLOW, "{\"path\":\"src/link\"|}", Mode.ASK, "/path");
        assertDecided(guarding, ALLOW, "{\"path\":\"src/a\"}|", Mode.ALLOW, "");
    }

    /** A rule that failed at one value holds at no other, whichever of several rules failed first. */
    @Test
    void ofRulesThatNeedEveryValueNoneHoldsThatFailedBefore() {
        RuleList rules = RuleList.of(every("a", Mode.DENY), every("b", Mode.ALLOW), RuleSpec.otherwise(Mode.EDIT));
        assertDecided(PathSettings.plain(), rules, "{\"path\":\"x\",\"to\":[\"a/1\",\"b/1\"|]}", Mode.EDIT, "");
        assertDecided(PathSettings.plain(), rules, "{\"path\":\"x\",\"to\":[\"b/1\",\"a/1\"|]}", Mode.EDIT, "");
        assertDecided(PathSettings.plain(), rules, "{\"path\":\"x\",\"to\":[\"b/1\",\"b/2\"]|}", Mode.ALLOW, "");
    }

    private static RuleSpec every(String prefix, Mode mode) {
        return RuleSpec.when(
                Condition.onArgument(ArgumentPointer.parse("/to"), Matcher.prefix(prefix))
                        .match(Match.ALL),
                mode);
    }

    @Test
    void pathsInAWholeObjectCountLikeOthers() {
        JsonNode secret = JsonNodeFactory.instance.objectNode().put("x", "secret");
        Condition isSecret = Condition.onArgument(ArgumentPointer.parse("/env"), Matcher.constant(secret));
        RuleList skipping = RuleList.of(RuleSpec.when(isSecret, Mode.DENY), RuleSpec.otherwise(Mode.EDIT));
        assertDecided(PathSettings.plain(), skipping, "{\"path\":\"a\",\"env\":{\"x\":\"./secret/\"}|}", Mode.DENY, "");
        assertDecided(PathSettings.plain(), skipping, "{\"path\":\"a\",\"env\":{\"x\":\"other\"}|}", Mode.EDIT, "");

        PathSettings links = PathSettings.plain().withLinks(path -> Optional.of(path.equals("l") ? "secret" : path));
        assertDecided(links, skipping, "{\"path\":\"a\",\"env\":{\"x\":\"l\"}|}", Mode.DENY, "");
        PathSettings away = PathSettings.plain().withLinks(path -> Optional.of(path.equals("secret") ? "l" : path));
        RuleList unattended = RuleList.of(RuleSpec.when(isSecret, Mode.ALLOW), RuleSpec.otherwise(Mode.EDIT));
        assertDecided(away, unattended, "{\"path\":\"a\",\"env\":{\"x\":\"secret\"}|}", Mode.EDIT, "");
    }

    @Test
    void aDeclaredTextBesideAdditionalPathsIsNoPath() {
        ToolSchema schema = ToolSchema.of(Parameter.required(
                "env",
                ParameterType.objectOf(
                        List.of(Parameter.optional("title", ParameterType.string())), ParameterType.path())));
        CompiledRules rules = CompiledRules.of(schema, ToolSchema.of(), ALLOW, WORKSPACE);
        ObjectNode arguments = JsonNodeFactory.instance.objectNode();
        arguments.putObject("env").put("title", "/etc").put("x", "a");
        assertEquals(Mode.ALLOW, rules.evaluate(arguments, Facts.NONE).mode());
        arguments.putObject("env").put("title", "/etc").put("x", "/b");
        assertEquals(Mode.ASK, rules.evaluate(arguments, Facts.NONE).mode());
    }

    @Test
    void otherAnswersDoNotWait() {
        assertDecided(WORKSPACE, RuleList.always(Mode.DENY), "|{\"path\":\"/etc\"}", Mode.DENY, "");
        assertDecided(WORKSPACE, RuleList.always(Mode.ASK), "|{\"path\":\"/etc\"}", Mode.ASK, "");
    }

    @Test
    void anAbsoluteTwinIsTheRelativePath() {
        RuleList rules = RuleList.of(
                RuleSpec.when(Argument.Text.at("/path").prefix(".env"), Mode.DENY), RuleSpec.otherwise(Mode.ALLOW));
        assertDecided(WORKSPACE, rules, "{\"path\":\"/ws/src/../.env\"|}", Mode.DENY, "");
    }

    @Test
    void aLinkCountsInBothForms() {
        Map<String, String> links = Map.of("src/l", "secret/x", "src/out", "/etc/passwd", "pub", "src/a");
        PathSettings settings = WORKSPACE.withLinks(path -> Optional.of(links.getOrDefault(path, path)));
        RuleList rules = RuleList.of(
                RuleSpec.when(Argument.Text.at("/path").prefix("secret"), Mode.DENY),
                RuleSpec.when(Argument.Text.at("/path").prefix("src"), Mode.ALLOW));
        assertDecided(settings, rules, "{\"path\":\"src/a\"}|", Mode.ALLOW, "");
        assertDecided(settings, rules, "{\"path\":\"src/l\"|}", Mode.DENY, "");
        assertDecided(settings, rules, "{\"path\":\"pub\"|}", Mode.ASK, "");
        assertDecided(settings, ALLOW, "{\"path\":\"src/out\"|}", Mode.ASK, "/path");
    }

    @Test
    void aLinkThatCannotBeResolvedIsNeverUnattended() {
        PathSettings unknown = PathSettings.plain().withLinks(path -> Optional.empty());
        PathSettings failing = PathSettings.plain().withLinks(path -> {
            throw new IllegalStateException("no file system");
        });
        assertDecided(unknown, ALLOW, "{\"path\":\"a\"|}", Mode.ASK, "/path");
        assertDecided(failing, ALLOW, "{\"path\":\"a\"|}", Mode.ASK, "/path");
    }

    /** The bar in the text stands where the decision falls; the complete arguments get the same. */
    private static void assertDecided(PathSettings paths, RuleList rules, String marked, Mode mode, String guarded) {
        CompiledRules compiled = CompiledRules.of(SCHEMA, ToolSchema.of(), rules, paths);
        RuleEvaluation evaluation = compiled.begin(new TextPosition(), Facts.NONE, false);
        ValueAggregator values = new ValueAggregator();
        FragmentParser parser = new FragmentParser(
                ArgumentLimits.defaults(),
                new SchemaCheck(CompiledSchema.of(SCHEMA), CheckedVisitor.both(evaluation, values)));
        String text = marked.replace("|", "");
        int decidedAt = evaluation.verdict().isPresent() ? 0 : -1;
        for (int i = 0; i < text.length(); i++) {
            parser.append(text.substring(i, i + 1));
            if (decidedAt < 0 && evaluation.verdict().isPresent()) {
                decidedAt = i + 1;
            }
        }
        assertEquals(Optional.empty(), parser.error(), text);
        RuleDecision verdict = evaluation.verdict().orElseThrow();
        assertEquals(mode, verdict.mode(), text);
        assertEquals(guarded, verdict.guarded().orElse(""), text);
        assertEquals(marked.indexOf('|'), decidedAt, text);
        assertEquals(
                verdict.mode(),
                compiled.evaluate((ObjectNode) values.value().orElseThrow(), Facts.NONE)
                        .mode(),
                text);
    }
}
