package dev.toolpolicy.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Attacks by paths that look like other paths. Rule 1 asks for {@code .env},
 * rule 2 lets {@code src/} run, rule 3 lets everything else run.
 */
class PathAttacksTest {
    private static final DeclaredTool WRITE = DeclaredTool.of(
                    "write",
                    ToolSchema.of(
                            Parameter.required("path", ParameterType.path()),
                            Parameter.optional("content", ParameterType.string())))
            .withRun(RuleList.of(
                    RuleSpec.when(Argument.Text.at("/path").prefix(".env"), Mode.ASK),
                    RuleSpec.when(Argument.Text.at("/path").prefix("src/"), Mode.ALLOW),
                    RuleSpec.otherwise(Mode.ALLOW)));
    private static final DeclaredTool ONLY_SRC =
            WRITE.withRun(RuleList.of(RuleSpec.when(Argument.Text.at("/path").prefix("src/"), Mode.ALLOW)));
    private static final Feeding PLAIN = Feeding.to(WRITE);
    private static final Feeding WORKSPACE = Feeding.to(WRITE, in("/ws"));
    private static final Feeding ONLY = Feeding.to(ONLY_SRC);

    private static PathSettings in(String workspace) {
        return PathSettings.plain().withForm(NormalPath.Form.PLAIN.inWorkspace(workspace));
    }

    private static String call(String path) {
        return "{'path':'" + path + "','content':'x'}";
    }

