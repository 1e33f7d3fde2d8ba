package dev.toolpolicy.lab.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The runner's own worth: what is wrong, unknown or missing never passes. */
class StrictnessTest {
    private static final String TOOL =
            "'tool':{'name':'t','parameters':{'type':'object','properties':{'path':{'type':'path'}},'required':[]}}";
    private static final String CALL = "[{'id':'c'," + TOOL + ",'run':[{'arg':'/path','prefix':'src','mode':'ask'},"
            + "{'mode':'deny'}],'chunks':['{~path~:','~lib/x~}'],"
            + "'expect':{'final':'complete','mode':'deny','rule':1,'decided_at':15}}]";
    private static final String FRAGMENT = "[{'id':'f','chunks':['[~a','b~]'],'expect':{'fragments':["
            + "{'path':[0],'string':'ab'},{'path':[0],'done':true},{'path':[],'done':true}]}}]";
    private static final String RULES = "[{'id':'r'," + TOOL + ",'run':[{'mode':'ask'},{'mode':'deny'}],"
            + "'expect':{'errors':[{'rule':1,'code':'unreachable-rule'}],'warnings':[]}}]";
    private static final String SESSION = "[{'id':'s','policies':[{'type':'sequential','dependencies':"
            + "{'deploy':['test','build']}},{'type':'keyed','dependencies':{'write':{'prerequisites':['read'],"
            + "'key':'/path','key_type':'path'}}}],'steps':["
            + "{'tool':'test','arguments':{},'result':'failure','expect':{'expect':'allow'}},"
            + "{'tool':'build','arguments':{},'expect':{'expect':'allow'}},"
            + "{'tool':'deploy','arguments':{},'expect':{'expect':'deny','policy':'sequential_dependency',"
            + "'missing':['test']}},"
            + "{'tool':'read','arguments':{'path':'./a'},'expect':{'expect':'allow'}},"
            + "{'tool':'write','arguments':{'path':'a'},'expect':{'expect':'allow'}}]}]";

    @TempDir
    private Path folder;

