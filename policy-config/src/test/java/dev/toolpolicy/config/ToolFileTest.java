package dev.toolpolicy.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.CallLimit;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.CallPreview;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ParameterType.Precision;
import dev.toolpolicy.schema.ToolSchema;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tool that was written into a file and read back has the same answers. */
class ToolFileTest {
    private static final ToolSchema FACTS = ToolSchema.of(
            Parameter.required("role", ParameterType.string("admin", "user")),
            Parameter.optional("teams", ParameterType.arrayOf(ParameterType.string())));
    private static final int ROUNDS = Integer.getInteger("toolpolicy.rounds", 60);
    private static final String[] TEXTS = {"src/", "a.env", "x\"y\\z", "é\n", "git status", "https://a.example/x"};

    private final long seed = Long.getLong("toolpolicy.seed", 20361);
    private final Random random = new Random(seed);

    @TempDir
    private Path folder;

    /** A tool with everything that code can say of one. */
    private record Tool(
            String name,
            String description,
            ToolSchema schema,
            ToolSchema facts,
            Optional<RuleList> run,
            Optional<RuleList> result,
            List<Requirement> requirements,
            List<CallLimit> limits,
            List<ResultSpec> results)
            implements ToolSpec<ObjectNode> {
        @Override
        public ObjectNode bind(ObjectNode arguments) {
            return arguments;
        }
    }

    private <T> T one(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private String text() {
        return TEXTS[random.nextInt(TEXTS.length)];
    }

    private ToolSchema schema() {
        BigInteger large = BigInteger.TEN.pow(30);
        ParameterType row = ParameterType.objectOf(
                Parameter.required("to", ParameterType.string()).asSink(),
                Parameter.optional("count", ParameterType.integer(0, 9)));
        return new ToolSchema(ParameterType.objectOf(
                List.of(
                        new Parameter(
                                "path", ParameterType.path(), true, Optional.empty(), "Where it is.", false, true),
                        Parameter.optional("command", ParameterType.string()),
                        Parameter.optional("url", ParameterType.string()),
                        Parameter.optional("kind", ParameterType.string("a", "b"))
                                .withDefault(json("\"b\"")),
                        Parameter.optional("amount", ParameterType.number(one(List.of(Precision.values()))))
                                .withDefault(json(one(List.of("1", "2.5", "-3"))))
                                .describedAs(random.nextBoolean() ? "" : "How \"much\"."),
                        Parameter.optional(
                                "big", ParameterType.integer(random.nextBoolean() ? null : large.negate(), large)),
                        Parameter.optional("flag", ParameterType.bool()),
                        Parameter.optional("files", ParameterType.arrayOf(ParameterType.path())),
                        Parameter.optional("rows", ParameterType.arrayOf(row)),
                        Parameter.optional("any", ParameterType.any()).asLarge()),
                one(Arrays.asList(null, ParameterType.any(), ParameterType.integer()))));
    }

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private Condition condition(Mode mode) {
        return switch (random.nextInt(mode == Mode.ALLOW ? 14 : 13)) {
            case 0 -> Argument.Text.at("/path").prefix("p" + random.nextInt(3) + "/");
            case 1 ->
                Argument.Text.at("/path")
                        .glob("**/*.{a,b" + random.nextInt(3) + "}")
                        .ignoringCase();
            case 2 -> Argument.Text.at("/command").commands("git *", "ls " + random.nextInt(3));
            case 3 -> Argument.Text.at("/url").host(List.of("*.example"), List.of("https"), List.of(443, 8443));
            case 4 -> Argument.Text.at("/kind").oneOf("a", "b");
            case 5 -> Argument.Numeric.at("/amount").minimum(new BigDecimal(random.nextInt(9) + ".25"));
            case 6 -> Argument.Numeric.at("/big").exclusiveMaximum(new BigDecimal("1e" + random.nextInt(30)));
            case 7 -> Argument.Flag.at("/flag").constant(random.nextBoolean());
            case 8 -> Argument.Text.at("/files").prefix("src/").match(one(List.of(Match.values())));
            case 9 -> Argument.Text.fact("/role").constant("admin");
            case 10 -> Argument.Text.at("/command").inFact("/teams");
            case 11 -> Condition.onLabel("secret");
            case 12 -> Argument.Text.at("/url").from("known", "request");
            default ->
                Argument.Text.at("/command")
                        .pattern("^[a-z]{" + random.nextInt(4) + "}")
                        .orAbsent();
        };
    }

    private RuleList list() {
        List<RuleSpec> rules = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            Mode mode = one(List.of(Mode.values()));
            RuleSpec rule = switch (random.nextInt(4)) {
                case 0 ->
                    RuleSpec.whenAll(
                            List.of(condition(mode), Argument.Text.at("/path").constant(text())), mode);
                case 1 ->
                    RuleSpec.whenEach(
                            RuleSpec.Each.of("/rows").match(one(List.of(Match.values()))),
                            List.of(
                                    Argument.Text.at("/to").constant(text()),
                                    Argument.Numeric.at("/count").maximum(random.nextInt(9))),
                            mode);
                default -> RuleSpec.when(condition(mode), mode);
            };
            rule = random.nextBoolean() ? rule : rule.because("Since " + i + ".");
            rules.add(random.nextBoolean() ? rule : rule.named("rule-" + i));
        }
        rules.add(RuleSpec.otherwise(one(List.of(Mode.values()))));
        return new RuleList(rules);
    }

