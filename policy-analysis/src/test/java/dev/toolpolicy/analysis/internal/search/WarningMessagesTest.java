package dev.toolpolicy.analysis.internal.search;

import static dev.toolpolicy.analysis.internal.search.WrittenRules.ASK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.analysis.internal.check.RuleListReader;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The warnings about rules that allow too much or stop too little: when they are given, and their words. */
class WarningMessagesTest {
    private static final ToolSchema TOOL = ToolSchema.of(
            Parameter.required("text", ParameterType.string()),
            Parameter.optional("command", ParameterType.string()),
            Parameter.optional("url", ParameterType.string()),
            Parameter.optional("outputFile", ParameterType.string()),
            Parameter.optional("profile", ParameterType.string()),
            Parameter.optional("amount", ParameterType.number()),
            Parameter.optional("count", ParameterType.integer()),
            Parameter.optional("size", ParameterType.integer(0, 9)),
            Parameter.optional("argv", ParameterType.arrayOf(ParameterType.string())),
            Parameter.optional("path", ParameterType.path()),
            Parameter.optional(
                    "items",
                    ParameterType.arrayOf(ParameterType.objectOf(
                            Parameter.required("name", ParameterType.string()),
                            Parameter.required("price", ParameterType.number())))));
    private static final ToolSchema FACTS = ToolSchema.of(
            Parameter.required("roles", ParameterType.arrayOf(ParameterType.string())),
            Parameter.optional("path", ParameterType.path()));

    static String typed(String... rules) {
        return print(ValueSyntax.TYPED, rules);
    }

    static String print(ValueSyntax syntax, String... rules) {
        RuleScope scope = new RuleScope(TOOL, FACTS, PathReading.PLAIN);
        return WrittenRules.print(RuleListReader.read(scope, WrittenRules.drafts(rules), syntax));
    }

    static List<String> codes(String... rules) {
        RuleScope scope = new RuleScope(TOOL, FACTS, PathReading.PLAIN);
        return RuleListReader.read(scope, WrittenRules.drafts(rules), ValueSyntax.TYPED).diagnostics().stream()
                .map(each -> each.pointer() + " " + each.code())
                .toList();
    }

    static List<String> codes(String rule) {
        return codes(rule, ASK);
    }

    @Test
    void patternsThatAllowAreAnchored() {
        assertThat(typed("{'arg': '/text', 'pattern': 'a|b', 'mode': 'allow'}", ASK))
                .isEqualTo("""
                    WARNING 0.pattern
                    [toolpolicy/pattern-not-anchored] rule 1 allows any text before and after what its pattern describes
                    help: write pattern = "^(?:a|b)$"
                    note: a pattern is found anywhere in the text
                    """);
        assertThat(typed("{'arg': '/text', 'pattern': '^rm', 'mode': 'allow'}", ASK))
                .contains("any text after what")
                .contains("write pattern = \"^rm$\"");
        assertThat(typed("{'arg': '/text', 'pattern': 'rm$', 'mode': 'allow'}", ASK))
                .contains("any text before what");
        assertThat(typed("{'arg': '/text', 'pattern': '@example\\\\.com$', 'mode': 'allow'}", ASK))
                .contains("write pattern = \"^[^@ ,;]+@example\\\\.com$\"");
        assertThat(typed("{'arg': '/text', 'pattern': '^https://api\\\\.example\\\\.com', 'mode': 'allow'}", ASK))
                .contains("write host = [\"api.example.com\"] in place of the pattern");
        assertThat(codes("{'arg': '/text', 'pattern': '^(?:a|b)$', 'mode': 'allow'}"))
                .isEmpty();
        assertThat(codes("{'arg': '/text', 'pattern': '^[a-z]+$', 'mode': 'allow'}"))
                .isEmpty();
        assertThat(codes("{'arg': '/text', 'pattern': 'rm', 'mode': 'deny'}")).isEmpty();
        assertThat(codes("{'arg': '/path', 'pattern': 'src', 'mode': 'allow'}")).isEmpty();
        assertThat(codes("{'all': [{'arg': '/count', 'const': 1}, {'arg': '/text', 'pattern': '^a|b$'}],"
                        + " 'mode': 'allow'}"))
                .containsExactly("/0/all/1/pattern pattern-not-anchored");
    }