    private void write(String file, String json) {
        try {
            Files.writeString(folder.resolve(file), json.replace('\'', '"').replace("~", "\\\""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Conformance run(String file, String json) {
        write(file, json);
        return Conformance.of(folder);
    }

    private static String sample(String kind) {
        return switch (kind) {
            case "calls" -> CALL;
            case "fragments" -> FRAGMENT;
            case "rules" -> RULES;
            default -> SESSION;
        };
    }

    @Test
    void matchingVectorsPass() {
        write("calls-a.json", CALL);
        write("fragments-a.json", FRAGMENT);
        write("rules-a.json", RULES);
        write("sessions-a.json", SESSION);
        write("README.md", "no vectors");

        assertThat(Conformance.of(folder)).isEqualTo(new Conformance(0, "4 passed, 0 failed", List.of()));
    }

    /** One change to a vector that passes, and the line that must come of it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "calls | 'deny','rule':1 | 'ask','rule':1 | c: expected ask by rule 1",
                "calls | 'rule':1 | 'rule':0 | c: expected deny by rule 0",
                "calls | 'rule':1 | 'rule':null | c: expected deny by no rule",
                "calls | 'decided_at':15 | 'decided_at':14 | c: expected deny by rule 1, decided at 14, got deny by"
                        + " rule 1, decided at 15, fed unit by unit",
                "calls | 'decided_at':15 | 'decided_at':-1 | c: /expect/decided_at is not a count",
                "calls | 'final':'complete' | 'final':'whole' | c: /expect/final is unknown: whole",
                "calls | 'final':'complete','mode':'deny','rule':1,'decided_at':15 |"
                        + " 'final':'invalid','error':'truncated' | c: expected invalid, truncated, got deny by rule 1",
                "calls | ~lib/x~} | ~lib/x~ | c: expected deny by rule 1, decided at 15, got invalid, truncated",
                "calls | 'mode':'deny','rule' | 'mode':'jump','rule' | c: /expect/mode is none",
                "calls | 'rule':1, | | c: /expect/rule is missing",
                "calls | 'rule':1 | 'rule':1,'why':2 | c: /expect/why is unknown",
                "calls | 'run': | 'root':'/x','run': | c: /root is unknown",
                "calls | 'id':'c', | | calls-a.json #0: /id is missing",
                "calls | 'chunks':[ | 'chunks':[1, | c: /chunks/0 is not a string",
                "calls | 'prefix':'src' | 'prefx':'src' | c: its rules are refused: [unknown-member]",
                "calls | 'type':'path' | 'type':'file' | c: it broke off with",
                "fragments | 'string':'ab' | 'string':'abc' | f: expected",
                "fragments | 'string':'ab' | 'number':'ab' | f: expected",
                "fragments | ,{'path':[],'done':true} | | f: expected",
                "fragments | 'string':'ab' | 'string':'ab','done':true | f: /expect/fragments/0/done is unknown",
                "fragments | {'fragments':[ | {'error':'truncated','fragments':[ | f: /expect/fragments is unknown",
                "fragments | b~] | b~ | f: expected",
                "fragments | 'chunks' | 'text':'','chunks' | f: /text is unknown",
                "rules | 'rule':1 | 'rule':0 | r: expected [unreachable-rule at 0], got [unreachable-rule at 1]",
                "rules | {'rule':1,'code':'unreachable-rule'} | | r: expected nothing, got [unreachable-rule at 1]",
                "rules | 'warnings':[] | 'warnings':[{'code':'no-catch-all'}] | r: expected [unreachable-rule at 1,"
                        + " warning no-catch-all], got [unreachable-rule at 1]",
                "rules | 'warnings':[] | 'warnings':[{'code':'any-element'}] | r: /expect/warnings/0 is a warning that",
                "rules | ,'warnings':[] | | r: /expect/warnings is missing",
                "rules | 'warnings':[] | 'warnings':[],'notes':[] | r: /expect/notes is unknown",
                "sessions | 'missing':['test'] | 'missing':['build','test'] | s: expected deny by"
                    + " sequential_dependency for want of [build, test] at /steps/2, got deny by sequential_dependency"
                    + " for want of [test]",
                "sessions | 'result':'failure' | 'result':'success' | s: expected deny by sequential_dependency",
                "sessions | 'result':'failure' | 'result':'fail' | s: /steps/0/result is unknown: fail",
                "sessions | 'policy':'sequential_dependency' | 'policy':'other' | s: expected deny by other",
                "sessions | 'key_type':'path' | 'key_type':'string' | s: expected allow at /steps/4, got deny by"
                        + " keyed_dependency for want of [read]",
                "sessions | 'key_type':'path' | 'key_type':'url' | s: /policies/1/dependencies/write/key_type is not"
                        + " supported",
                "sessions | 'type':'keyed' | 'type':'quota' | s: /policies/1/type is not supported: quota",
                "sessions | 'type':'keyed' | 'name':'k','type':'keyed' | s: /policies/1/name is unknown",
                "sessions | {'tool':'build' | {'restore':'x'},{'tool':'build' | s: /steps/1/restore is not a snapshot"
                        + " that was taken",
                "sessions | {'tool':'build' | {'snapshot':'x','y':1},{'tool':'build' | s: /steps/1/y is unknown",
                "sessions | {'tool':'write' | {'restore':'x'},{'tool':'write' | s: /steps/4/restore is not a snapshot",
                "sessions | {'type':'keyed' | {'type':'read_before_write','read_tools':['r']},{'type':'keyed' |"
                        + " s: /policies/1/write_tools is missing",
                "sessions | {'type':'keyed' | {'type':'read_before_write','writes':['r']},{'type':'keyed' |"
                        + " s: /policies/1/writes is unknown",
                "sessions | {'tool':'build' | {'at':1,'tool':'build' | s: /steps/1/at is unknown",
                "sessions | 'expect':{'expect':'allow'}} | 'expect':{'expect':'maybe'}} | s: /steps/0/expect/expect is"
                        + " unknown",
            })
    void differingVectorsFail(String kind, String from, String to, String line) {
        assertThat(sample(kind)).contains(from);

        Conformance conformance = run(kind + "-a.json", sample(kind).replace(from, to == null ? "" : to));

        assertThat(conformance.lines()).singleElement().asString().startsWith(line);
        assertThat(conformance.total()).isEqualTo("0 passed, 1 failed");
        assertThat(conformance.exitCode()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "plans-a.json | [] | plans-a.json: its name begins with none of calls-, rules-, rules2-, flows-,"
                        + " sessions-, fragments-, shell-",
                "calls.json | [] | calls.json: its name begins with none of",
                "calls-a.json | [{ | calls-a.json: it is not JSON: Unexpected end-of-input",
                "calls-a.json | [] [] | calls-a.json: it is not JSON",
                "calls-a.json | [{'id':'a','id':'b'}] | calls-a.json: it is not JSON: Duplicate field",
                "calls-a.json | {} | calls-a.json: it is not an array of vectors",
                "calls-a.json | [] | calls-a.json: it is not an array of vectors",
                "calls-a.json | [5] | calls-a.json #0: a vector is not an object",
                "calls-a.json | [{'id':7}] | calls-a.json #0: /id is not a string",
            })
    void filesThatHoldNoVectorsFail(String file, String text, String line) {
        write("fragments-good.json", FRAGMENT);

        Conformance conformance = run(file, text);

        assertThat(conformance.lines()).singleElement().asString().startsWith(line);
        assertThat(conformance.total()).isEqualTo("1 passed, 1 failed");
        assertThat(conformance.exitCode()).isEqualTo(1);
    }

    @Test
    void aFolderWithoutVectorsFails() {
        assertThat(Conformance.of(folder).total()).isEqualTo("there is no vector file (*.json) in " + folder);
        assertThat(Conformance.of(folder).exitCode()).isEqualTo(2);
    }

    @Test
    void aMissingFolderAndAFileFail() {
        Path missing = folder.resolve("nowhere");
        assertThat(Conformance.of(missing))
                .isEqualTo(
                        new Conformance(2, "there is no folder " + missing, List.of("there is no folder " + missing)));
        write("calls-a.json", CALL);
        assertThat(Conformance.of(folder.resolve("calls-a.json")).total()).endsWith("calls-a.json is not a folder");
    }

    @Test
    void withoutAFolderItSaysHowItIsUsed() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        assertThat(ConformanceMain.run(new String[0], new PrintStream(bytes))).isEqualTo(2);

        assertThat(bytes.toString(StandardCharsets.UTF_8)).startsWith("usage: ");
    }

    @Test
    void theTableCountsByKind() {
        write("calls-a.json", CALL);
        write("fragments-a.json", FRAGMENT.replace("'ab'", "'x'"));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        ConformanceMain.run(new String[] {folder.toString()}, new PrintStream(bytes));

        assertThat(bytes.toString(StandardCharsets.UTF_8).lines().skip(1))
                .containsExactly(
                        "",
                        "kind        passed  failed",
                        "calls            1       0",
                        "fragments        0       1",
                        "",
                        "1 passed, 1 failed");
    }
}
