package io.rowlock.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The Java blocks of docs/testing.md are classes; they compile together, and the tests in them pass. */
class TestingPageTest {
    private static final Pattern BLOCK = Pattern.compile("^```java\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern CLASS = Pattern.compile("^class (\\w+)", Pattern.MULTILINE);
    private static final String IMPORTS = Stream.of(
                    "io.rowlock.*",
                    "io.rowlock.memory.*",
                    "java.time.*",
                    "java.util.*",
                    "java.util.concurrent.*",
                    "java.util.stream.*",
                    "org.junit.jupiter.api.*",
                    "static org.assertj.core.api.Assertions.*")
            .map(name -> "import " + name + "; ")
            .collect(Collectors.joining());

    @TempDir
    static Path scratch;

    @TestFactory
    Stream<DynamicTest> everyTestOfThePagePasses() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "testing.md"));
        List<String> blocks =
                BLOCK.matcher(page).results().map(found -> found.group(1)).toList();
        compile(blocks.stream().map(TestingPageTest::source).toList());
        URLClassLoader loader =
                new URLClassLoader(new URL[] {scratch.toUri().toURL()}, TestingPageTest.class.getClassLoader());
        List<DynamicTest> tests = blocks.stream()
                .map(block -> load(loader, name(block)))
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> method.isAnnotationPresent(Test.class))
                .map(method -> dynamicTest(
                        method.getDeclaringClass().getSimpleName() + "." + method.getName(), () -> run(method)))
                .toList();
        assertThat(tests).hasSizeGreaterThan(8);
        return tests.stream();
    }

    private static void compile(List<JavaFileObject> sources) {
        StringWriter said = new StringWriter();
        List<String> options = List.of(
                "-proc:none", "-Xlint:none", "-d", scratch.toString(), "-cp", System.getProperty("java.class.path"));
        boolean compiled = ToolProvider.getSystemJavaCompiler()
                .getTask(said, null, null, options, null, sources)
                .call();
        assertThat(compiled).as("docs/testing.md does not compile:\n%s", said).isTrue();
    }

    private static JavaFileObject source(String block) {
        return new SimpleJavaFileObject(URI.create("string:///" + name(block) + ".java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return IMPORTS + block;
            }
        };
    }

    private static String name(String block) {
        Matcher found = CLASS.matcher(block);
        assertThat(found.find()).as("a class in:\n%s", block).isTrue();
        MatchResult first = found.toMatchResult();
        return first.group(1);
    }

    private static Class<?> load(URLClassLoader loader, String name) {
        try {
            return loader.loadClass(name);
        } catch (ClassNotFoundException e) {
            throw new LinkageError(name, e);
        }
    }

    private static void run(Method test) throws Throwable {
        Constructor<?> constructor = test.getDeclaringClass().getDeclaredConstructor();
        constructor.setAccessible(true);
        Object instance = constructor.newInstance();
        try {
            invoke(test, instance);
        } finally {
            for (Method after : test.getDeclaringClass().getDeclaredMethods()) {
                if (after.isAnnotationPresent(AfterEach.class)) {
                    invoke(after, instance);
                }
            }
        }
    }

    private static void invoke(Method method, Object instance) throws Throwable {
        method.setAccessible(true);
        try {
            method.invoke(instance);
        } catch (InvocationTargetException failed) {
            throw failed.getCause();
        }
    }
}