    @Test
    void commandsAreNotAllowedByTheirStart() {
        assertThat(print(ValueSyntax.TEXT, "{'arg': '/command', 'prefix': 'npm test', 'mode': 'allow'}", ASK))
                .isEqualTo("""
                    WARNING 0.prefix
                    [toolpolicy/command-by-prefix] rule 1 allows a command line by "prefix", so "/command" may hold \
                    more commands
                    help: write commands = {"npm test *"}
                    note: "commands" reads each command of the line, also behind "&&", ";" and "|"
                    """);
        assertThat(typed("{'arg': '/command', 'prefix': 'git ', 'mode': 'allow'}", ASK))
                .contains("help: write the commands to allow, as in commands = [\"git diff *\"]");
        assertThat(codes("{'arg': '/command', 'pattern': 'x', 'mode': 'allow'}"))
                .containsExactly("/0/pattern command-by-prefix");
        assertThat(codes("{'arg': '/command', 'glob': 'npm *', 'mode': 'allow'}"))
                .containsExactly("/0/glob command-by-prefix");
        assertThat(typed("{'arg': '/command', 'glob': 'npm test *', 'mode': 'allow'}", ASK))
                .contains("help: write commands = [\"npm test *\"]");
        assertThat(codes("{'arg': '/command', 'glob': '{ls,pwd}', 'mode': 'allow'}"))
                .isEmpty();
        assertThat(codes(
                        "{'arg': '/text', 'commands': ['rm *'], 'mode': 'deny'}",
                        "{'arg': '/text', 'prefix': 'ls', 'mode': 'allow'}",
                        ASK))
                .containsExactly("/1/prefix command-by-prefix");
    }

    @Test
    void stricterRulesBelowAnAllowingOneComeTooLate() {
        assertThat(typed(
                        "{'arg': '/path', 'prefix': 'src', 'mode': 'allow'}",
                        "{'arg': '/path', 'pattern': 'secret', 'mode': 'deny'}",
                        ASK))
                .isEqualTo("""
                    WARNING 1
                    [toolpolicy/stricter-after-allow] rule 1 allows calls that rule 2 would deny, such as \
                    {"text":"","path":"src/secret"}
                    help: move rule 2 above rule 1
                    note: if it is meant, write accept = ["stricter-after-allow"] in the file
                    0: [toolpolicy/stricter-after-allow] this is rule 1
                    """);
        String allowed = "{'arg': '/path', 'prefix': 'src/docs', 'mode': 'allow'}";
        assertThat(codes(allowed, "{'arg': '/path', 'prefix': 'src', 'mode': 'deny'}", ASK))
                .as("an exception from the stricter rule")
                .isEmpty();
        assertThat(codes(allowed, "{'arg': '/path', 'prefix': 'etc', 'mode': 'deny'}", ASK))
                .as("no common call")
                .isEmpty();
        assertThat(codes(allowed, "{'mode': 'deny'}")).as("a catch-all").isEmpty();
        assertThat(codes(
                        "{'arg': '/path', 'pattern': 'secret', 'mode': 'ask'}",
                        "{'arg': '/path', 'prefix': 'src', 'mode': 'allow'}",
                        "{'arg': '/path', 'pattern': 'secret|key', 'mode': 'deny'}",
                        ASK))
                .containsExactly("/2 stricter-after-allow");
        assertThat(codes(
                        "{'arg': '/command', 'commands': ['cat *'], 'mode': 'allow'}",
                        "{'arg': '/command', 'commands': ['cat .env *'], 'mode': 'ask'}",
                        ASK))
                .containsExactly("/1 stricter-after-allow");
    }

