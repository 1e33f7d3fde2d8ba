package dev.toolpolicy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.cli.internal.command.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** Subcommands that are methods get the values of their options, with the options that every command has. */
class MethodCommandsTest {
    @TempDir
    Path folder;

    @Test
    void eachOptionOfAMethodArrives() throws Exception {
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream());
        List<String> arrived = new ArrayList<>();
        CommandLine root =
                ToolPolicyCommand.all(new Console(InputStream.nullInputStream(), nowhere, nowhere, () -> Ansi.OFF));
        List<CommandSpec> methods = all(root)
                .map(CommandLine::getCommandSpec)
                .filter(spec -> spec.userObject() instanceof Method)
                .toList();
        for (CommandSpec spec : methods) {
            root.parseArgs(typed(spec));
            Parameter[] parameters = ((Method) spec.userObject()).getParameters();
            Object[] values = values(spec);
            for (int i = 0; i < parameters.length; i++) {
                if (parameters[i].isAnnotationPresent(Mixin.class)) {
                    for (Field field : parameters[i].getType().getDeclaredFields()) {
                        field.setAccessible(true);
                        arrived(spec, field, field.get(values[i]), arrived);
                    }
                } else {
                    arrived(spec, parameters[i], values[i], arrived);
                }
            }
        }
        assertThat(arrived)
                .contains("install --dry-run", "install --policy", "uninstall --dry-run", "codex --ask-unknown");
    }

    @Test
    void aDryRunOfTheHookWritesNothing() throws IOException {
        Path policy = Files.writeString(folder.resolve("p.toml"), "[tools.Read.policy]\nrun = \"allow\"\n");
        Path settings = folder.resolve("settings.json");
        String[] install = {
            "hook",
            "install",
            "--policy",
            policy.toString(),
            "--store",
            folder.resolve("store").toString(),
            "--settings",
            settings.toString()
        };
        System.setProperty("toolpolicy.program", "/opt/toolpolicy");
        try {
            assertThat(Cli.run(with(install, "--dry-run")).out()).contains("is unchanged");
            assertThat(settings).doesNotExist();
            assertThat(Cli.run(install).code()).isZero();
            String installed = Files.readString(settings);
            String[] uninstall = {"hook", "uninstall", "--settings", settings.toString()};
            assertThat(Cli.run(with(uninstall, "--dry-run")).out()).contains("is unchanged");
            assertThat(settings).hasContent(installed);
            assertThat(Cli.run(uninstall).code()).isZero();
            assertThat(Files.readString(settings)).doesNotContain("toolpolicy");
        } finally {
            System.clearProperty("toolpolicy.program");
        }
    }

    private static String[] with(String[] words, String last) {
        return Stream.concat(Stream.of(words), Stream.of(last)).toArray(String[]::new);
    }

    private static Stream<CommandLine> all(CommandLine line) {
        return Stream.concat(
                Stream.of(line), line.getSubcommands().values().stream().flatMap(MethodCommandsTest::all));
    }

    /** Returns the words of a command with all its options, each with a value if it has one. */
    private static String[] typed(CommandSpec spec) {
        Stream<String> options = spec.options().stream()
                .filter(option -> !option.usageHelp() && !option.versionHelp())
                .flatMap(option ->
                        isFlag(option) ? Stream.of(option.longestName()) : Stream.of(option.longestName(), "typed"));
        return Stream.concat(Stream.of(spec.qualifiedName(" ").split(" ")).skip(1), options)
                .toArray(String[]::new);
    }

    private static boolean isFlag(OptionSpec option) {
        return option.arity().max() == 0;
    }

    private static void arrived(CommandSpec spec, AnnotatedElement place, Object value, List<String> arrived) {
        Option option = place.getAnnotation(Option.class);
        if (option != null) {
            String name = spec.name() + " " + option.names()[0];
            assertThat(String.valueOf(value)).as(name).containsAnyOf("typed", "true");
            arrived.add(name);
        }
    }

    /** Returns the arguments that picocli would call the method with. */
    private static Object[] values(CommandSpec spec) throws ReflectiveOperationException {
        Method values = CommandSpec.class.getDeclaredMethod("commandMethodParamValues");
        values.setAccessible(true);
        return (Object[]) values.invoke(spec);
    }
}
