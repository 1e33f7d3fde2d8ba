package dev.toolpolicy.agents.importing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.agents.internal.export.ExportedList;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists of Claude Code that are imported, exported and imported again: they deny what they denied, and no more. */
class RoundTripTest {
    private static final Path WORKSPACE = Path.of("/home/dev/project");
    private static final Path HOME = Path.of("/home/dev");

    private static final List<String> PATHS = List.of(
            "~",
            "~/a",
            "~/.ssh",
            "~/.ssh/id_rsa",
            "~/.ssh/keys/a",
            "~/.aws/credentials",
            "~/.bashrc",
            "~/x/deep/y",
            "/home/dev/.ssh/id_rsa",
            "../.ssh/id_rsa",
            "/home/dev/project/.env",
            "/home/dev/project/src/a.ts",
            ".env",
            "x/.env",
            ".env/x",
            ".env.local",
            "src",
            "src/a.ts",
            "src/.env",
            "x/src/a.ts",
            "secrets/k",
            "x/secrets/k",
            "k.pem",
            "x/k.key",
            "/etc/passwd",
            "/srv/a");

    private static ImportedPolicy exported(String policy) throws ListRefusedException {
        List<PolicyConfiguration> files =
                List.of(PolicyConfiguration.of(ConfigurationFormat.TOML, "policy.toml", policy));
        return Decider.imported(
                ListFormat.CLAUDE,
                ExportedList.of(ListFormat.CLAUDE, files, WORKSPACE, HOME).list());
    }

    private static Map<String, Mode> decisions(ImportedPolicy policy) {
        Decider decider = Decider.of(policy);
        Map<String, Mode> decisions = new TreeMap<>();
        for (String path : PATHS) {
            decisions.put("Read " + path, decider.mode("Read", "file_path", path));
            decisions.put("Write " + path, decider.mode("Write", "file_path", path, "content", ""));
            decisions.put("Glob " + path, decider.mode("Glob", "pattern", "*", "path", path));
            decisions.put(
                    "NotebookEdit " + path, decider.mode("NotebookEdit", "notebook_path", path, "new_source", ""));
        }
        return decisions;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'deny': ['Read(~/.ssh/**)']",
                "'allow': ['Read', 'Edit'], 'deny': ['Read(~/.ssh/**)', 'Read(~/.aws)', 'Edit(~/.bashrc)']",
                "'allow': ['Read', 'Edit', 'Write'], 'deny': ['Read(~/.ssh/*)', 'Read(.env)', 'Read(./.env.*)']",
                "'allow': ['Read', 'Glob'], 'deny': ['Read(~/*/deep/**)', 'Read(~/.a*)', 'Read(./secrets/**)']",
                "'allow': ['Edit'], 'deny': ['Read(~/**)']",
                "'allow': ['Read'], 'ask': ['Read(~/.bashrc)'], 'deny': ['Read(~/.ssh/id_*)', 'Read(**/*.pem)']",
                "'allow': ['Edit(src/**)'], 'deny': ['Read(~/.ssh)', 'Read(//etc/**)', 'Read(//srv/a)']",
                "'allow': ['Read', 'Edit'], 'deny': ['Read(//home/dev/.ssh/**)', 'Read(~/.{b,c}*)',"
                        + " 'Read(~/[.]aws/**)']"
            })
    void deniesTheSamePaths(String rules) throws ListRefusedException {
        ImportedPolicy first =
                Decider.imported(ListFormat.CLAUDE, ("{'permissions': {" + rules + "}}").replace('\'', '"'));

        assertThat(decisions(exported(first.policy()))).isEqualTo(decisions(first));
    }
}