    @Test
    void urlsAreNotAllowedByTheirText() {
        assertThat(typed("{'arg': '/url', 'prefix': 'https://docs.example.com', 'mode': 'allow'}", ASK))
                .isEqualTo("""
                    WARNING 0.prefix
                    [toolpolicy/url-by-prefix] rule 1 allows URLs of other hosts by "prefix", such as \
                    "https://docs.example.com.evil.example"
                    help: write host = ["docs.example.com"], schemes = ["https"]
                    note: "host" reads a URL as clients do
                    """);
        assertThat(typed("{'arg': '/url', 'glob': 'https://*.example.org/*', 'mode': 'allow'}", ASK))
                .contains("such as \"https://evil.example/.example.org/\"")
                .contains("host = [\"*.example.org\"]");
        assertThat(codes("{'arg': '/url', 'pattern': 'https://api\\\\.example\\\\.com', 'mode': 'allow'}"))
                .containsExactly("/0/pattern url-by-prefix");
        assertThat(codes("{'arg': '/url', 'prefix': 'https://docs.example.com/', 'mode': 'allow'}"))
                .as("the host ends")
                .isEmpty();
        assertThat(codes("{'arg': '/url', 'prefix': 'https://', 'mode': 'allow'}"))
                .as("no host")
                .isEmpty();
        assertThat(codes("{'arg': '/url', 'prefix': 'https://docs.example.com', 'mode': 'deny'}"))
                .isEmpty();
        assertThat(codes("{'arg': '/text', 'prefix': 'https://docs.example.com', 'mode': 'allow'}"))
                .as("any text")
                .isEmpty();
        assertThat(codes(
                        "{'arg': '/text', 'host': ['evil.org'], 'mode': 'deny'}",
                        "{'arg': '/text', 'prefix': 'https://docs.example.com', 'mode': 'allow'}",
                        ASK))
                .as("another rule reads it as a URL")
                .containsExactly("/1/prefix url-by-prefix");
    }

    @Test
    void hostsAreAllowedWithTheirSchemes() {
        assertThat(typed("{'arg': '/url', 'host': ['a.example', 'b.example'], 'mode': 'allow'}", ASK))
                .isEqualTo("""
                    WARNING 0.host
                    [toolpolicy/host-any-scheme] rule 1 allows "a.example", "b.example" also by "http"
                    help: write schemes = ["https"] beside it
                    note: what is sent by "http" can be read and changed on its way
                    """);
        assertThat(codes("{'arg': '/url', 'host': ['a.example'], 'schemes': ['https'], 'mode': 'allow'}"))
                .isEmpty();
        assertThat(codes("{'arg': '/url', 'host': ['a.example'], 'mode': 'deny'}"))
                .isEmpty();
    }

    @Test
    void addressesAreAllowedOneByOne() {
        assertThat(typed("{'arg': '/text', 'glob': '*@example.com', 'mode': 'allow'}", ASK))
                .isEqualTo("""
                    WARNING 0.glob
                    [toolpolicy/several-in-one] rule 1 allows several addresses in "/text", such as \
                    "eve@evil.example,a@example.com"
                    help: write pattern = "^[^@ ,;]+@example\\\\.com$"
                    """);
        assertThat(codes("{'arg': '/text', 'pattern': '^[^ ]+@example[.]com$', 'mode': 'allow'}"))
                .containsExactly("/0/pattern several-in-one");
        assertThat(codes("{'arg': '/text', 'pattern': '^[^@ ,;]+@example\\\\.com$', 'mode': 'allow'}"))
                .isEmpty();
        assertThat(codes("{'arg': '/argv', 'glob': '*@example.com', 'match': 'all', 'mode': 'allow'}"))
                .as("one by one in an array")
                .isEmpty();
        assertThat(codes("{'arg': '/text', 'glob': '*@example.com', 'mode': 'deny'}"))
                .isEmpty();
    }

    @Test
    void commandsAreNotStoppedByTheirText() {
        assertThat(typed("{'arg': '/command', 'pattern': '\\\\.env', 'mode': 'deny'}", ASK))
                .isEqualTo("""
                    WARNING 0.pattern
                    [toolpolicy/command-by-pattern] rule 1 stops a command line by "pattern", which ".e\'\'nv" gets around
                    help: write the commands to stop, as in commands = ["cat .env*"]
                    note: "commands" reads a line as the shell does, which drops the quotes
                    """);
        assertThat(typed("{'arg': '/command', 'prefix': 'rm', 'mode': 'ask'}", ASK))
                .contains("help: write commands = [\"rm *\"]");
        assertThat(codes("{'arg': '/command', 'pattern': '[;&]', 'mode': 'deny'}"))
                .as("characters that can't be written otherwise")
                .isEmpty();
        assertThat(codes("{'arg': '/command', 'pattern': '.{200}', 'mode': 'ask'}"))
                .as("long lines")
                .isEmpty();
        assertThat(codes("{'arg': '/text', 'pattern': 'rm', 'mode': 'deny'}")).isEmpty();
    }

