package notes

import dev.langchain4j.agent.tool.P
import dev.langchain4j.agent.tool.Tool
import dev.langchain4j.agent.tool.ToolMemoryId
import dev.toolpolicy.annotation.Policy
import dev.toolpolicy.annotation.Require
import dev.toolpolicy.annotation.Rule
import dev.toolpolicy.annotation.Mode

data class Line(val number: Int, val text: String, val tags: List<String>, val more: Map<String, Any>)

open class Mark(val name: String)

enum class Level { LOW, HIGH }

class KotlinNotes {
    @Tool("Reads a note.")
    @Policy(
        paths = ["/path"],
        run = [
            Rule(arg = "/path", prefix = "notes/", mode = Mode.ALLOW),
            Rule(mode = Mode.DENY, reason = "only notes"),
        ],
        result = [Rule(mode = Mode.ALLOW)],
    )
    fun readNote(@ToolMemoryId user: String, @P("the note") path: String): String = path

    @Tool
    @Policy(
        paths = ["/path"],
        run = [Rule(mode = Mode.ASK)],
        requires = [Require(tools = ["readNote"], key = "/path")],
    )
    fun writeNote(path: String, lines: List<Line>, marks: Set<Mark>, levels: Array<Level>) = Unit

    @Tool
    @Policy(run = [Rule(arg = "/count", minimum = "0", maximum = "3", mode = Mode.ALLOW), Rule(mode = Mode.ASK)])
    fun numbers(
        count: Int,
        @P(required = false) size: Long?,
        ratio: Double,
        text: String?,
        @P(defaultValue = "HIGH") level: Level,
        flags: BooleanArray,
        any: Any,
    ) = Unit

    companion object {
        const val LIMIT = 3
    }
}
