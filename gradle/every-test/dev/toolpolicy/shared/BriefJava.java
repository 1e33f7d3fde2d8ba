package dev.toolpolicy.shared;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Commands that start Java for a short time: compiled quickly rather than well, and with the smallest collector. */
public final class BriefJava {
    private BriefJava() {}

    /**
     * Returns a command.
     *
     * @param arguments what follows its options, such as {@code -jar} and a path
     * @return the command, with the Java that runs the test
     */
    public static List<String> command(String... arguments) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return Stream.concat(Stream.of(java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"), Stream.of(arguments))
                .toList();
    }

    /**
     * Returns a command with the class path of the test.
     *
     * @param main the class whose main method runs
     * @param arguments the method's arguments
     * @return the command
     */
    public static List<String> main(Class<?> main, String... arguments) {
        String[] start = {"-cp", System.getProperty("java.class.path"), main.getName()};
        return command(Stream.concat(Stream.of(start), Stream.of(arguments)).toArray(String[]::new));
    }
}