    private Tool tool(String name) {
        Requirement.Key key = new Requirement.Key(
                ArgumentPointer.parse("/path"), ArgumentPointer.parse("/path"), Match.ANY, random.nextBoolean());
        Requirement requirement = one(List.of(
                Requirement.allOf(List.of("first")),
                Requirement.sameKey(List.of("first"), random.nextBoolean() ? key : key.allowingNewFiles()),
                Requirement.sameKey(List.of("first", "second"), key.requiringFresh())
                        .because("Read it."),
                Requirement.allOf(List.of("crm_*", "later")).asExternal()));
        CallLimit limit = one(List.of(
                CallLimit.calls(1 + random.nextInt(9)).because("Enough."),
                CallLimit.calls(3).per(Duration.ofMillis(1 + random.nextInt(5000))),
                CallLimit.calls(3).per(Duration.ofDays(30)),
                CallLimit.total("12.50", "/amount"),
                CallLimit.total("9", "/amount").per(Duration.ofDays(1)).by("/role"),
                CallLimit.calls(5).per(Duration.ofDays(1)).by("/role").onSingleNode(),
                CallLimit.failures(2, Duration.ofMinutes(10))));
        ResultSpec brings = ResultSpec.labelled("secret", "untrusted")
                .filling(
                        "known",
                        ResultSpec.Source.at("/url", "/rows/*/to").trusted().open());
        List<ResultSpec> results = one(List.of(
                List.of(),
                List.of(random.nextBoolean() ? brings : brings.asExternal()),
                List.of(
                        ResultSpec.labelled().where(Argument.Text.at("/path").prefix("docs/")),
                        brings.where(
                                Argument.Text.at("/kind").constant("a"),
                                Argument.Flag.at("/flag").constant(true)),
                        ResultSpec.labelled())));
        return new Tool(
                name,
                "Does \"it\".\nTwice.",
                schema(),
                FACTS,
                random.nextInt(5) == 0 ? Optional.empty() : Optional.of(list()),
                random.nextBoolean() ? Optional.empty() : Optional.of(RuleList.always(one(List.of(Mode.values())))),
                random.nextBoolean() ? List.of() : List.of(requirement),
                random.nextBoolean() ? List.of() : List.of(limit),
                results);
    }

    private String call() {
        ObjectNode call = JsonNodeFactory.instance.objectNode();
        call.put("path", one(List.of("p0/x", "p1/a/b.a", "docs/x", "src/y.B1", text())));
        if (random.nextBoolean()) {
            call.put("command", one(List.of("git push", "ls 1", "ls 1; rm x", "abc", text())));
            call.put("url", one(List.of("https://a.example/x", "http://a.example", "https://a.example:8443/", text())));
        }
        if (random.nextBoolean()) {
            call.put("amount", new BigDecimal(random.nextInt(20)).movePointLeft(1));
            call.set("big", json(one(List.of("5", "1e15", "-7", "1e31"))));
        }
        if (random.nextBoolean()) {
            call.put("flag", random.nextBoolean()).put("kind", one(List.of("a", "b", "c")));
            call.putArray("files").add("src/a").add(text());
            call.putArray("rows").addObject().put("to", text()).put("count", random.nextInt(10));
        }
        if (random.nextInt(4) == 0) {
            call.set("more", json(one(List.of("1", "\"x\""))));
        }
        return call.toString();
    }

    private static PolicyEngine engine(ToolCatalog tools) {
        return PolicyEngine.builder()
                .tools(tools)
                .unreachableRules(Severity.WARNING)
                .paths(PathSettings.plain().withFiles(path -> true, path -> Optional.empty()))
                .build();
    }

    private static String decided(PolicySession session, String call) {
        CallPreview preview = session.calls().preview("tool", call);
        return preview.status() + " " + preview.decision() + " " + preview.denial() + " " + preview.forModel();
    }

