package dev.toolpolicy.runtime.internal.call;

import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The constructors of public classes that users don't call, for the project's other packages. A class registers its
 * constructor when it is initialized.
 */
public final class Constructors {
    private static final Map<Class<?>, Function<Object[], ?>> REGISTERED = new ConcurrentHashMap<>();

    private Constructors() {}

    /**
     * Registers a constructor; done once, by the class itself.
     *
     * @param type the class
     * @param constructor creates an instance from its parts
     * @param <T> the class
     */
    public static <T> void register(Class<T> type, Function<Object[], T> constructor) {
        REGISTERED.put(type, constructor);
    }

    /**
     * Creates an instance.
     *
     * @param type the class
     * @param parts the parts that its constructor takes
     * @param <T> the class
     * @return the instance
     * @throws NullPointerException if the class registers no constructor
     */
    public static <T> T create(Class<T> type, Object... parts) {
        Function<Object[], ?> constructor = REGISTERED.get(type);
        if (constructor == null) {
            try {
                MethodHandles.lookup().ensureInitialized(type);
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(type + " is not public", e);
            }
            constructor = Objects.requireNonNull(REGISTERED.get(type), () -> type + " registers no constructor");
        }
        return type.cast(constructor.apply(parts));
    }
}
