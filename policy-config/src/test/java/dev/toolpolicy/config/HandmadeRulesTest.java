package dev.toolpolicy.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.check.RuleListReader;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.config.internal.read.ToolReader;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.ToolSchema;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The handmade conformance vectors of rule lists. */
class HandmadeRulesTest {

    private static List<JsonNode> vectors() throws IOException {
        try (InputStream file = HandmadeRulesTest.class.getResourceAsStream("rules-handmade.json")) {
            List<JsonNode> vectors = new ArrayList<>();
            new ObjectMapper().readTree(file).forEach(vectors::add);
            return vectors;
        }
    }

    @Test
    void allVectorsAreThere() throws IOException {
        assertThat(vectors()).hasSize(25);
    }

    @TestFactory
    Stream<DynamicTest> vector() throws IOException {
        return vectors().stream()
                .map(each -> DynamicTest.dynamicTest(each.get("id").textValue(), () -> assertExpected(each)));
    }

    private static void assertExpected(JsonNode vector) {
        Set<String> expected = new TreeSet<>();
        for (JsonNode error : vector.at("/expect/errors")) {
            expected.add(error.get("rule") + " " + error.get("code").textValue());
        }
        vector.at("/expect/warnings")
                .forEach(warning -> expected.add("-1 " + warning.get("code").textValue()));
        ToolSchema schema = ToolReader.read(vector.get("tool")).schema();
        Set<String> found = new TreeSet<>();
        for (Diagnostic diagnostic : RuleListReader.read(RuleScope.of(schema, PathReading.PLAIN), vector.get("run"))
                .diagnostics()) {
            if (diagnostic.isError() || diagnostic.code() == DiagnosticCode.NO_CATCH_ALL) {
                found.add(diagnostic.rule() + " " + diagnostic.code());
            }
        }
        assertThat(found).isEqualTo(expected);
    }
}
