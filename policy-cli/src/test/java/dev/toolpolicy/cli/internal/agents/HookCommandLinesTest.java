package dev.toolpolicy.cli.internal.agents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shell commands that reach for what Tool Policy keeps, where the rules allow every command. */
final class HookCommandLinesTest extends PlayedHook {
    private static final String KEPT = "deny: Not run: the command names a file or folder that Tool Policy needs.";
    private static final String MAY_NAME =
            "ask: Tool Policy asks: the command may name a file or folder that Tool Policy needs";
    private static final String WRITES =
            "ask: Tool Policy asks: the command writes to a file of the policy or of the agent's settings";
    private static final String PERSON = "deny: Not run: a person answers approval requests, not the agent.";
    private static final String READS = "deny: Not run: of toolpolicy, the agent may only run commands that read,"
            + " such as check and explain, and only in plain lines.";

    @BeforeEach
    void allowAll() throws IOException {
        policy = Files.writeString(policy, "[tools.Bash.policy]\nrun = \"allow\"\n");
    }

    private String line(String line) throws IOException {
        String audit = folder.resolve("audit.jsonl").toString();
        return before("Bash", command(line.replace("FOLDER", folder.toString())), "--audit", audit);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cat FOLDER/store/x",
                "cat ../store/x",
                "ls ../store",
                "mv ../store x",
                "cat FOLDER/./store//x",
                "cat FOLDER/STORE/x",
                "cat FOLDER/sto\"\"re/x",
                "cat FOLDER/sto're'/x",
                "cat FOLDER/st\\ore/x",
                "echo x > build/../../store/x",
                "echo x >> build/../../audit.jsonl",
                "rm ../audit.jsonl.lock",
                "cat < ../store/x",
                "cat ~/.local//state/./toolpolicy/helper/s",
                "echo 'see ../store'",
                "cat <<'EOF' > x\nit's\nEOF\ncat ../store/x",
                "cat \"$HOME/.local/state/x/../toolpolicy/helper/s\"",
                "cat ${HOME}/.local/state/toolpolicy/helper",
                "cat $PWD/../store/x",
                "cp --target-directory=../store x",
                "tar -C../store -c .",
                "docker run -v FOLDER/store:/x y",
                "curl -d @../store/x http://localhost",
                "make dir=~/.local/state/toolpolicy/helper",
                "D=../store cat x",
                "echo $(cat ../store/x)2",
                "cd .. && cat store/x",
                "cd ../..; cat FOLDER/store/x",
                "cd ~ && cat .local/state/toolpolicy/helper/s",
                "cd; cat .local/state/toolpolicy/helper/s",
                "cd -P -- ..; cat $PWD/store/x",
                "cd x || cd ..; cat store/x",
                "pushd .. && cat store/x",
                "chdir ..; cat store/x",
                "builtin cd ..; cat ~+/store/x",
                "cd build; cd -; cd ..; popd; cat store/x",
                "if true; then cd ..; cat store/x; fi",
                "(cd 'build/../..'; cat store/x)",
                "python3 -c 'open(\"FOLDER/store/x\")'",
                "sh -c 'cat \"../store\"/x'",
                "for f in FOLDER/sto're'/*; do cat $f; done",
                "for f in ../st''ore/*; do cat $f; done",
                "cat $'../store/x'",
                "cat $\"../store/x\"",
                "cat ..$'/store'/x",
                "sh -c 'cd ..; cat store/x'",
                "eval 'cd ..'; cat store/x",
                "sudo sh -c \"cd '..' && cat store/x\"",
            })
    void aCommandNamesNothingThatToolPolicyKeeps(String line) throws IOException {
        assertThat(line(line)).isEqualTo(KEPT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ls FOLDER/store2",
                "ls ../store2",
                "git show HEAD~1 -- a",
                "cat store/x",
                "cat ../project/store/x",
                "ls *",
                "cat src/*.java",
                "echo $X {a,b}",
                "sed -n \"/$X/p\" a",
                "cat ~/.local/state/toolpolicy.txt",
                "echo x > build/x",
                "cd src && make > build/$X 2> $X",
                "for f in a b; do cat $f > build/$f; done",
                "cd; cat a; cd - && cd src",
                "grep cd a b",
                "sh -c 'cd src; echo x > a'",
                "echo $'a\\tb' $\"c\"",
                "cat <<'EOF' > x\n../store toolpolicy hook uninstall\nEOF",
            })
    void otherNamesAreAllowed(String line) throws IOException {
        assertThat(line(line)).isEqualTo("allow");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cat FOLDER/sto*/x",
                "cat ../sto[qr]e/x",
                "cat ../*/x",
                "cat ../s?ore",
                "ls ../$X",
                "cat ../{store,x}/x",
                "cat ../s{tor,x}e/x",
                "ls {../sto,x}re",
                "cat ../$'st\\157re'/x",
            })
    void aNameThatTheShellCompletesNeedsApproval(String line) throws IOException {
        assertThat(line(line)).isEqualTo(MAY_NAME);
    }

    @Test
    void aLineWhoseFoldersAreUnclearNeedsApproval() throws IOException {
        String unclear = "ask: Tool Policy asks: it isn't clear to which folders the line changes";
        assertThat(line("cd a; ".repeat(60) + "cat x")).isEqualTo(unclear);
        assertThat(line("cd project store; cat x")).isEqualTo(unclear);
        assertThat(line("export CDPATH=..; cd store; cat x")).isEqualTo(unclear);
        assertThat(line("cd .; ".repeat(60) + "cd ..; cat store/x")).isEqualTo(KEPT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo x > ../tool-policy.toml",
                "echo x >> build/../../tool-policy.toml",
                "echo x > build/../.claude/settings.json",
                "echo x 2> ~/.claude/settings.json",
                "cd build && echo x > ../.claude/settings.json",
                "cd x || cd .claude; echo x > settings.json",
                "pushd .claude; echo x > settings.json",
                "echo x > .claud*/settings.json",
                "cd .claude; echo x > s*",
                "echo x > $'.claude/settings.json'",
                "echo x > .claude/$\"settings.json\"",
                "echo x > .claude/$'setting\\163.json'",
                "sh -c 'echo x > .claude/settings.json'",
                "sh -c '>.claude/settings.json'",
                "eval \"cd .claude; echo x\" '> settings.json'",
                "echo x >> ./.cl[a]ude/settings.json",
                "echo x > .claude/$X",
                "(echo x > .claude/settings.json)",
                "if cd .claude; then echo x >settings.json; fi",
            })
    void writingToThePolicyOrTheSettingsNeedsApproval(String line) throws IOException {
        assertThat(line(line)).isEqualTo(WRITES);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "grep toolpolicy README.md",
                "cat toolpolicy.md",
                "git log --grep toolpolicy",
                "git commit -m 'Add a toolpolicy hook'",
                "ls ~/.local/bin/toolpolicy",
                "toolpolicy check tool-policy.toml",
                "/opt/bin/toolpolicy explain a.toml Read '{}'",
                "toolpolicy --version",
                "timeout 5 toolpolicy test a.test.toml",
            })
    void namingTheProgramOrReadingWithItIsAllowed(String line) throws IOException {
        assertThat(line(line)).isEqualTo("allow");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "toolpolicy hook uninstall",
                "tool\"\"policy hook uninstall",
                "tool\\policy hook uninstall",
                "/opt/bin/ToolPolicy.sh hook install --policy a.toml",
                "toolpolicy $X",
                "toolpolicy --explain a hook uninstall",
                "toolpolicy mcp -- x",
                "toolpolicy import claude a.json --output tool-policy.toml",
                "toolpolicy export claude a.toml --out\"\"put=.claude/settings.json",
                "toolpolicy prove a.toml --junit tool-policy.toml",
                "toolpolicy prove a.toml --sarif=tool-policy.toml",
                "toolpolicy test a.test.toml --suggest",
                "if true; then toolpolicy hook uninstall; fi",
                "echo {} | toolpolicy hook claude-code --policy a",
                "echo hook uninstall | xargs toolpolicy",
                "sh -c 'tool\"\"policy hook uninstall'",
                "find . -exec toolpolicy hook uninstall ';'",
                "env 2>/dev/null toolpolicy hook uninstall",
                "if true; then toolpolicy check a; fi",
                "if true; then tool''policy hook uninstall; fi",
            })
    void theProgramChangesNothingForTheAgent(String line) throws IOException {
        assertThat(line(line)).isEqualTo(READS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "toolpolicy approvals approve 7",
                "app=approvals; toolpolicy $app approve 7",
                "sudo -u x toolpolicy approvals approve 7",
                "python3 -c 'import os; os.system(\"toolpolicy approvals approve 7\")'",
                "java -cp a.jar dev.toolpolicy.cli.ToolPolicyMain approvals approve 7",
                "java -jar lib/policy-cli-1.0.0-all.jar approvals approve 7",
                "if true; then toolpolicy approvals; fi",
            })
    void aPersonAnswersRequests(String line) throws IOException {
        assertThat(line(line)).isEqualTo(PERSON);
    }
}
