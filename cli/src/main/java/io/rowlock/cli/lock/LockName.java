package io.rowlock.cli.lock;

import io.rowlock.LockKey;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a lock's name from the command line, and says what is wrong with one that no database could hold. */
public final class LockName implements ITypeConverter<LockKey> {

    @Override
    public LockKey convert(String name) {
        try {
            return LockKey.of(name);
        } catch (IllegalArgumentException rejected) {
            throw new TypeConversionException(String.valueOf(rejected.getMessage()));
        }
    }
}
