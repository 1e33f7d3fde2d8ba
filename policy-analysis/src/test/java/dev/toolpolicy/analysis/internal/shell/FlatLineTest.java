package dev.toolpolicy.analysis.internal.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.analysis.internal.shell.line.ReadCommands;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Here-documents and substitutions: plain lines have the commands of the lines that they are taken apart into. */
class FlatLineTest {
    private static final int LINES = 40_000;

    @Test
    void aPlainLineHasTheCommandsOfItsParts() {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        RandomLine lines = new RandomLine(new Random(seed));
        int nested = 0;
        for (int i = 0; i < LINES; i++) {
            String line = lines.next();
            Optional<List<List<@Nullable String>>> read = ReadCommands.of(line);
            if (read.isPresent()) {
                nested += line.contains("<<") || line.contains("$(") ? 1 : 0;
                String where = "seed " + seed + ": " + line;
                List<List<@Nullable String>> expected = new ArrayList<>();
                for (String part : FlatLine.of(line).orElseThrow(() -> new AssertionError(where))) {
                    expected.addAll(ReadCommands.of(part).orElseThrow(() -> new AssertionError(where + " " + part)));
                }
                expected.replaceAll(FlatLineTest::named);
                assertThat(read.get()).as(where).containsExactlyInAnyOrderElementsOf(expected);
            }
        }
        assertThat(nested).isGreaterThan(LINES / 100);
    }

    private static List<@Nullable String> named(List<@Nullable String> words) {
        String file = words.size() == 2 ? words.get(1) : null;
        boolean here = file != null && "<".equals(words.get(0)) && file.startsWith(FlatLine.HERE);
        return here ? List.of("<<", file.substring(FlatLine.HERE.length())) : words;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cat <<'EOF' > f\nit's $(x) `y` \\\nEOF\nls",
                "cat > f << \"EOF\"\n\nEOF",
                "python3 - <<PY 2>&1\nprint('x')\nPY",
                "git commit -m \"$(cat <<'EOF'\nfix: don't\n\n(x) EOF\nEOF\n)\" && git push",
                "echo \"$(date) on $(uname -a | head)\" $(ls; ls)x",
                "wc -l $(git ls-files 2>/dev/null)",
                "cat <<'EOF'\nEOF \n EOF\nEOFX\nEOF\n\n\ncat <<PY\nPY"
            })
    void theUsualFormsArePlain(String line) {
        assertThat(ReadCommands.of(line)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // The text is expanded, has no end, or a character that is never plain.
                "cat <<EOF\n$x\nEOF",
                "cat <<EOF\n`x`\nEOF",
                "cat <<EOF\nx\\\nEOF",
                "cat <<'EOF'\nx",
                "cat <<'EOF'\nEOF ",
                "cat <<'EOF'\n\u0001\nEOF",
                // The delimiter is another, or written in another way.
                "cat <<'STOP'\nSTOP",
                "cat <<E'OF'\nEOF",
                "cat <<-EOF\nEOF",
                "cat <<<EOF\nEOF",
                "cat <<EOF <<END\nEOF\nEND",
                // A newline in quotes or behind a backslash begins no text.
                "cat <<EOF 'x\ny'\nEOF",
                "cat <<EOF > 'x\nEOF\n'\nEOF",
                "cat <<EOF \\\n> x\nEOF",
                // Another command stands on the delimiter's line.
                "cat <<EOF && ls\nEOF",
                "cat <<EOF; ls\nEOF",
                "cat <<EOF & ls\nEOF",
                "cat <<EOF | ls\nEOF",
                // What gets the text runs it, or keeps it for a later word.
                "bash <<'EOF'\nx\nEOF",
                "/bin/sh -s <<'EOF'\nx\nEOF",
                "source /dev/stdin <<'EOF'\nx\nEOF",
                "cat <<'EOF' | sh\nx\nEOF",
                "cat <<'EOF' | xargs rm\nx\nEOF",
                "cat <<'EOF' |\nrm x\nEOF\nsh",
                "cat <<'EOF';\nx\nEOF",
                "ls \"$(a && b <<EOF &\nx\nEOF\n)\"",
                "read x <<'EOF'\nx\nEOF",
                "cat <<'EOF' | read x\nx\nEOF",
                // A substitution in another place, or in another.
                "echo $(a $(b))",
                "echo $()",
                "echo $((1))",
                "echo $(<f)",
                "echo $(a",
                "echo a)",
                "$(a) b",
                "X=$(a) b",
                "ls > $(a)",
                "echo $(a)[1]",
                // What gets its output runs it, evaluates it, or gets it twice.
                "eval \"$(a)\"",
                "bash -c \"$(a)\"",
                "sudo kill $(a)",
                "test -v \"$(a)\"",
                "printf -v x \"$(a)\"",
                "echo {x,y}$(a)",
                "echo \"$(a)\"{x,y}",
                "cat <<'EOF' | grep \"$(a)\"\nEOF",
                // Bash ends the text early, or forgets the semicolon behind it.
                "echo $(cat <<'EOF'\nEOF; rm x)\nEOF\n)",
                "echo $(cat <<'EOF'\nEOF\nls; rm x)",
                "echo $(cat <<'EOF'; ls\nEOF\n)",
                "echo $(cat <<'EOF' > f\nEOF\n)"
            })
    void theseAreNot(String line) {
        assertThat(ReadCommands.of(line)).isEmpty();
    }
}
