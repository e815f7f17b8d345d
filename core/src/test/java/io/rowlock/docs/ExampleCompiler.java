package io.rowlock.docs;

import static java.util.stream.Collectors.joining;

import io.rowlock.Rowlock;
import io.rowlock.docs.Document.Block;
import java.io.File;
import java.io.StringWriter;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Turns a Java block of a page into an {@link Example}, of which it becomes the body. A block marked {@code types} has no
 * body: its declarations are in scope in all blocks of its page.
 */
final class ExampleCompiler {
    private static final String NAME = "Block";
    private static final String IMPORTS = Stream.of(
                    "io.rowlock",
                    "io.rowlock.classic",
                    "io.rowlock.table",
                    "io.rowlock.LockEvent",
                    "java.time",
                    "java.util")
            .map(name -> "import " + name + ".*; ")
            .collect(joining());

    private final Path directory;

    ExampleCompiler(Path directory) {
        this.directory = directory;
    }

    /** Compiles a block; what the compiler has against it is the message of the error that this throws. */
    Example compile(Document page, Block block) throws ReflectiveOperationException, MalformedURLException {
        StringWriter said = new StringWriter();
        List<String> options = List.of("-proc:none", "-Xlint:none", "-d", directory.toString(), "-cp", classPath());
        boolean compiled = ToolProvider.getSystemJavaCompiler()
                .getTask(said, null, null, options, null, List.of(file(source(page, block))))
                .call();
        if (!compiled) {
            throw new AssertionError("the block at " + block.place() + " does not compile:\n" + said);
        }
        return load();
    }

    private static String source(Document page, Block block) {
        return IMPORTS + "public class " + NAME + " extends io.rowlock.docs.Example {"
                + " @Override public void run() throws Exception {\n"
                + (isTypes(block) ? "" : block.code()) + "}\n"
                + page.blocks("java").stream()
                        .filter(ExampleCompiler::isTypes)
                        .map(Block::code)
                        .collect(joining())
                + "}";
    }

    private static boolean isTypes(Block block) {
        return block.mark().equals("types");
    }

    private static JavaFileObject file(String source) {
        return new SimpleJavaFileObject(URI.create("string:///" + NAME + ".java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
    }

    private static String classPath() {
        return Stream.of(Rowlock.class, Example.class)
                .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
                .map(location -> Path.of(URI.create(location.toString())).toString())
                .collect(joining(File.pathSeparator));
    }

    /** The loader stays open, because a block may need more of its classes when it runs. */
    private Example load() throws ReflectiveOperationException, MalformedURLException {
        URL[] path = {directory.toUri().toURL()};
        URLClassLoader loader = new URLClassLoader(path, Example.class.getClassLoader());
        return (Example) loader.loadClass(NAME).getDeclaredConstructor().newInstance();
    }
}
