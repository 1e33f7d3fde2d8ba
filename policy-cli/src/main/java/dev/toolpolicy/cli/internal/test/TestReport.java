package dev.toolpolicy.cli.internal.test;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.test.policy.internal.coverage.Coverage;
import dev.toolpolicy.test.policy.internal.coverage.FoundCall;
import dev.toolpolicy.test.policy.internal.mutation.Mutant;
import dev.toolpolicy.test.policy.internal.mutation.MutationRun;
import dev.toolpolicy.test.policy.internal.mutation.Mutations;
import dev.toolpolicy.test.policy.internal.prove.Proof;
import dev.toolpolicy.test.policy.internal.run.CaseRun;
import dev.toolpolicy.test.policy.internal.suite.PolicySuite;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The results of the tests of a file, as text and as JSON.
 *
 * @param suite the tests
 */
record TestReport(PolicySuite suite) {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** Returns the failures, the parts of the policy, and the number of tests. */
    List<String> text(List<Coverage.Row> rows) {
        List<String> lines = new ArrayList<>();
        suite.runs().forEach(run -> run.failure().ifPresent(failure -> add(lines, failure)));
        suite.proofs().stream().filter(proof -> !proof.isProved()).forEach(proof -> add(lines, proof.toString()));
        int width = rows.stream()
                .mapToInt(row -> row.target().toString().length())
                .max()
                .orElse(1);
        for (Coverage.Row row : rows) {
            String line = String.format(
                    Locale.ROOT,
                    "%-" + width + "s  %-13s  %s",
                    row.target(),
                    words(row),
                    row.target().words());
            lines.add(VisibleText.ascii(line).stripTrailing());
        }
        int all = suite.runs().size() + suite.proofs().size();
        long passed = suite.runs().stream().filter(CaseRun::passed).count()
                + suite.proofs().stream().filter(Proof::isProved).count();
        lines.add(suite.file().file() + ": " + passed + " passed, " + (all - passed) + " failed" + covered(rows));
        return lines;
    }

    private static String covered(List<Coverage.Row> rows) {
        long open = rows.stream()
                .filter(row -> row.state() == Coverage.State.NOT_TESTED)
                .count();
        return rows.isEmpty() ? "" : ", " + open + " of " + rows.size() + " parts of the policy not tested";
    }

    private static String words(Coverage.Row row) {
        return switch (row.state()) {
            case TESTED -> "tested";
            case NOT_TESTED -> "not tested";
            case NEVER_DECIDES -> "never decides";
        };
    }

    /** Returns what was written into the file. */
    String written(String suggested) {
        long tests = suggested.lines().filter(line -> line.startsWith("[[")).count();
        return tests == 0
                ? "nothing to suggest"
                : tests + (tests == 1 ? " suggested test" : " suggested tests") + " written into "
                        + suite.file().file();
    }

    /** Returns the changes that no test notices, and the number of all. */
    List<String> text(MutationRun run) {
        List<String> lines = new ArrayList<>();
        run.survivors().forEach(each -> add(lines, "not noticed: " + each));
        run.undecided().forEach(each -> add(lines, "not noticed, and perhaps the same: " + each));
        lines.add(String.join(", ", suite.file().policyFiles()) + ": " + run.noticed() + " changes noticed, "
                + run.equal()
                + " change no decision, " + run.survivors().size() + " not noticed, "
                + run.undecided().size() + " not noticed and perhaps the same");
        if (run.leftOut() > 0) {
            lines.add("only the first " + Mutations.MOST + " changes were tried, " + run.leftOut()
                    + " were left out: split the policy file");
        }
        return lines;
    }

    /** Adds the lines of a text, in which the words of files can't hide anything. */
    private static void add(List<String> lines, String text) {
        text.lines().map(VisibleText::ascii).forEach(lines::add);
    }

    ObjectNode json() {
        ObjectNode file = ProofReport.head(suite.file()).put("passed", suite.passed());
        ArrayNode tests = file.putArray("tests");
        for (CaseRun run : suite.runs()) {
            ObjectNode test = tests.addObject().put("name", run.test().name());
            test.put("line", run.test().place().line()).put("passed", run.passed());
            run.failure().ifPresent(failure -> test.put("failure", failure));
        }
        if (!suite.proofs().isEmpty()) {
            file.set("proofs", new ProofReport(suite).json().path("proofs"));
        }
        return file;
    }

    ArrayNode json(List<Coverage.Row> rows) {
        ArrayNode parts = NODES.arrayNode();
        for (Coverage.Row row : rows) {
            ObjectNode part = parts.addObject().put("part", row.target().toString());
            part.put("kind", row.target().kind().name().toLowerCase(Locale.ROOT));
            part.put("owner", row.target().owner()).put("number", row.target().number());
            row.target().name().ifPresent(name -> part.put("name", name));
            part.put("words", row.target().words()).put("state", words(row));
        }
        return parts;
    }

    static ObjectNode json(MutationRun run) {
        ObjectNode mutation = NODES.objectNode().put("noticed", run.noticed()).put("equal", run.equal());
        mutation.put("left_out", run.leftOut());
        run.survivors().forEach(each -> mutation.withArray("/survivors").add(json(each)));
        run.undecided().forEach(each -> mutation.withArray("/undecided").add(json(each)));
        return mutation;
    }

    private static ObjectNode json(Mutant mutant) {
        ObjectNode json = NODES.objectNode().put("part", mutant.part()).put("change", mutant.change());
        mutant.difference().ifPresent(difference -> {
            FoundCall found = difference.call();
            ObjectNode call = json.putObject("call").put("tool", found.tool());
            found.writeTo(call);
            json.put("before", difference.before()).put("after", difference.after());
        });
        return json;
    }
}