    @Test
    void numbersHaveALowerBound() {
        assertThat(typed("{'arg': '/amount', 'maximum': 9, 'mode': 'allow'}", ASK))
                .isEqualTo("""
                    WARNING 0.maximum
                    [toolpolicy/no-lower-bound] rule 1 allows every negative number of "/amount"
                    help: write minimum = 0 beside it
                    """);
        assertThat(codes("{'arg': '/amount', 'minimum': -5, 'maximum': 9, 'mode': 'allow'}"))
                .isEmpty();
        assertThat(codes("{'all': [{'arg': '/amount', 'maximum': 9}, {'arg': '/amount', 'minimum': 0}],"
                        + " 'mode': 'allow'}"))
                .isEmpty();
        assertThat(codes("{'arg': '/size', 'maximum': 5, 'mode': 'allow'}")).isEmpty();
        assertThat(codes(
                        "{'arg': '/amount', 'exclusive_maximum': 0, 'mode': 'deny'}",
                        "{'arg': '/amount', 'maximum': 9, 'mode': 'allow'}",
                        ASK))
                .isEmpty();
        assertThat(codes(
                        "{'arg': '/count', 'maximum': -1, 'mode': 'deny'}",
                        "{'arg': '/count', 'maximum': 9, 'mode': 'allow'}",
                        ASK))
                .isEmpty();
        assertThat(codes(
                        "{'arg': '/amount', 'maximum': -1, 'mode': 'deny'}",
                        "{'arg': '/amount', 'maximum': 9, 'mode': 'allow'}",
                        ASK))
                .containsExactly("/1/maximum no-lower-bound");
        assertThat(codes(
                        "{'all': [{'arg': '/amount', 'maximum': 0}, {'arg': '/text', 'const': 'x'}], 'mode': 'deny'}",
                        "{'arg': '/amount', 'maximum': 9, 'mode': 'allow'}",
                        ASK))
                .containsExactly("/1/maximum no-lower-bound");
    }

    @Test
    void pathsAreNotStrings() {
        assertThat(typed("{'arg': '/outputFile', 'prefix': 'out/', 'mode': 'allow'}", ASK))
                .isEqualTo("""
                    WARNING 0.prefix
                    [toolpolicy/path-as-string] rule 1 tests "/outputFile" as plain text, so ".." in it is not seen
                    help: declare it with "type": "path"; of a host's tool, say "outputFile" = "path" among its parameters
                    note: "src/../../x" starts with "src/", but is not below it
                    """);
        assertThat(codes("{'arg': '/profile', 'prefix': 'a', 'mode': 'allow'}")).isEmpty();
        assertThat(codes("{'arg': '/outputFile', 'const': 'a', 'mode': 'allow'}"))
                .isEmpty();
        assertThat(codes("{'arg': '/outputFile', 'prefix': 'a', 'mode': 'deny'}"))
                .isEmpty();
    }

    @Test
    void directoriesAreStoppedWithAllBelow() {
        assertThat(typed("{'arg': '/path', 'glob': '.ssh', 'mode': 'deny'}", ASK))
                .isEqualTo("""
                    WARNING 0.glob
                    [toolpolicy/stops-nothing-below] rule 1 stops ".ssh" itself, but nothing below it
                    help: write glob = "**/.ssh/**"
                    """);
        String below = "{'fact': '/path', 'glob': '**/.ssh/**', 'mode': 'deny'}";
        assertThat(typed(below, "{'arg': '/path', 'glob': '.ssh', 'mode': 'deny'}", ASK))
                .contains("rule 2 stops \".ssh\" itself, but nothing below it");
        assertThat(codes("{'each': '/items', 'all': [{'fact': '/path', 'glob': '.ssh'}], 'mode': 'deny'}", below, ASK))
                .noneMatch(each -> each.endsWith("stops-nothing-below"));
        assertThat(codes(
                        "{'arg': '/path', 'glob': '.ssh', 'mode': 'deny'}",
                        "{'arg': '/path', 'glob': '**/.ssh/**', 'mode': 'deny'}",
                        ASK))
                .isEmpty();
        assertThat(codes("{'arg': '/path', 'glob': '*.pem', 'mode': 'deny'}")).isEmpty();
        assertThat(codes("{'arg': '/path', 'glob': '.ssh', 'mode': 'allow'}")).isEmpty();
    }

