package dev.toolpolicy.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ReloadOutcome;
import dev.toolpolicy.runtime.SessionLabel;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The layers, names and patterns from which the labels and values of a result come. */
class ResultLayersTest {
    private static final String MAIL =
            "[tools.mail.policy]\nrun = [{ arg = '/p', from = ['contacts'], mode = 'allow' },"
                    + " { mode = 'deny' }]\n";
    private static final String CONTACTS = "values = { contacts = '/who' }";

    private static DeclaredTool tool(String name) {
        return DeclaredTool.of(name, ToolSchema.of(Parameter.optional("p", ParameterType.string())))
                .withRun(RuleList.always(Mode.ALLOW));
    }

    private static PolicyConfiguration file(String name, String text) {
        return PolicyConfiguration.of(ConfigurationFormat.TOML, name, text.replace(" @ ", "\n"));
    }

    private static PolicyEngine engine(String... files) {
        var builder = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(
                        tool("crm_read"), DeclaredTool.of("mail", tool("mail").schema()))));
        for (int i = 0; i < files.length; i++) {
            builder.configuration(file(i + ".toml", files[i]));
        }
        return builder.build();
    }

    private static CallResult call(PolicyEngine engine, PolicySession session, String tool) {
        return session.execute(
                "c-" + tool,
                tool,
                "{\"p\":\"ann@example.org\"}",
                ToolHandlers.builder(engine.tools())
                        .otherwise((arguments, call) -> "{\"who\":\"ann@example.org\"}")
                        .build());
    }

    private static List<String> labels(PolicyEngine engine, String tool) {
        PolicySession session = engine.newSession();
        assertThat(call(engine, session, tool).success()).isTrue();
        return session.labels().stream().map(SessionLabel::name).toList();
    }

    private static String problems(String... files) {
        return catchThrowableOfType(InvalidPolicyException.class, () -> engine(files))
                .getMessage();
    }

    /** Only a path is a place that another tool can write to. */
    @Test
    void anEntryByAnotherArgumentIsNoPlaceToWriteTo() {
        String file = """
            [results]
            read_note = [{ arg = "/which", const = WHICH, labels = [] }, { labels = ["untrusted"] }]
            [tools.read_note]
            parameters.which = { type = "TYPE" }
            policy.run = "allow"
            [tools.write_note]
            parameters = { path = { type = "path", required = true }, text = { type = "string", required = true } }
            policy.run = [{ arg = "/path", prefix = "notes", mode = "allow" }, { mode = "ask" }]
            """;
        assertThat(messages(file, "integer", "5")).isEmpty();
        assertThat(messages(file, "string", "\"notes\"")).isEmpty();
        assertThat(messages(file, "path", "\"notes\"")).contains("[toolpolicy/label-washed]");
    }

    private static String messages(String file, String type, String which) {
        return ConfigurationTools.messages(
                ConfigurationTools.toml(file.replace("TYPE", type).replace("WHICH", which)));
    }

    @Test
    void aToolWithAMistakeIsNoUnknownTool() {
        assertThat(problems("[results]\npage = { labels = [] }\n[tools.page]\nparameters.url = { type = 'uri' }\n"))
                .contains("there is no type \"uri\"")
                .doesNotContain("no tool is named");
    }

    private static final String CATALOG = "catalog = 'claude-code'\n";
    private static final String LABEL_RULE =
            "[tools.Bash.policy]\nrun = [{ label = 'untrusted', mode = 'deny' }, { mode = 'allow' }]\n";
    private static final String ANY =
            "[tools.TodoWrite.policy]\nrun = 'allow'\n[tools.WebFetch.policy]\nrun = 'allow'\n";

    private static List<String> labels(String file, String tool, String arguments, String... others) {
        var builder = PolicyEngine.builder().configuration(file("0.toml", CATALOG + file));
        for (String other : others) {
            builder.configuration(file("other.toml", other));
        }
        PolicyEngine engine = builder.build();
        PolicySession session = engine.newSession();
        assertThat(session.guard("c", tool, arguments)
                        .run(call -> "text")
                        .call()
                        .success())
                .isTrue();
        return session.labels().stream().map(SessionLabel::name).toList();
    }

    @Test
    void aCatalogSaysWhatStrangersCanWrite() {
        String todo = "{\"todos\":[]}";
        String page = "{\"url\":\"https://example.org\",\"prompt\":\"what\"}";

        assertThat(labels(LABEL_RULE + ANY, "TodoWrite", todo)).isEmpty();
        assertThat(labels(LABEL_RULE + ANY, "WebFetch", page)).containsExactly("untrusted");
        assertThat(labels(ANY, "WebFetch", page)).as("nothing asks for labels").isEmpty();
    }

    @Test
    void entriesOfFilesCountInsteadOfCatalogs() {
        String todo = "{\"todos\":[]}";
        String all = "[results]\n'*' = { labels = ['untrusted'] }\n" + LABEL_RULE + ANY;

        assertThat(labels(all, "TodoWrite", todo)).containsExactly("untrusted");
        assertThat(labels(all.replace("'*'", "'Todo*'"), "TodoWrite", todo)).containsExactly("untrusted");
        assertThat(labels(all.replace("'*'", "Bash"), "TodoWrite", todo)).isEmpty();
        assertThat(labels(
                        LABEL_RULE + ANY,
                        "TodoWrite",
                        todo,
                        "floor = true\n[results]\nTodoWrite = { labels = ['pii'] }"))
                .as("a floor adds")
                .containsExactly("pii");
    }

    @Test
    void aToolWhosePathsAFileDeclaresKeepsItsOwnLabels() {
        ToolSpec<ObjectNode> declared = new ToolSpec<>() {
            private final DeclaredTool tool = tool("crm_read");

            @Override
            public String name() {
                return tool.name();
            }

            @Override
            public ToolSchema schema() {
                return tool.schema();
            }

            @Override
            public String description() {
                return "";
            }

            @Override
            public Optional<RuleList> run() {
                return tool.run();
            }

            @Override
            public Optional<RuleList> result() {
                return Optional.empty();
            }

            @Override
            public List<Requirement> requirements() {
                return List.of();
            }

            @Override
            public List<ResultSpec> results() {
                return List.of(ResultSpec.labelled("pii"));
            }

            @Override
            public ObjectNode bind(ObjectNode arguments) {
                return arguments;
            }
        };
        PolicyEngine engine = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(declared)))
                .configuration(file("0.toml", "[tools.crm_read.parameters]\np = 'path'\n"))
                .build();

        assertThat(labels(engine, "crm_read")).containsExactly("pii");
    }

    @Test
    void aLaterLayerReplacesAnEntry() {
        String first = "[results]\ncrm_read = { labels = ['internal'] }";

        assertThat(labels(engine(first), "crm_read")).containsExactly("internal");
        assertThat(labels(engine(first, "[results]\ncrm_read = { labels = [] }"), "crm_read"))
                .isEmpty();
        assertThat(labels(engine("[results]\ncrm_read = { labels = [] }", first), "crm_read"))
                .containsExactly("internal");
    }

    @Test
    void patternsThatTieBringAllTheirLabelsAndNoValues() {
        String one = MAIL + "[results]\n'crm_*' = { labels = ['a'], " + CONTACTS + " }";
        String both = one + "\n'*read' = { labels = ['b'] }";
        PolicyEngine engine = engine(one);
        PolicySession session = engine.newSession();

        assertThat(call(engine, session, "crm_read").success()).isTrue();
        assertThat(call(engine, session, "mail").success()).isTrue();
        assertThat(problems(both)).contains("crm_read", "'crm_*'".replace('\'', '"'), "\"*read\"");
    }

    @Test
    void aToolThatComesLaterFillsNoSetOfAnAuthorWhoDidNotKnowIt() {
        for (boolean external : List.of(false, true)) {
            PolicyEngine engine = engine(MAIL
                    + "[results.'crm_*'] @ labels = ['a'] @ ".replace(" @ ", "\n")
                    + CONTACTS
                    + (external ? "\nexternal = true" : ""));
            assertThat(engine.replace(
                                    tool("crm_read"),
                                    DeclaredTool.of("mail", tool("mail").schema()),
                                    tool("crm_find"))
                            .kind())
                    .isEqualTo(ReloadOutcome.Kind.APPLIED);
            PolicySession session = engine.newSession();

            assertThat(call(engine, session, "crm_find").success()).isTrue();
            assertThat(session.labels().stream().map(SessionLabel::name))
                    .containsExactlyInAnyOrderElementsOf(external ? List.of("a") : List.of("a", "untrusted"));
            assertThat(call(engine, session, "mail").success()).isEqualTo(external);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{ label = 'a', labels = [] }",
                "{ arg = '/p', from = ['contacts'], labels = [] }",
                "{ fact = '/role', const = 'a', labels = [] }",
                "{ each = '/p', all = [{ arg = '', prefix = 'a' }], labels = [] }",
                "{ all = [{ arg = '/p', in_fact = '/names' }], labels = [] }"
            })
    void onlyArgumentsChooseAnEntry(String entry) {
        assertThat(problems("[results]\ncrm_read = [" + entry + ", { labels = ['a'] }]"))
                .contains("0.toml:2:");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            quoteCharacter = '"',
            value = {
                "crm_read = { labels = ['a'] } > crm_read = { labels = [] }",
                "'s_*' = { labels = ['a'], external = true } > 's_*' = { labels = [], external = true }",
                "'c*' = { labels = ['a'] } > 'c*' = { labels = ['a'], external = true }",
                "'s_*' = { labels = ['a'], external = true } @ 's_a*' = { labels = ['b'], external = true } >"
                        + " 's_*' = { labels = ['a'], external = true }",
                "'s_*' = { labels = ['a'], external = true } >"
                        + " 's_*' = { labels = ['a'], external = true } @ 's_a*' = { labels = ['b'], external = true }",
                "crm_read = { labels = ['a'] } > crm_read = { labels = ['a'], values = { contacts = '/who' } }"
            })
    void whatMayLoosenNeedsConsent(String before, String after) {
        PolicyEngine engine = engine("[results] @ " + before);

        assertThat(engine.reload(file("0.toml", "[results] @ " + before)).kind())
                .isEqualTo(ReloadOutcome.Kind.APPLIED);
        assertThat(engine.reload(file("0.toml", "[results] @ " + after)).kind()).isEqualTo(ReloadOutcome.Kind.DECLINED);
    }

    @Test
    void aFactCanNotHaveTheNameOfALabelOrASet() {
        assertThat(problems("[facts]\n'label:untrusted' = { type = 'boolean' }\n"))
                .contains("is one of a label or a set");
    }
}
