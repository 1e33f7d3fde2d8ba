package dev.toolpolicy.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.config.internal.read.RequirementsReader;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.runtime.internal.remember.Sessions;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequirementsReaderTest {
    private static final List<String> TOOLS = List.of("a", "b", "c", "d");

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text.replace('\'', '"'));
        } catch (JsonProcessingException broken) {
            throw new IllegalArgumentException(text, broken);
        }
    }

    @Test
    void everyFormIsRead() {
        ArgumentPointer path = ArgumentPointer.parse("/path");

        assertThat(RequirementsReader.read(
                        json("[{'tools':['test','build']},{'tools':['read'],'key':'/path'},"
                            + "{'tools':['read','lock'],'key':'/path','tools_key':'/file','match':'all','when_missing':'deny'},"
                            + "{'tools':['read'],'key':'/path','match':'any','when_missing':'allow'}]"),
                        ""))
                .containsExactly(
                        Requirement.allOf(List.of("test", "build")),
                        Requirement.sameKey(List.of("read"), Requirement.Key.at("/path")),
                        Requirement.sameKey(
                                List.of("read", "lock"),
                                new Requirement.Key(path, ArgumentPointer.parse("/file"), Match.ALL, true)),
                        Requirement.sameKey(List.of("read"), new Requirement.Key(path, path, Match.ANY, false)));
        assertThat(RequirementsReader.read(json("[]"), "")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{} | /r: [toolpolicy/config-syntax] \"requires\" is a list of requirements, not {}",
                "[5] | /r/0: [toolpolicy/config-syntax] a requirement is an object with \"tools\", not 5",
                "[{}] | /r/0/tools: [toolpolicy/config-syntax] \"tools\" is a list of at least one name, but it is"
                        + " missing",
                "[{'tools':[]}] | /r/0/tools: [toolpolicy/config-syntax] \"tools\" is a list of at least one name, not"
                        + " []",
                "[{'tools':['']}] | /r/0/tools: [toolpolicy/config-syntax] \"tools\" is a list of names that aren't"
                        + " empty",
                "[{'tools':'a'}] | /r/0/tools: [toolpolicy/config-syntax] \"tools\" is a list of at least one name,"
                        + " not \"a\"",
                "[{'tools':['a',1]}] | /r/0/tools/1: [toolpolicy/config-syntax] \"tools\" is a list of strings, not 1",
                "[{'tools':['a'],'kee':'/x'}] | /r/0/kee: [toolpolicy/unknown-key] a requirement has no \"kee\"",
                "[{'tools':['a'],'key':'x'}] | /r/0/key: [toolpolicy/pointer-syntax] \"x\" is not a JSON Pointer: a"
                        + " pointer starts",
                "[{'tools':['a'],'key':''}] | /r/0/key: [toolpolicy/pointer-syntax] \"\" is not a JSON Pointer: a"
                        + " pointer must not",
                "[{'tools':['a'],'key':1}] | /r/0/key: [toolpolicy/config-syntax] \"key\" is a string, not 1",
                "[{'tools':['a'],'key':null}] | /r/0/key: [toolpolicy/config-syntax] \"key\" is a string, not null",
                "[{'tools':['a'],'match':'all'}] | /r/0/match: [toolpolicy/config-syntax] \"match\" needs a \"key\"",
                "[{'tools':['a'],'key':'/x','match':'one'}] | /r/0/match: [toolpolicy/config-syntax] \"match\" is"
                        + " \"any\" or \"all\", not \"one\"",
                "[{'tools':['a'],'key':'/x','when_missing':true}] | /r/0/when_missing: [toolpolicy/config-syntax]"
                        + " \"when_missing\" is \"deny\" or \"allow\", not true",
                "[{'tools':['a'],'key':'/x'},{'tools':['a'],'tools_key':'/y'}] | /r/1/tools_key:"
                        + " [toolpolicy/config-syntax] \"tools_key\" needs a \"key\", and the requirement has none",
            })
    void errorsAreReportedWithTheirPlace(String written, String message) {
        assertThat(catchThrowableOfType(
                        InvalidPolicyException.class, () -> RequirementsReader.read(json(written), "/r")))
                .hasMessageStartingWith(message);
    }

    @Test
    void everythingThatIsWrongIsSaid() {
        assertThat(catchThrowableOfType(
                                InvalidPolicyException.class,
                                () -> RequirementsReader.read(json("[{'tools':[],'key':'x','match':'y','z':1},7]"), ""))
                        .getMessage()
                        .lines()
                        .filter(line -> line.contains("[toolpolicy/")))
                .hasSize(5);
    }

    /** Declared, in words and from configuration, on a thousand sequences. */
    @Test
    void declaredPrintedAndReadRequirementsAgree() {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            List<DeclaredTool> plain =
                    TOOLS.stream().map(RequirementsReaderTest::tool).toList();
            List<DeclaredTool> declaring = new ArrayList<>();
            List<DeclaredTool> configured = new ArrayList<>();
            List<ToolPolicy> words = new ArrayList<>();
            for (int i = 0; i < TOOLS.size(); i++) {
                DeclaredTool declared = plain.get(i);
                DeclaredTool read = plain.get(i);
                for (int each = i == 0 ? 0 : random.nextInt(3); each > 0; each--) {
                    Drawn drawn = Drawn.any(i, random);
                    declared = declared.requiring(drawn.declared());
                    words.add(drawn.words());
                    for (Requirement one : RequirementsReader.read(drawn.written(), "")) {
                        read = read.requiring(one);
                    }
                }
                declaring.add(declared);
                configured.add(read);
            }
            List<PolicyRegistry> sessions =
                    List.of(session(declaring, List.of()), session(plain, words), session(configured, List.of()));
            for (int step = 0; step < 25; step++) {
                ToolCall call = Sessions.call(TOOLS.get(random.nextInt(TOOLS.size())), arguments(random));
                boolean succeeds = random.nextInt(4) > 0;
                List<Object> verdicts = new ArrayList<>();
                for (PolicyRegistry session : sessions) {
                    verdicts.add(succeeds ? Sessions.run(session, call) : Sessions.reason(session, call));
                }
                assertThat(verdicts)
                        .as("seed %d, step %d, %s", seed, step, call)
                        .containsOnly(verdicts.get(0));
            }
        }
    }

    private static DeclaredTool tool(String name) {
        return DeclaredTool.of(
                name,
                ToolSchema.of(
                        Parameter.optional("path", ParameterType.path()),
                        Parameter.optional("from", ParameterType.path())));
    }

    private static String arguments(Random random) {
        return List.of("{}", "{'path':'x'}", "{'path':'./x','from':'y'}", "{'from':'x/'}")
                .get(random.nextInt(4));
    }

    private static PolicyRegistry session(List<DeclaredTool> tools, List<ToolPolicy> policies) {
        return Sessions.session(Policies.resolve(ToolCatalog.of(tools), policies, PathSettings.plain())
                .toArray(ToolPolicy[]::new));
    }

    /** One requirement, said in three ways. */
    private record Drawn(Requirement declared, ToolPolicy words, JsonNode written) {

        static Drawn any(int tool, Random random) {
            List<String> required =
                    random.nextBoolean() ? List.of(TOOLS.get(random.nextInt(tool))) : TOOLS.subList(0, tool);
            String names = "'tools':['" + String.join("','", required) + "']";
            String dependent = TOOLS.get(tool);
            if (random.nextInt(3) == 0) {
                ToolPolicy words = Policies.requires(dependent, required.toArray(String[]::new));
                return new Drawn(Requirement.allOf(required), words, json("[{" + names + "}]"));
            }
            String theirs = random.nextBoolean() ? "/path" : "/from";
            boolean all = random.nextBoolean();
            boolean deny = random.nextBoolean();
            Requirement.Key key = new Requirement.Key(
                    ArgumentPointer.parse("/path"), ArgumentPointer.parse(theirs), all ? Match.ALL : Match.ANY, deny);
            Requirement same = Requirement.sameKey(required, key);
            return new Drawn(
                    same,
                    Policies.requires(dependent, same),
                    json("[{" + names + ",'key':'/path'" + (theirs.equals("/path") ? "" : ",'tools_key':'/from'")
                            + (all ? ",'match':'all'" : "") + (deny ? "" : ",'when_missing':'allow'") + "}]"));
        }
    }
}
