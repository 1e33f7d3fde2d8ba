package notes

import dev.langchain4j.agent.tool.Tool
import dev.toolpolicy.annotation.Policy
import dev.toolpolicy.annotation.Rule
import dev.toolpolicy.annotation.Mode

class Wrong {
    @Tool
    @Policy(
        run = [
            Rule(arg = "/pth", prefix = "notes/", mode = Mode.ALLOW),
            Rule(mode = Mode.ASK),
        ],
    )
    fun wrong(path: String) = path

    @Tool
    @Policy(run = [Rule(mode = Mode.ASK)])
    suspend fun suspended(text: String) = text
}
