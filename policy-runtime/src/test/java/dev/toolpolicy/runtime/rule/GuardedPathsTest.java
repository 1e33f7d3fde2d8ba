package dev.toolpolicy.runtime.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Match;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.Rule;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.json.ArgumentLimits;
import dev.toolpolicy.runtime.json.CheckedVisitor;
import dev.toolpolicy.runtime.json.CompiledSchema;
import dev.toolpolicy.runtime.json.FragmentParser;
import dev.toolpolicy.runtime.json.SchemaCheck;
import dev.toolpolicy.runtime.json.ValueAggregator;
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
            Parameter.optional("to", ParameterType.arrayOf(ParameterType.path())),
            Parameter.optional(
                    "env",
                    new ParameterType.ObjectType(
                            List.of(Parameter.optional("n", ParameterType.integer())), ParameterType.path())));
    private static final PathSettings WORKSPACE =
            PathSettings.plain().form(NormalPath.Form.PLAIN.inWorkspace("/ws"));
    private static final RuleList UNATTENDED = RuleList.always(Mode.UNATTENDED);

    @Test
    void unattendedWaitsForEveryPath() {
        assertDecided(WORKSPACE, UNATTENDED, "{\"path\":\"a\",\"content\":\"x\"}|", Mode.UNATTENDED, "");
        assertDecided(WORKSPACE, UNATTENDED, "{\"path\":\"a\",\"to\":[\"b\"],\"env\":{\"x\":\"c\"}|}", Mode.UNATTENDED, "");
        assertDecided(WORKSPACE, UNATTENDED, "{\"path\":\"/ws/a/../b\"}|", Mode.UNATTENDED, "");
    }

    @Test
    void aPathOutsideTurnsUnattendedIntoAskAtOnce() {
        for (String outside : List.of("/etc/passwd", "../a", "a/../../b", "/ws/../x", "/wsx", "/proc/self/cwd/.env")) {
            assertDecided(WORKSPACE, UNATTENDED, "{\"path\":\"" + outside + "\"|,\"content\":\"x\"}", Mode.ASK, "/path");
        }
        assertDecided(WORKSPACE, UNATTENDED, "{\"to\":[\"b\",\"/c\"|],\"path\":\"a\"}", Mode.ASK, "/to");
        assertDecided(WORKSPACE, UNATTENDED, "{\"env\":{\"x\":\"/c\"|},\"path\":\"a\"}", Mode.ASK, "/env/*");
    }

    @Test
    void ofSeveralPathsOutsideTheFirstOfTheSchemaIsNamedInWhateverOrderTheyCome() {
        RuleList rules = RuleList.of(Rule.when(Argument.Text.at("/content").constant("x"), Mode.UNATTENDED));
        assertDecided(WORKSPACE, rules, "{\"to\":[\"/c\"],\"path\":\"/d\",\"content\":\"x\"|}", Mode.ASK, "/path");
        assertDecided(WORKSPACE, rules, "{\"path\":\"/d\",\"to\":[\"/c\"],\"content\":\"x\"|}", Mode.ASK, "/path");
        assertDecided(WORKSPACE, rules, "{\"env\":{\"x\":\"/c\"},\"to\":[\"/c\",\"/d\"],\"path\":\"d\",\"content\":\"x\"|}", Mode.ASK, "/to");
    }

    @Test
    void aGuardedFileIsSeenWhileItArrives() {
        Path guarded = Path.of("policy.toml");
        PathSettings settings = PathSettings.plain().guarding(List.of(guarded));
        String absolute = guarded.toAbsolutePath().toString().replace('\\', '/');
        for (String name : List.of("policy.toml", "./x/../POLICY.toml", "policy\\u002etoml", absolute)) {
            assertDecided(settings, UNATTENDED, "{\"path\":\"" + name + "\"|,\"content\":\"x\"}", Mode.ASK, "/path");
            assertDecided(settings, UNATTENDED, "{\"path\":\"a\",\"to\":[\"b\",\"" + name + "\"|]}", Mode.ASK, "/to");
        }
        assertDecided(settings, UNATTENDED, "{\"path\":\"x/policy.toml\",\"to\":[\"policy.tom\"]}|", Mode.UNATTENDED, "");
    }

    @Test
    void aGuardedFileIsNamedAsAnySystemMayReadIt() {
        PathSettings settings = PathSettings.plain().guarding(List.of(Path.of("r\u00e9gles.toml")));
        for (String name : List.of("re\u0301gles.toml", "R\u00c9GLES.TOML", ".\\\\r\u00e9gles.toml", "x\\\\../r\u00e9gles.toml", "C:r\u00e9gles.toml")) {
            assertDecided(settings, UNATTENDED, "{\"path\":\"" + name + "\"|}", Mode.ASK, "/path");
        }
        assertDecided(settings, UNATTENDED, "{\"path\":\"regles.toml\"}|", Mode.UNATTENDED, "");
    }

    @Test
    void aGuardedFileThatIsALinkIsGuardedWhereItLeads(@TempDir Path folder) throws IOException {
        Path file = Files.createFile(folder.resolve("real.toml"));
        Path link = Files.createSymbolicLink(folder.resolve("policy.toml"), file);
        PathSettings settings = PathSettings.plain().guarding(List.of(link));
        assertDecided(settings, UNATTENDED, "{\"path\":\"" + link + "\"|}", Mode.ASK, "/path");
        assertDecided(settings, UNATTENDED, "{\"path\":\"" + file.toRealPath() + "\"|}", Mode.ASK, "/path");
        assertDecided(settings, UNATTENDED, "{\"path\":\"" + folder.resolve("other.toml") + "\"}|", Mode.UNATTENDED, "");
    }

    @Test
    void aWorkspaceThatIsALinkIsWhereItsFilesAreGuarded(@TempDir Path folder) throws IOException {
        Path real = Files.createDirectory(folder.resolve("real"));
        Path link = Files.createSymbolicLink(folder.resolve("ws"), real);
        PathSettings settings = PathSettings.plain()
                .form(NormalPath.Form.PLAIN.inWorkspace(link.toString()))
                .guarding(List.of(real.resolve("policy.toml")));
        assertDecided(settings, UNATTENDED, "{\"path\":\"policy.toml\"|}", Mode.ASK, "/path");
    }

    /** What a path is called counts as much as where it leads: the link may be another by the time the call runs. */
    @Test
    void aLinkIsGuardedAsItIsWrittenAndWhereItLeads() {
        Map<String, String> links = Map.of("../in", "/ws/src/a", "policy.toml", "src/a", "src/link", "policy.toml");
        PathSettings settings = WORKSPACE.links(path -> Optional.of(links.getOrDefault(path, path)));
        assertDecided(settings, UNATTENDED, "{\"path\":\"../in\"|}", Mode.ASK, "/path");
        PathSettings guarding = PathSettings.plain()
                .links(path -> Optional.of(links.getOrDefault(path, path)))
                .guarding(List.of(Path.of("policy.toml")));
        assertDecided(guarding, UNATTENDED, "{\"path\":\"policy.toml\"|}", Mode.ASK, "/path");
        assertDecided(guarding, UNATTENDED, "{\"path\":\"src/link\"|}", Mode.ASK, "/path");
        assertDecided(guarding, UNATTENDED, "{\"path\":\"src/a\"}|", Mode.UNATTENDED, "");
    }

    /** A rule that failed at one value holds at no other, whichever of several rules failed first. */
    @Test
    void ofRulesThatNeedEveryValueNoneHoldsThatFailedBefore() {
        RuleList rules = RuleList.of(every("a", Mode.SKIP), every("b", Mode.UNATTENDED), Rule.otherwise(Mode.EDIT));
        assertDecided(PathSettings.plain(), rules, "{\"path\":\"x\",\"to\":[\"a/1\",\"b/1\"|]}", Mode.EDIT, "");
        assertDecided(PathSettings.plain(), rules, "{\"path\":\"x\",\"to\":[\"b/1\",\"a/1\"|]}", Mode.EDIT, "");
        assertDecided(PathSettings.plain(), rules, "{\"path\":\"x\",\"to\":[\"b/1\",\"b/2\"]|}", Mode.UNATTENDED, "");
    }

    private static Rule every(String prefix, Mode mode) {
        return Rule.when(new Condition(ArgumentPointer.parse("/to"), new Matcher.Prefix(prefix), Match.ALL), mode);
    }

    @Test
    void pathsInAWholeObjectCountLikeOthers() {
        JsonNode secret = JsonNodeFactory.instance.objectNode().put("x", "secret");
        Condition isSecret = new Condition(ArgumentPointer.parse("/env"), new Matcher.Constant(secret), Match.ANY);
        RuleList skipping = RuleList.of(Rule.when(isSecret, Mode.SKIP), Rule.otherwise(Mode.EDIT));
        assertDecided(PathSettings.plain(), skipping, "{\"path\":\"a\",\"env\":{\"x\":\"./secret/\"}|}", Mode.SKIP, "");
        assertDecided(PathSettings.plain(), skipping, "{\"path\":\"a\",\"env\":{\"x\":\"other\"}|}", Mode.EDIT, "");

        PathSettings links = PathSettings.plain().links(path -> Optional.of(path.equals("l") ? "secret" : path));
        assertDecided(links, skipping, "{\"path\":\"a\",\"env\":{\"x\":\"l\"}|}", Mode.SKIP, "");
        PathSettings away = PathSettings.plain().links(path -> Optional.of(path.equals("secret") ? "l" : path));
        RuleList unattended = RuleList.of(Rule.when(isSecret, Mode.UNATTENDED), Rule.otherwise(Mode.EDIT));
        assertDecided(away, unattended, "{\"path\":\"a\",\"env\":{\"x\":\"secret\"}|}", Mode.EDIT, "");
    }

    @Test
    void aDeclaredTextBesideAdditionalPathsIsNoPath() {
        ToolSchema schema = ToolSchema.of(Parameter.required("env", new ParameterType.ObjectType(
                List.of(Parameter.optional("title", ParameterType.string())), ParameterType.path())));
        CompiledRules rules = CompiledRules.of(schema, UNATTENDED, WORKSPACE);
        ObjectNode arguments = JsonNodeFactory.instance.objectNode();
        arguments.putObject("env").put("title", "/etc").put("x", "a");
        assertEquals(Mode.UNATTENDED, rules.evaluate(arguments).mode());
        arguments.putObject("env").put("title", "/etc").put("x", "/b");
        assertEquals(Mode.ASK, rules.evaluate(arguments).mode());
    }

    @Test
    void otherAnswersDoNotWait() {
        assertDecided(WORKSPACE, RuleList.always(Mode.SKIP), "|{\"path\":\"/etc\"}", Mode.SKIP, "");
        assertDecided(WORKSPACE, RuleList.always(Mode.ASK), "|{\"path\":\"/etc\"}", Mode.ASK, "");
    }

    @Test
    void anAbsoluteTwinIsTheRelativePath() {
        RuleList rules = RuleList.of(
                Rule.when(Argument.Text.at("/path").prefix(".env"), Mode.SKIP), Rule.otherwise(Mode.UNATTENDED));
        assertDecided(WORKSPACE, rules, "{\"path\":\"/ws/src/../.env\"|}", Mode.SKIP, "");
    }

    @Test
    void aLinkCountsInBothForms() {
        Map<String, String> links = Map.of("src/l", "secret/x", "src/out", "/etc/passwd", "pub", "src/a");
        PathSettings settings = WORKSPACE.links(path -> Optional.of(links.getOrDefault(path, path)));
        RuleList rules = RuleList.of(
                Rule.when(Argument.Text.at("/path").prefix("secret"), Mode.SKIP),
                Rule.when(Argument.Text.at("/path").prefix("src"), Mode.UNATTENDED));
        assertDecided(settings, rules, "{\"path\":\"src/a\"}|", Mode.UNATTENDED, "");
        assertDecided(settings, rules, "{\"path\":\"src/l\"|}", Mode.SKIP, "");
        assertDecided(settings, rules, "{\"path\":\"pub\"|}", Mode.ASK, "");
        assertDecided(settings, UNATTENDED, "{\"path\":\"src/out\"|}", Mode.ASK, "/path");
    }

    @Test
    void aLinkThatCannotBeResolvedIsNeverUnattended() {
        PathSettings unknown = PathSettings.plain().links(path -> Optional.empty());
        PathSettings failing = PathSettings.plain().links(path -> {
            throw new IllegalStateException("no file system");
        });
        assertDecided(unknown, UNATTENDED, "{\"path\":\"a\"|}", Mode.ASK, "/path");
        assertDecided(failing, UNATTENDED, "{\"path\":\"a\"|}", Mode.ASK, "/path");
    }

    /** The bar in the text stands where the decision falls; the complete arguments get the same. */
    private static void assertDecided(PathSettings paths, RuleList rules, String marked, Mode mode, String guarded) {
        CompiledRules compiled = CompiledRules.of(SCHEMA, rules, paths);
        RuleEvaluation evaluation = compiled.begin();
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
        RuleVerdict verdict = evaluation.verdict().orElseThrow();
        assertEquals(mode, verdict.mode(), text);
        assertEquals(guarded, verdict.guarded().orElse(""), text);
        assertEquals(marked.indexOf('|'), decidedAt, text);
        assertEquals(verdict.mode(), compiled.evaluate((ObjectNode) values.value().orElseThrow()).mode(), text);
    }
}
