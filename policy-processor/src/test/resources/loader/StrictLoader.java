package demo;

import java.util.Set;
import java.util.TreeSet;

/**
 * A system class loader under the rules of a native image: a class of tools that somebody looks up by name, and not the
 * virtual machine while it links another, isn't there unless a service file names it.
 */
public final class StrictLoader extends ClassLoader {
    private static final Set<String> LOOKED_UP = new TreeSet<>();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> LOOKED_UP.forEach(each -> System.out.println("looked up: " + each))));
    }

    public StrictLoader(ClassLoader parent) {
        super(parent);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (name.startsWith("dev.toolpolicy.catalog.")) {
            LOOKED_UP.add(name);
        } else if (name.startsWith("demo.") && !name.equals("demo.Main") && !name.equals("demo.StrictLoader")) {
            throw new ClassNotFoundException(name + " is looked up by name, which a native image doesn't know");
        }
        return super.loadClass(name, resolve);
    }
}
