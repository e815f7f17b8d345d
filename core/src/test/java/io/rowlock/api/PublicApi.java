package io.rowlock.api;

import io.rowlock.Rowlock;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The public and protected signatures of the compiled library, in a form that is the same on every JDK. */
final class PublicApi {
    private static final List<String> PACKAGES =
            List.of("io.rowlock", "io.rowlock.classic", "io.rowlock.driver", "io.rowlock.table");
    private static final int SHOWN =
            Modifier.PUBLIC | Modifier.PROTECTED | Modifier.ABSTRACT | Modifier.STATIC | Modifier.FINAL;

    private PublicApi() {}

    /** The types that users can name, sorted. */
    static List<Class<?>> types() {
        List<Class<?>> types = new ArrayList<>();
        for (String name : PACKAGES) {
            Path folder = classes().resolve(name.replace('.', '/'));
            try (Stream<Path> files = Files.list(folder)) {
                files.map(file -> file.getFileName().toString())
                        .filter(file -> file.endsWith(".class") && !file.equals("package-info.class"))
                        .map(file -> load(name + '.' + file.substring(0, file.length() - ".class".length())))
                        .filter(PublicApi::isVisible)
                        .forEach(types::add);
            } catch (IOException unreadable) {
                throw new IllegalStateException("cannot list the classes in " + folder, unreadable);
            }
        }
        types.sort(Comparator.comparing(Class::getName));
        return types;
    }

    /** One line for each type, and below it one for each of its members. */
    static List<String> lines(List<Class<?>> types) {
        return types.stream()
                .flatMap(type -> Stream.concat(Stream.of(describe(type)), members(type)))
                .toList();
    }

    private static Path classes() {
        try {
            return Path.of(Rowlock.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, Rowlock.class.getClassLoader());
        } catch (ClassNotFoundException gone) {
            throw new IllegalStateException(gone);
        }
    }

    private static boolean isVisible(Class<?> type) {
        boolean named = !type.isSynthetic() && !type.isAnonymousClass() && !type.isLocalClass();
        Class<?> enclosing = type.getEnclosingClass();
        return named && isShown(type.getModifiers()) && (enclosing == null || isVisible(enclosing));
    }

    private static boolean isShown(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static String describe(Class<?> type) {
        List<String> words = new ArrayList<>();
        words.add(Modifier.toString(type.getModifiers() & (type.isInterface() ? SHOWN & ~Modifier.ABSTRACT : SHOWN)));
        if (type.isSealed()) {
            words.add("sealed");
        }
        words.add(kind(type));
        words.add(type.getName() + parameters(type));
        Type parent = type.getGenericSuperclass();
        if (parent != null && parent != Object.class && !type.isEnum()) {
            words.add("extends " + parent.getTypeName());
        }
        if (type.getInterfaces().length > 0) {
            words.add((type.isInterface() ? "extends " : "implements ") + sorted(type.getGenericInterfaces()));
        }
        return String.join(" ", words);
    }

    private static String kind(Class<?> type) {
        if (type.isAnnotation()) {
            return "annotation";
        }
        if (type.isInterface()) {
            return "interface";
        }
        return type.isEnum() ? "enum" : type.isRecord() ? "record" : "class";
    }

    private static String parameters(Class<?> type) {
        return type.getTypeParameters().length == 0
                ? ""
                : Arrays.stream(type.getTypeParameters())
                        .map(parameter -> parameter + " extends " + sorted(parameter.getBounds()))
                        .collect(Collectors.joining(", ", "<", ">"));
    }

    private static String sorted(Type[] types) {
        return Arrays.stream(types).map(Type::getTypeName).sorted().collect(Collectors.joining(", "));
    }

    private static Stream<String> members(Class<?> type) {
        return Stream.of(
                        Arrays.stream(type.getDeclaredFields()),
                        Arrays.stream(type.getDeclaredConstructors()),
                        Arrays.stream(type.getDeclaredMethods()))
                .flatMap(all -> all)
                .filter(member -> isShown(member.getModifiers()) && !member.isSynthetic())
                .map(PublicApi::describe)
                .sorted()
                .map(line -> "    " + line);
    }

    private static String describe(Member member) {
        String owner = member.getDeclaringClass().getTypeName();
        if (member instanceof Field field) {
            return field.toGenericString().replace(owner + '.' + field.getName(), field.getName());
        }
        String text = member instanceof Method method
                ? method.toGenericString()
                : ((Constructor<?>) member).toGenericString();
        String name = member instanceof Method ? owner + '.' + member.getName() : owner;
        return text.replace(name + '(', ((Executable) member).getName().replaceFirst(".*[.$]", "") + '(')
                .replace("synchronized ", "");
    }
}
