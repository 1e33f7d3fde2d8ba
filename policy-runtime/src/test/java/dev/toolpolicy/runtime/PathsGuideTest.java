package dev.toolpolicy.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.NormalPath.Form;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The examples of the guide to paths do what it says. */
class PathsGuideTest {

    @TestFactory
    Stream<DynamicTest> normalForms() {
        return normalForms("| path | normal form | why |", Form.PLAIN);
    }

    @TestFactory
    Stream<DynamicTest> normalFormsWithWindowsNames() {
        return normalForms("| path | normal form with Windows names | why |", Form.PLAIN.withWindowsNames());
    }

    @TestFactory
    Stream<DynamicTest> normalFormsWithoutCase() {
        return normalForms("| path | normal form without case | why |", Form.PLAIN.ignoringCase());
    }

    @TestFactory
    Stream<DynamicTest> pathsInTheWorkspace() {
        Form form = Form.PLAIN.inWorkspace("/home/me/project");
        return rows("| path | normal form in `/home/me/project` | stays inside |")
                .map(row -> DynamicTest.dynamicTest(row.toString(), () -> {
                    NormalPath path = form.of(path(row.get(0)));
                    assertThat(path).hasToString(path(row.get(1)));
                    assertThat(path.staysBelow() ? "yes" : "no").isEqualTo(row.get(2));
                }));
    }

    @TestFactory
    Stream<DynamicTest> pathsBelowAFolder() {
        return rows("| prefix | path | holds |")
                .map(row -> DynamicTest.dynamicTest(row.toString(), () -> {
                    boolean holds = NormalPath.of(path(row.get(1))).isAtOrBelow(NormalPath.of(path(row.get(0))));
                    assertThat(holds ? "yes" : "no").isEqualTo(row.get(2));
                }));
    }

    private static Stream<DynamicTest> normalForms(String head, Form form) {
        return rows(head)
                .map(row -> DynamicTest.dynamicTest(
                        row.toString(),
                        () -> assertThat(form.of(path(row.get(0)))).hasToString(path(row.get(1)))));
    }

    private static Stream<List<String>> rows(String head) {
        return new GuideTable("explanation/paths.md", head).rows();
    }

    private static String path(String cell) {
        return cell.equals("*empty*") ? "" : GuideTable.codes(cell).get(0);
    }
}
