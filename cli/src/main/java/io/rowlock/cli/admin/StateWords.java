package io.rowlock.cli.admin;

import io.rowlock.LockStatus.State;
import io.rowlock.cli.text.Text;
import java.util.Iterator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the state of a lock from the command line. */
final class StateWords implements ITypeConverter<State>, Iterable<String> {

    @Override
    public State convert(String text) {
        return Stream.of(State.values())
                .filter(state -> state.name().equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("'" + Text.printable(text)
                        + "' is no state; choose from " + words().collect(Collectors.joining(", "))));
    }

    @Override
    public Iterator<String> iterator() {
        return words().iterator();
    }

    private static Stream<String> words() {
        return Stream.of(State.values()).map(Statuses::word);
    }
}
