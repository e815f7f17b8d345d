package io.rowlock;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.event.VMDeathEvent;
import com.sun.jdi.event.VMDisconnectEvent;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.EventRequestManager;
import com.sun.jdi.request.MethodEntryRequest;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * How many classes a reader meets on the path of an acquire that nobody contends, and of its release. A debugger notes the classes
 * of which a method runs on H2, on the caller's thread and on the workers'. Counted are classes that act: not records, enums,
 * interfaces and exceptions, nor the public API in {@code io.rowlock}. A nested class counts as the class around it. The
 * shortest of a few walks counts, since in some a connection happens to go back meanwhile. The limits are the numbers that were
 * counted on an idle machine, 32 and 20, and two more for the clocks, which are read once in a millisecond. They may only become
 * smaller.
 */
class WalkTest {
    private static final int ACQUIRE = 34;
    private static final int RELEASE = 22;

    private static Map<String, Set<String>> walks = Map.of();

    @BeforeAll
    static void walk() throws Exception {
        walks = new Walk().run();
    }

    @Test
    void anUncontendedAcquireTouchesFewClasses() {
        assertAtMost(ACQUIRE, walks.get("acquire"));
    }

    @Test
    void aReleaseTouchesFewClasses() {
        assertAtMost(RELEASE, walks.get("release"));
    }

    private static void assertAtMost(int limit, Set<String> touched) {
        Set<String> acting = new TreeSet<>(touched);
        acting.removeIf(name -> !isActing(name));
        assertThat(acting)
                .as(
                        "%d classes act, of %d touched. The others: %s",
                        acting.size(), touched.size(), without(touched, acting))
                .hasSizeLessThanOrEqualTo(limit);
    }

    private static Set<String> without(Set<String> touched, Set<String> acting) {
        Set<String> rest = new TreeSet<>(touched);
        rest.removeAll(acting);
        return rest;
    }

    private static boolean isActing(String name) {
        try {
            Class<?> type = Class.forName(name, false, WalkTest.class.getClassLoader());
            return !type.isRecord()
                    && !type.isEnum()
                    && !type.isInterface()
                    && !Throwable.class.isAssignableFrom(type)
                    && !type.getPackageName().equals("io.rowlock");
        } catch (ClassNotFoundException missing) {
            throw new IllegalStateException(missing);
        }
    }

    /** One run of {@link WalkMain} under a debugger. */
    private static final class Walk {
        private final Map<String, Set<String>> touched = new TreeMap<>();
        private final VirtualMachine machine;
        private final MethodEntryRequest entries;
        private Set<String> current = new TreeSet<>();

        Walk() throws Exception {
            LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
            Map<String, Connector.Argument> arguments = connector.defaultArguments();
            arguments.get("main").setValue(WalkMain.class.getName());
            arguments.get("options").setValue("-cp " + System.getProperty("java.class.path"));
            machine = connector.launch(arguments);
            EventRequestManager requests = machine.eventRequestManager();
            var prepared = requests.createClassPrepareRequest();
            prepared.addClassFilter(WalkMain.class.getName());
            prepared.enable();
            entries = requests.createMethodEntryRequest();
            entries.addClassFilter("io.rowlock.*");
            entries.setSuspendPolicy(EventRequest.SUSPEND_NONE);
        }

        Map<String, Set<String>> run() throws InterruptedException {
            try {
                while (true) {
                    EventSet events = machine.eventQueue().remove();
                    for (Event event : events) {
                        if (event instanceof VMDeathEvent || event instanceof VMDisconnectEvent) {
                            return touched;
                        }
                        heard(event);
                    }
                    events.resume();
                }
            } finally {
                machine.process().destroyForcibly();
            }
        }

        private void heard(Event event) {
            if (event instanceof ClassPrepareEvent prepared) {
                stopAtTheMarks(prepared.referenceType());
            } else if (event instanceof BreakpointEvent mark) {
                reached(mark.location().method().name());
            } else if (event instanceof MethodEntryEvent entry && isOnTheWay(entry)) {
                current.add(outermost(entry.method().declaringType().name()));
            }
        }

        private void stopAtTheMarks(ReferenceType main) {
            for (String mark : Set.of("acquireBegins", "acquireEnds", "releaseBegins", "releaseEnds")) {
                machine.eventRequestManager()
                        .createBreakpointRequest(main.methodsByName(mark).get(0).location())
                        .enable();
            }
        }

        private void reached(String mark) {
            if (mark.endsWith("Begins")) {
                current = new TreeSet<>();
                entries.enable();
            } else {
                entries.disable();
                touched.merge(mark.replace("Ends", ""), current, Walk::smaller);
            }
        }

        private static Set<String> smaller(Set<String> one, Set<String> other) {
            return one.size() <= other.size() ? one : other;
        }

        private static boolean isOnTheWay(MethodEntryEvent entry) {
            String thread = entry.thread().name();
            return (thread.equals("main") || thread.startsWith("rowlock-worker"))
                    && !entry.method().declaringType().name().endsWith("WalkMain");
        }

        private static String outermost(String name) {
            return name.contains("$") ? name.substring(0, name.indexOf('$')) : name;
        }
    }
}