    @Test
    void aRuleSaysHowManyElementsItAllows() {
        assertThat(codes("{'each': '/items', 'all': [{'arg': '/name', 'const': 'a'}], 'mode': 'allow'}"))
                .containsExactly("/0/each any-element");
        assertThat(codes("{'each': '/items', 'all': [{'arg': '/name', 'const': 'a'}], 'match': 'all',"
                        + " 'mode': 'allow'}"))
                .isEmpty();
        assertThat(codes("{'all': [{'arg': '/text', 'const': 'a'}, {'arg': '/items/name', 'const': 'a'}],"
                        + " 'mode': 'allow'}"))
                .containsExactly("/0/all/1 any-element");
        assertThat(codes("{'arg': '/argv', 'commands': ['ls *'], 'lines': true, 'mode': 'allow'}"))
                .isEmpty();
        assertThat(codes("{'fact': '/roles', 'const': 'admin', 'mode': 'allow'}"))
                .isEmpty();
        assertThat(codes("{'each': '/items', 'all': [{'arg': '/price', 'maximum': 9}], 'match': 'all',"
                        + " 'mode': 'allow'}"))
                .containsExactly("/0/all/0/maximum no-lower-bound");
    }

    private static final String LATER = "{'mode': 'allow'}";

    @Test
    void oneMoreElementGetsAroundARuleAboutAll() {
        String all = "{'arg': '/argv', 'prefix': 'evil', 'match': 'all', 'mode': 'deny'}";
        assertThat(typed(all, LATER)).isEqualTo("""
            WARNING 0
            [toolpolicy/any-element] rule 1 stops a call only if each value of "/argv" matches, so one more gets around
            help: drop match = "all"
            """);
        assertThat(codes(
                        "{'each': '/items', 'all': [{'arg': '/name', 'const': 'a'}], 'match': 'all', 'mode': 'ask'}",
                        LATER))
                .containsExactly("/0/each any-element");
        assertThat(codes(all)).as("the rest needs approval").isEmpty();
        assertThat(codes(all.replace("all", "any"), LATER)).isEmpty();
    }

    @Test
    void aPathThatIsAStringIsNotStopped() {
        assertThat(codes("{'arg': '/outputFile', 'glob': 'secrets/*', 'mode': 'deny'}", LATER))
                .containsExactly("/0/glob path-as-string");
        assertThat(codes("{'arg': '/outputFile', 'const': 'a', 'mode': 'deny'}", LATER))
                .isEmpty();
    }

    @Test
    void otherUrlsOfAHostAreStoppedToo() {
        assertThat(typed("{'arg': '/url', 'prefix': 'http://evil.example', 'mode': 'deny'}", LATER))
                .isEqualTo("""
                    WARNING 0.prefix
                    [toolpolicy/url-by-prefix] rule 1 stops the URLs of a host by "prefix", which "http://a@evil.example" \
                    gets around
                    help: write host = ["evil.example"]
                    note: "host" reads a URL as clients do
                    """);
        assertThat(codes("{'arg': '/url', 'pattern': '^https?://', 'mode': 'deny'}", LATER))
                .isEmpty();
    }

    @Test
    void plainCharactersOfPathsAreNamed() {
        assertThat(print(ValueSyntax.TEXT, "{'arg': '/path', 'const': '**/.env', 'mode': 'deny'}", ASK))
                .isEqualTo("""
                    WARNING 0.const
                    [toolpolicy/glob-syntax] "constant" of rule 1 takes "*" as plain text
                    help: write glob = "**/.env"
                    """);
        assertThat(typed("{'arg': '/path', 'glob': '$HOME/.ssh/**', 'mode': 'deny'}", ASK))
                .contains("\"glob\" of rule 1 takes \"$HOME\" as plain text")
                .contains("help: write \"~/\" for the home directory");
        assertThat(typed("{'arg': '/path', 'glob': 'src\\\\**', 'mode': 'deny'}", ASK))
                .contains("takes \"\\\" as plain text", "help: write \"/\" between folders");
        assertThat(typed("{'arg': '/path', 'glob': '!src/**', 'mode': 'deny'}", ASK))
                .contains("help: write a rule about the exception above this one");
        assertThat(codes("{'arg': '/path', 'glob': 'app/\\\\[id\\\\]/a!.tsx', 'mode': 'deny'}"))
                .isEmpty();
    }
}
