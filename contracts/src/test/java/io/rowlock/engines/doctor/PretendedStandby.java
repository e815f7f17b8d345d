package io.rowlock.engines.doctor;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.Properties;

/**
 * A stand-in for a standby of PostgreSQL: PostgreSQL's driver, receiving the log. By reflection, because the driver's
 * classes carry annotations that are not on the class path, and the compiler complains.
 */
final class PretendedStandby implements AutoCloseable {
    private static final String DRIVER = "org.postgresql.";

    private final Connection connection;
    private final AutoCloseable stream;

    private PretendedStandby(Connection connection, AutoCloseable stream) {
        this.connection = connection;
        this.stream = stream;
    }

    static PretendedStandby attach(String url, String position) throws Exception {
        Properties properties = new Properties();
        properties.setProperty("user", "keeper");
        properties.setProperty("password", "keeper");
        properties.setProperty("replication", "true");
        properties.setProperty("preferQueryMode", "simple");
        properties.setProperty("assumeMinServerVersion", "14");
        Connection connection = DriverManager.getConnection(url, properties);
        Object replication = call(connection, "PGConnection", "getReplicationAPI");
        Object builder = call(replication, "replication.PGReplicationConnection", "replicationStream");
        Object physical = call(builder, "replication.fluent.ChainedStreamBuilder", "physical");
        Object from = Class.forName(DRIVER + "replication.LogSequenceNumber")
                .getMethod("valueOf", String.class)
                .invoke(null, position);
        String type = "replication.fluent.physical.ChainedPhysicalStreamBuilder";
        call(physical, type, "withStartPosition", from);
        return new PretendedStandby(connection, (AutoCloseable) call(physical, type, "start"));
    }

    private static Object call(Object target, String type, String name, Object... arguments) throws Exception {
        for (Method method : Class.forName(DRIVER + type).getMethods()) {
            if (method.getName().equals(name) && method.getParameterCount() == arguments.length) {
                return method.invoke(target, arguments);
            }
        }
        throw new NoSuchMethodException(type + "." + name);
    }

    @Override
    public void close() throws Exception {
        stream.close();
        connection.close();
    }
}
