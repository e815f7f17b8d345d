package io.rowlock.engines.machine;

import java.net.URISyntaxException;
import java.nio.file.Path;

/** This JVM's class path. */
public final class ClassPath {

    private ClassPath() {}

    public static boolean has(String className) {
        return ClassPath.class.getClassLoader().getResource(className.replace('.', '/') + ".class") != null;
    }

    /** The jar that the class was loaded from. */
    public static Path jarOf(String className) {
        try {
            return Path.of(Class.forName(className)
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (ClassNotFoundException | URISyntaxException e) {
            throw new IllegalStateException("no jar has " + className, e);
        }
    }
}
