package dev.toolpolicy.cli.internal.test;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.read.KnownWords;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.test.policy.internal.prove.Proof;
import dev.toolpolicy.test.policy.internal.suite.PolicySuite;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The proofs of one test file, as text, JSON, JUnit's XML and SARIF. */
record ProofReport(PolicySuite suite) {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    boolean isProved() {
        return suite.proofs().stream().allMatch(Proof::isProved);
    }

    List<String> text() {
        List<String> lines = new ArrayList<>();
        for (Proof proof : suite.proofs()) {
            proof.toString().lines().map(VisibleText::ascii).forEach(lines::add);
            suite.suggestion(proof).map(VisibleText::ascii).ifPresent(rule -> lines.add("  true " + rule));
        }
        lines.add(suite.file().file() + ": " + count(Proof.Outcome.PROVED) + " proved, " + count(Proof.Outcome.REFUTED)
                + " refuted, " + count(Proof.Outcome.UNDECIDED) + " undecided");
        return lines;
    }

    private long count(Proof.Outcome outcome) {
        return suite.proofs().stream()
                .filter(proof -> proof.outcome() == outcome)
                .count();
    }

    ObjectNode json() {
        ObjectNode file = NODES.objectNode().put("file", suite.file().file().toString());
        file.put("policy", suite.file().policy().toString());
        ArrayNode all = file.putArray("proofs");
        for (Proof proof : suite.proofs()) {
            ObjectNode one = json(proof);
            suite.suggestion(proof).ifPresent(rule -> one.put("suggestion", rule));
            all.add(one);
        }
        return file;
    }

    private static ObjectNode json(Proof proof) {
        ObjectNode json = NODES.objectNode().put("name", proof.claim().name());
        json.put("outcome", proof.outcome().name().toLowerCase(Locale.ROOT)).put("tools", proof.tools());
        proof.witness().ifPresent(found -> {
            ObjectNode witness =
                    json.putObject("witness").put("tool", found.call().tool());
            witness.set("arguments", found.call().arguments());
            KnownWords.write(found.call().facts(), witness);
            witness.put("mode", found.mode());
            found.rule().ifPresent(rule -> witness.put(found.marked() ? "marked_by" : "rule", rule));
            witness.put("list", found.origin());
        });
        if (!proof.why().isEmpty()) {
            json.put("why", proof.why());
        }
        return json;
    }

    static String junit(List<ProofReport> reports) {
        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
        for (ProofReport report : reports) {
            List<Proof> proofs = report.suite().proofs();
            long failed = proofs.size() - report.count(Proof.Outcome.PROVED);
            xml.append("  <testsuite name=\"")
                    .append(xml(report.suite().file().file().toString()))
                    .append("\" tests=\"" + proofs.size() + "\" failures=\"" + failed + "\">\n");
            for (Proof proof : proofs) {
                xml.append("    <testcase classname=\"prove\" name=\"")
                        .append(xml(proof.claim().name()))
                        .append(proof.isProved() ? "\"/>\n" : "\">\n      <failure message=\"" + xml(proof.toString()))
                        .append(proof.isProved() ? "" : "\"/>\n    </testcase>\n");
            }
            xml.append("  </testsuite>\n");
        }
        return xml.append("</testsuites>\n").toString();
    }

    private static String xml(String text) {
        return VisibleText.ascii(text.replace("\n", " "))
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace("\"", "&quot;");
    }

    static String sarif(List<ProofReport> reports) {
        ObjectNode log = NODES.objectNode().put("version", "2.1.0");
        log.put("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
        ObjectNode run = log.putArray("runs").addObject();
        ObjectNode driver = run.putObject("tool").putObject("driver").put("name", "toolpolicy");
        driver.putArray("rules").addObject().put("id", "prove");
        ArrayNode results = run.putArray("results");
        for (ProofReport report : reports) {
            for (Proof proof : report.suite().proofs()) {
                if (!proof.isProved()) {
                    ObjectNode result =
                            results.addObject().put("ruleId", "prove").put("level", "error");
                    result.putObject("message").put("text", proof.toString());
                    ObjectNode place = result.putArray("locations").addObject().putObject("physicalLocation");
                    place.putObject("artifactLocation")
                            .put(
                                    "uri",
                                    report.suite().file().policy().toString().replace('\\', '/'));
                    place.putObject("region").put("startLine", line(proof));
                }
            }
        }
        return log.toPrettyString() + "\n";
    }

    /** Returns the line of the list that decides a witness, as its origin names it; 1 if there is none. */
    private static int line(Proof proof) {
        String origin = proof.witness().map(Proof.Witness::origin).orElse("");
        String[] parts = origin.split(":");
        String line = parts.length < 3 ? "" : parts[parts.length - 2];
        return !line.isEmpty() && line.length() < 9 && line.chars().allMatch(c -> c >= '0' && c <= '9')
                ? Integer.parseInt(line)
                : 1;
    }
}
