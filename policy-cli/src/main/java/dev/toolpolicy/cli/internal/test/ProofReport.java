package dev.toolpolicy.cli.internal.test;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.test.policy.internal.file.TestFile;
import dev.toolpolicy.test.policy.internal.prove.Proof;
import dev.toolpolicy.test.policy.internal.suite.PolicySuite;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

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

    /** Returns an object with the names of a test file and of its policy file; an array of these if there are several. */
    static ObjectNode head(TestFile tests) {
        ObjectNode head = NODES.objectNode().put("file", tests.file().toString());
        ArrayNode policies = NODES.arrayNode();
        tests.policyFiles().forEach(policies::add);
        return head.set("policy", policies.size() == 1 ? policies.get(0) : policies);
    }

    ObjectNode json() {
        ObjectNode file = head(suite.file());
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
            found.call().writeTo(witness);
            witness.put("mode", found.decision().mode().word());
            found.rule().ifPresent(rule -> witness.put(found.decision().unread() ? "marked_by" : "rule", rule));
            witness.put("list", found.origin().toString());
        });
        if (!proof.why().isEmpty()) {
            json.put("why", proof.why());
        }
        return json;
    }

    static String junit(List<ProofReport> reports) {
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeStartElement("testsuites");
            for (ProofReport report : reports) {
                report.junit(xml);
            }
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("the report can't be written", e);
        }
        return text + "\n";
    }

    private void junit(XMLStreamWriter xml) throws XMLStreamException {
        int all = suite.proofs().size();
        xml.writeStartElement("testsuite");
        xml.writeAttribute("name", VisibleText.ascii(suite.file().file().toString()));
        xml.writeAttribute("tests", String.valueOf(all));
        xml.writeAttribute("failures", String.valueOf(all - count(Proof.Outcome.PROVED)));
        for (Proof proof : suite.proofs()) {
            xml.writeStartElement("testcase");
            xml.writeAttribute("classname", "prove");
            xml.writeAttribute("name", VisibleText.ascii(proof.claim().name()));
            if (!proof.isProved()) {
                xml.writeEmptyElement("failure");
                xml.writeAttribute("message", VisibleText.ascii(proof.toString().replace('\n', ' ')));
            }
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    /** Returns the file of the list that decides a witness; the test file if there is none. */
    private String file(Proof proof) {
        return proof.witness()
                .flatMap(Proof.Witness::file)
                .orElse(suite.file().file().toString());
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
                            .put("uri", report.file(proof).replace('\\', '/'));
                    place.putObject("region")
                            .put(
                                    "startLine",
                                    proof.witness().map(Proof.Witness::line).orElse(1));
                }
            }
        }
        return log.toPrettyString() + "\n";
    }
}