    @Test
    void whatIsReadBackDecidesAsWhatWasWritten() throws IOException {
        int decided = 0;
        int valid = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Tool tool = tool("tool");
            ToolCatalog tools = ToolCatalog.of(List.of(tool, tool("first"), tool("second")));
            PolicyEngine one;
            try {
                one = engine(tools);
            } catch (InvalidPolicyException e) {
                continue;
            }
            Path file = Files.writeString(folder.resolve("tools.json"), ToolFile.text(tools));
            ToolCatalog read = ToolFile.read(file);
            assertThat(ToolFile.text(read)).as("seed %d round %d", seed, round).isEqualTo(ToolFile.text(tools));
            ToolSpec<?> again = read.find("tool").orElseThrow();
            assertThat(again.run().map(RuleList::toString)).isEqualTo(tool.run().map(RuleList::toString));
            assertThat(again.requirements()).as("seed %d", seed).isEqualTo(tool.requirements());
            assertThat(again.limits()).as("seed %d", seed).isEqualTo(tool.limits());
            assertThat(again.results()).as("seed %d", seed).isEqualTo(tool.results());
            assertThat(reasons(again)).as("seed %d", seed).isEqualTo(reasons(tool));
            PolicyEngine other = engine(read);
            valid++;
            assertThat(other.policyHash()).as("seed %d round %d", seed, round).isEqualTo(one.policyHash());
            for (int i = 0; i < 20; i++) {
                String call = call();
                assertThat(decided(other.session("s" + i), call))
                        .as("seed %d round %d: %s", seed, round, call)
                        .isEqualTo(decided(one.session("s" + i), call));
                decided++;
            }
        }
        assertThat(valid).isGreaterThan(ROUNDS / 4);
        assertThat(decided).isGreaterThan(ROUNDS * 5);
    }

    private static List<String> reasons(ToolSpec<?> tool) {
        return tool.run().stream()
                .flatMap(list -> list.rules().stream())
                .map(rule -> rule.name() + " " + rule.reason())
                .toList();
    }

    @Test
    void theToolsOfAnEngineAreThoseWithoutItsFiles() throws IOException {
        PolicyEngine engine = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(ConfigurationTools.BASH)))
                .facts(FACTS)
                .configuration(ConfigurationTools.toml("[tools.bash.policy]\nrun = \"deny\"\n"))
                .build();
        Path file = folder.resolve("new/tools.json");
        ToolFile.write(engine, file);
        assertThat(Files.readString(file)).doesNotContain("deny").contains("\"bash\" : {");
        assertThat(ToolFile.read(file).tools().get(0).facts()).isEqualTo(FACTS);
        engine.replace(ConfigurationTools.MOVE);
        assertThat(ToolFile.text(engine)).contains("fs_move_file");
    }

    /** A new component needs its line in ToolWriter, and its place in these random tools. */
    @Test
    void everyComponentIsKnownToTheWriter() {
        assertThat(Map.of(
                        CallLimit.class, 8,
                        Requirement.class, 4,
                        Requirement.Key.class, 6,
                        ResultSpec.class, 4,
                        ResultSpec.Source.class, 3,
                        RuleSpec.class, 10,
                        Condition.class, 6,
                        Parameter.class, 7))
                .allSatisfy((type, size) -> assertThat(type.getRecordComponents())
                        .as(type.getSimpleName())
                        .hasSize(size));
    }

    @Test
    void whatNoFileCanSayIsRefused() {
        Condition twice = Argument.Text.at("/command")
                .prefix("a")
                .and(Argument.Text.at("/command").prefix("ab"));
        DeclaredTool tool = ConfigurationTools.BASH.withRun(RuleList.of(RuleSpec.when(twice, Mode.ALLOW)));
        assertThatThrownBy(() -> ToolFile.text(ToolCatalog.of(List.of(tool))))
                .hasMessage("no file can say what code says of the tool \"bash\"");
        DeclaredTool slow =
                ConfigurationTools.BASH.withLimits(CallLimit.calls(1).per(Duration.ofNanos(1)));
        assertThatThrownBy(() -> ToolFile.text(ToolCatalog.of(List.of(slow))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatIsUnknownInAFileIsAnError() throws IOException {
        String good =
                ToolFile.text(ToolCatalog.of(List.of(ConfigurationTools.MODIFY.withRun(RuleList.always(Mode.DENY)))));
        read(good);
        assertThatThrownBy(() -> read(good.replace("\"run\"", "\"runs\""))).hasMessageContaining("\"runs\"");
        assertThatThrownBy(() -> read(good.replace("\"policy\"", "\"polici\""))).hasMessageContaining("\"polici\"");
        assertThatThrownBy(() -> read(good.replace("\"deny\"", "\"denied\""))).hasMessageContaining("\"denied\"");
        assertThatThrownBy(() -> read(good.replace("\"path\"", "\"paht\""))).hasMessageContaining("\"paht\"");
        assertThatThrownBy(() -> read("{")).isInstanceOf(InvalidPolicyException.class);
    }

    private ToolCatalog read(String text) throws IOException {
        return ToolFile.read(Files.writeString(folder.resolve("changed.json"), text));
    }
}
