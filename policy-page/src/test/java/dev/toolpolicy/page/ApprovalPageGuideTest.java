package dev.toolpolicy.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.examples.tools.release.RunTestsTool;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.shared.CodeBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The guide's code is this class's. */
class ApprovalPageGuideTest {
    private static final Path GUIDE = Path.of("../docs/how-to/approvals.md");
    private static final Path THIS = Path.of("src/test/java/dev/toolpolicy/page/ApprovalPageGuideTest.java");

    private int worked;

    @Test
    void aPageServesAnEngine() throws IOException {
        ToolCatalog tools =
                ToolCatalog.of(List.of(ToolCatalog.load().find("test").orElseThrow()));
        ToolHandlers executor = ToolHandlers.builder(tools)
                .handle(RunTestsTool.TOOL, (run, call) -> "passed")
                .build();

        try (ApprovalPage page = ApprovalPage.open(0)) {
            PolicyEngine engine = PolicyEngine.builder()
                    .tools(tools)
                    .permission(page)
                    .onCall(page)
                    .build();
            System.out.println("Answer at " + page.address());
            try (PolicySession session = engine.session("user-42")) {
                session.onProgress(page::progress); // calls that arrive
                ToolTurn turn = session.turn(executor, TurnSettings.defaults());
                work(turn);
            }
        }

        assertThat(worked).isEqualTo(1);
    }

    private void work(ToolTurn turn) {
        turn.start(0, "c", "test");
        turn.finish(ResponseEnd.CUT);
        worked = turn.calls().size();
    }

    @Test
    void everyLineOfTheGuidesJavaIsHere() throws IOException {
        assertThat(CodeBlock.all(GUIDE))
                .filteredOn(block -> block.section().equals("On a web page")
                        && block.language().equals("java"))
                .hasSize(1)
                .allSatisfy(
                        block -> assertThat(stripped(Files.readString(THIS))).contains(stripped(block.text())));
    }

    /** Removes all white space, since the formatter breaks lines elsewhere than the page. */
    private static String stripped(String text) {
        return text.replaceAll("\\s+", "");
    }
}