    private static void assertApproved(int rule, String verdict) {
        assertTrue(verdict.startsWith("approved by " + rule + " "), verdict);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\\u002eenv",
                ".\\u0065nv",
                "src\\u002f\\u002e\\u002e\\u002f.env",
                "src\\/..\\/.env",
                "\\u0073rc/../.env/x"
            })
    void onlyDecodedTextIsMatched(String path) {
        assertEquals("unanswered by 1", PLAIN.verdict(call(path)));
        assertEquals("unanswered by none", ONLY.verdict(call(path)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".env",
                "./.env",
                ".env/",
                ".env/.",
                ".//.env",
                "src/../.env",
                "src/./../.env",
                "src//..//.env",
                "a/b/../../.env",
                "src/a/../../.env",
                ".env/../.env",
                "src/.././././.env//",
                ".env/src",
                "src/../src/../.env/x/.."
            })
    void aDetourIsTakenForWhereItLeads(String path) {
        assertEquals("unanswered by 1", PLAIN.verdict(call(path)));
        assertEquals("unanswered by none", ONLY.verdict(call(path)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "src",
                "src/",
                "./src/a",
                "src/../src/a",
                "src/.env",
                "src/..a",
                "src/a/..",
                "src/.../a",
                "src//a"
            })
    void pathsThatStayInSrcAreInSrc(String path) {
        assertApproved(2, PLAIN.verdict(call(path)));
        assertApproved(1, ONLY.verdict(call(path)));
    }

    @Test
    void aPathIsNotDecidedBeforeItsClosingQuote() {
        PLAIN.assertDecidedAtBar("{'path':'src/a/b/c'|,'content':'x'}");
        PLAIN.assertDecidedAtBar("{'path':'.env'|,'content':'x'}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../x",
                "..",
                "../ws/src/a",
                "a/../../x",
                "/",
                "/etc/passwd",
                "/abs/ws/.env",
                "/proc/self/cwd/.env",
                "/wsx",
                "/WS/a",
                "/ws/../x",
                "/ws/src/../../etc",
                "//ws/../x",
                "/..",
                "src/../../ws/.env"
            })
    void pathsOutsideTheWorkspaceNeedApproval(String path) {
        String verdict = WORKSPACE.verdict(call(path));
        assertEquals("unanswered by none for /path", verdict);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/ws/.env", "//ws//.env", "/ws/src/../.env", "/../ws/.env", "/x/../ws/.env/", "/ws/./.env"})
    void anAbsoluteTwinIsTheRelativePath(String path) {
        assertEquals("unanswered by 1", WORKSPACE.verdict(call(path)));
    }

    @Test
    void aRelativePrefixNeverHoldsForAnAbsoluteOrClimbingPath() {
        for (String path : new String[] {"/src/a", "../src/a", "/ws/src/a", "..", "/"}) {
            assertEquals("unanswered by none", ONLY.verdict(call(path)), path);
        }
    }

    @Test
    void caseCountsUnlessTheSettingSaysOtherwise() {
        Feeding ignoring = Feeding.to(WRITE, PathSettings.plain().withForm(NormalPath.Form.PLAIN.ignoringCase()));
        for (String path : new String[] {".ENV", ".Env/x", "SRC/../.eNv", "./.ENV"}) {
            assertEquals("unanswered by 1", ignoring.verdict(call(path)), path);
            assertApproved(3, PLAIN.verdict(call(path)));
            assertEquals("unanswered by none", ONLY.verdict(call(path)), "nothing is guessed in favour of the call");
        }
        assertApproved(2, ignoring.verdict(call("SRC/a")));
        assertEquals("unanswered by none", ONLY.verdict(call("SRC/a")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"s\u0072\u0441/a", "src\u200c/a", "\uff53rc/a", "src\u2215a", "src\uff0fa", "sr\u0063\u0301/a"})
    void lookAlikesAreOtherNames(String path) {
        assertEquals("unanswered by none", ONLY.verdict(call(path)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "src\\\\..\\\\.env",
                ".env.",
                ".env ",
                ".env::$DATA",
                ".env. .",
                "src\\\\..\\\\.env::$DATA",
                ".ENV:x",
                "a/..\\\\.env"
            })
    void windowsFormsAreTakenAsWindowsTakesThem(String path) {
        Feeding windows = Feeding.to(
                WRITE,
                PathSettings.plain()
                        .withForm(NormalPath.Form.PLAIN.withWindowsNames().ignoringCase()));
        assertEquals("unanswered by 1", windows.verdict(call(path)));
        assertEquals("unanswered by none", ONLY.verdict(call(path)), "elsewhere it is another name, and not in src");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "C:.env",
                "C:\\\\x\\\\.env",
                "\\\\\\\\host\\\\share\\\\.env",
                "d:/ws/a",
                "..\\\\x",
                "c:/wsx/a",
                "\\\\x"
            })
    void anotherDriveOrShareIsOutside(String path) {
        Feeding windows = Feeding.to(
                WRITE,
                PathSettings.plain()
                        .withForm(NormalPath.Form.PLAIN
                                .withWindowsNames()
                                .ignoringCase()
                                .inWorkspace("C:\\ws")));
        assertEquals("unanswered by none for /path", windows.verdict(call(path)));
        assertEquals("unanswered by 1", windows.verdict(call("c:/WS\\\\.env")));
    }

    @Test
    void aLineBreakMakesAnotherName() {
        assertEquals("unanswered by none", ONLY.verdict(call("src\\n/a")));
        assertEquals("unanswered by none", ONLY.verdict(call("\\nsrc/a")));
        assertEquals("unanswered by 1", PLAIN.verdict(call("src/\\n/../../.env")));
    }

    @Test
    void aLinkIsJudgedByWhereItLeadsToo(@TempDir Path dir) throws IOException {
        Path workspace = Files.createDirectories(dir.resolve("ws")).toRealPath();
        Path outside = Files.createDirectories(dir.resolve("home/.ssh")).toRealPath();
        Files.createDirectories(workspace.resolve("src"));
        Files.createFile(workspace.resolve(".env"));
        Files.createFile(workspace.resolve("src/a"));
        Files.createSymbolicLink(workspace.resolve("src/l"), outside);
        Files.createSymbolicLink(workspace.resolve("src/e"), workspace.resolve(".env"));
        Files.createSymbolicLink(workspace.resolve("pub"), workspace.resolve("src"));
        Feeding lexical = Feeding.to(WRITE, in(workspace.toString()));
        Feeding real = Feeding.to(WRITE, in(workspace.toString()).withLinks(path -> realPath(workspace, path)));

        assertApproved(2, lexical.verdict(call("src/l")));
        assertEquals("unanswered by none for /path", real.verdict(call("src/l")));
        assertEquals("unanswered by none for /path", real.verdict(call("src/l/../x")));
        assertEquals("unanswered by 1", real.verdict(call("src/e")));
        assertEquals("unanswered by 1", real.verdict(call("pub/e")));
        assertApproved(2, real.verdict(call("src/a")));
        assertApproved(3, real.verdict(call("pub/a")));
        assertEquals("unanswered by none for /path", real.verdict(call("src/missing/deep")));
    }

    @Test
    void aLinkThatIsMadeAfterTheDecisionIsSeenBeforeTheCallRuns(@TempDir Path dir) throws IOException {
        Path workspace = Files.createDirectories(dir.resolve("ws")).toRealPath();
        Files.createDirectories(workspace.resolve("src/d"));
        Feeding tool = Feeding.to(WRITE, in(workspace.toString()).withLinks(path -> realPath(workspace, path)));
        ToolCallStream call = tool.engine().session("s").calls().call("c", "write");
        call.append("{\"path\":\"src/d\",\"content\":\"x\"}");
        assertEquals(Mode.ALLOW, call.decision().orElseThrow().mode());

        Files.delete(workspace.resolve("src/d"));
        Files.createSymbolicLink(workspace.resolve("src/d"), dir);
        assertEquals("invalid internal", Feeding.told(call));
    }

    private static Optional<String> realPath(Path workspace, String path) {
        try {
            return Optional.of(workspace.resolve(path).toRealPath().toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void changesBetweenDecisionAndRunNeverWidenAnAnswer() {
        String[] target = {"src/a"};
        Feeding tool = Feeding.to(ONLY_SRC, in("/ws").withLinks(path -> Optional.of(target[0])));
        for (String later : new String[] {".env", "/etc/passwd", "../x"}) {
            target[0] = "src/a";
            ToolCallStream call = tool.engine().session("s").calls().call("c", "write");
            call.append("{\"path\":\"src/a\",\"content\":\"x\"}");
            assertEquals(Mode.ALLOW, call.decision().orElseThrow().mode());
            target[0] = later;
            assertEquals("invalid internal", Feeding.told(call), later);
        }
        target[0] = ".env";
        ToolCallStream call = tool.engine().session("s").calls().call("c", "write");
        call.append("{\"path\":\"src/a\",\"content\":\"x\"}");
        assertEquals(Mode.ASK, call.decision().orElseThrow().mode());
        target[0] = "src/a";
        assertEquals("invalid internal", Feeding.told(call), "nor does a target that becomes harmless");
    }

    @Test
    void anotherRuleOfTheSameAnswerIsADisagreementToo() {
        String[] target = {"secret/x"};
        DeclaredTool tool = WRITE.withRun(RuleList.of(
                RuleSpec.when(Argument.Text.at("/path").prefix("secret"), Mode.ASK),
                RuleSpec.when(Argument.Text.at("/path").prefix("private"), Mode.ASK),
                RuleSpec.otherwise(Mode.ALLOW)));
        Feeding feeding = Feeding.to(tool, PathSettings.plain().withLinks(path -> Optional.of(target[0])));
        assertEquals("unanswered by 1", feeding.verdict(call("a")));
        ToolCallStream call = feeding.engine().session("s").calls().call("c", "write");
        call.append("{\"path\":\"a\"}");
        target[0] = "private/x";
        assertEquals("invalid internal", Feeding.told(call));
    }

    @Test
    void aRuleWithSeveralConditionsFollowsLinks() {
        DeclaredTool tool = WRITE.withRun(RuleList.of(
                RuleSpec.whenAll(
                        List.of(
                                Argument.Text.at("/path").prefix("secret"),
                                Argument.Text.at("/content").prefix("x")),
                        Mode.DENY),
                RuleSpec.otherwise(Mode.ALLOW)));
        Feeding feeding = Feeding.to(tool, PathSettings.plain().withLinks(path -> Optional.of("secret/x")));
        assertEquals("refused: Denied by this tool's policy.", feeding.verdict(call("a")));
    }

    @Test
    void aNameThatIsDeclaredAndOneThatIsNotAreBothGuarded() {
        DeclaredTool tool = DeclaredTool.of(
                        "write",
                        new ToolSchema(ParameterType.objectOf(
                                List.of(Parameter.required("path", ParameterType.path())), ParameterType.path())))
                .withRun(RuleList.of(
                        RuleSpec.when(Argument.Text.at("/path").prefix(".env"), Mode.DENY),
                        RuleSpec.otherwise(Mode.ALLOW)));
        Feeding feeding = Feeding.to(tool, in("/ws"));
        assertApproved(2, feeding.verdict("{'path':'src/a','to':'src/b'}"));
        assertEquals("unanswered by none for /path", feeding.verdict("{'path':'/etc','to':'src/b'}"));
        assertEquals("unanswered by none for /*", feeding.verdict("{'path':'src/a','to':'/etc'}"));
        assertEquals("refused: Denied by this tool's policy.", feeding.verdict("{'to':'a','path':'.env'}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"src/a\\u0000/../../.env", "\\u0000", "src/a\\u0000", "src/\\u0000/a"})
    void aPathHoldsNoNul(String path) {
        assertEquals("invalid type-mismatch", PLAIN.verdict(call(path)));
        assertEquals("invalid type-mismatch", WORKSPACE.verdict(call(path)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "~/.env",
                "~root",
                "$HOME/.env",
                "${PWD}/.env",
                "%2e%2e/.env",
                "%2eenv",
                "src%2f..%2f.env",
                "file:///etc/passwd",
                "{a,.env}",
                "*",
                "?env",
                "[.]env",
                "!",
                "-rf"
            })
    void expansionsOfShellsArePlainCharacters(String path) {
        assertApproved(3, PLAIN.verdict(call(path)));
        assertEquals("unanswered by none", ONLY.verdict(call(path)));
        assertApproved(2, PLAIN.verdict(call("src/" + path)));
    }

    @Test
    void aGlobIsWhatItsTextSays() {
        assertEquals("unanswered by 1", PLAIN.verdict(call("src/{a,../.env}/../../../.env")));
        assertApproved(2, PLAIN.verdict(call("src/{a,../.env}")));
        assertApproved(1, ONLY.verdict(call("src/{a,../.env}")));
    }
}
