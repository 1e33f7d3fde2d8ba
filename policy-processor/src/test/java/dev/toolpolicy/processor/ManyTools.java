package dev.toolpolicy.processor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes the sources of many tools, each different, such as a large service has: seven parameters and ten rules. */
final class ManyTools {

    private ManyTools() {}

    /**
     * Writes them.
     *
     * @return their files
     */
    static List<Path> write(Path folder, int count) throws IOException {
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Path file = folder.resolve("demo/p" + i % 20 + "/Tool" + i + ".java");
            Files.createDirectories(file.getParent());
            files.add(Files.writeString(file, source(i)));
        }
        return files;
    }

    /**
     * Writes the same tools as methods of LangChain4j's, ten in a class.
     *
     * @return the files of the classes
     */
    static List<Path> writeMethods(Path folder, int count) throws IOException {
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < count; i += 10) {
            StringBuilder methods = new StringBuilder();
            for (int k = i; k < Math.min(i + 10, count); k++) {
                methods.append(method(k));
            }
            Path file = folder.resolve("demo/p" + i / 10 % 20 + "/Tools" + i + ".java");
            Files.createDirectories(file.getParent());
            files.add(Files.writeString(file, """
                package demo.p%d;

                import static dev.toolpolicy.annotation.Mode.*;

                import dev.langchain4j.agent.tool.*;
                import dev.toolpolicy.annotation.Policy;
                import dev.toolpolicy.annotation.Require;
                import dev.toolpolicy.annotation.Rule;
                import java.util.List;

                public class Tools%d {
                %s
                    public enum Kind { COPY, MOVE, LINK }

                    public record Place(String host, int port) {}
                }
                """.formatted(i / 10 % 20, i, methods)));
        }
        return files;
    }

    private static String method(int i) {
        return """
                /** Does what tool %d does. */
                @Tool(name = "tool_%d", value = "Does what tool %d does.")
                @Policy(
                    paths = "/path",
                    run = {
                        %s
                    },
                    requires = @Require(tools = "login", external = true))
                public String tool%d(
                    String path,
                    String command,
                    int count,
                    @P(defaultValue = "0.5") double ratio,
                    boolean force,
                    Kind kind,
                    @P("Where else.") List<Place> places) {
                    return path + command + count;
                }

            """.formatted(i, i, i, rules(i), i);
    }

    private static String source(int i) {
        return """
            package demo.p%d;

            import static dev.toolpolicy.annotation.Mode.*;

            import dev.toolpolicy.annotation.*;
            import java.nio.file.Path;
            import java.util.List;

            /**
             * Does what tool %d does.
             *
             * @param path the file
             */
            @Tool(name = "tool_%d")
            @Policy(
                run = {
                    %s
                },
                requires = @Require(tools = "login", external = true))
            public record Tool%d(
                Path path,
                String command,
                int count,
                @Param(defaultValue = "0.5") double ratio,
                boolean force,
                Kind kind,
                @Param(value = "Where else.", large = true) List<Place> places) {

                public enum Kind { COPY, MOVE, LINK }

                public record Place(String host, int port) {}
            }
            """.formatted(i % 20, i, i, rules(i), i);
    }

    private static String rules(int i) {
        return String.join(
                ",\n        ",
                List.of(
                        "@Rule(arg = \"/path\", prefix = \"src/sensitive" + i + "/\", mode = ASK)",
                        "@Rule(arg = \"/command\", pattern = \"^rm (-[rf]+ )?/tmp/" + i
                                + "/[a-z0-9_]+$\", mode = EDIT)",
                        "@Rule(arg = \"/command\", pattern = \"(^|;) *(sudo|doas|su) \", mode = DENY)",
                        "@Rule(arg = \"/command\", oneOf = {\"ls\", \"pwd\", \"id " + i + "\"}, mode = ALLOW)",
                        "@Rule(arg = \"/kind\", constant = \"LINK\", mode = ASK)",
                        "@Rule(arg = \"/count\", exclusiveMinimum = \"" + (100 + i) + "\", mode = ASK)",
                        "@Rule(arg = \"/places/host\", prefix = \"internal" + i + ".\", mode = DENY)",
                        "@Rule(arg = \"/force\", constant = \"true\", mode = ASK)",
                        "@Rule(arg = \"/path\", prefix = \"src/\", mode = ALLOW)",
                        "@Rule(mode = ASK)"));
    }
}
