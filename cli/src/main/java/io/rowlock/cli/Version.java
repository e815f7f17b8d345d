package io.rowlock.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into this jar. */
final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() throws IOException {
        return new String[] {"rowlock " + read().getProperty("version")};
    }

    private static Properties read() throws IOException {
        Properties properties = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            properties.load(Objects.requireNonNull(in, "version.properties is not in the jar"));
        }
        return properties;
    }
}
