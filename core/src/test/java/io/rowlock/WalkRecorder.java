package io.rowlock;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.StackFrame;
import com.sun.jdi.ThreadReference;
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
import com.sun.jdi.request.MethodEntryRequest;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Runs {@link WalkMain} under a debugger, and notes which acting classes lead to which. At each entry into a method it looks down
 * the stack for the nearest method of an acting class. Of a few walks the one with the fewest classes counts, because in some a
 * connection happens to go back meanwhile.
 */
final class WalkRecorder {
    private static final String OUTSIDE = "";
    private static final Set<String> MARKS = Set.of("acquireBegins", "acquireEnds", "releaseBegins", "releaseEnds");

    private final Map<String, Walk> walks = new TreeMap<>();
    private final Map<String, Boolean> acting = new HashMap<>();
    private final VirtualMachine machine;
    private final MethodEntryRequest entries;
    private Map<String, Set<String>> steps = new TreeMap<>();

    /**
     * A path.
     *
     * @param steps the acting classes, and for each the other acting classes of which it runs methods
     */
    record Walk(Map<String, Set<String>> steps) {
        Set<String> acting() {
            return steps.keySet();
        }

        Set<String> goingOn() {
            Set<String> names = new TreeSet<>(acting());
            names.removeIf(name -> steps.get(name).isEmpty());
            return names;
        }

        private static Walk shorter(Walk one, Walk other) {
            int difference = one.acting().size() - other.acting().size();
            return difference < 0
                            || (difference == 0
                                    && one.goingOn().size() <= other.goingOn().size())
                    ? one
                    : other;
        }
    }

    WalkRecorder() throws Exception {
        LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        arguments.get("main").setValue(WalkMain.class.getName());
        arguments.get("options").setValue("-cp " + System.getProperty("java.class.path"));
        machine = connector.launch(arguments);
        var prepared = machine.eventRequestManager().createClassPrepareRequest();
        prepared.addClassFilter(WalkMain.class.getName());
        prepared.enable();
        entries = machine.eventRequestManager().createMethodEntryRequest();
        entries.addClassFilter("io.rowlock.*");
        entries.addClassExclusionFilter(WalkMain.class.getName());
        entries.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
    }

    /** The paths by the names of the calls. */
    Map<String, Walk> run() throws InterruptedException, IncompatibleThreadStateException {
        try {
            while (true) {
                EventSet events = machine.eventQueue().remove();
                for (Event event : events) {
                    if (event instanceof VMDeathEvent || event instanceof VMDisconnectEvent) {
                        return walks;
                    }
                    heard(event);
                }
                events.resume();
            }
        } finally {
            machine.process().destroyForcibly();
        }
    }

    private void heard(Event event) throws IncompatibleThreadStateException {
        if (event instanceof ClassPrepareEvent prepared) {
            stopAtTheMarks(prepared.referenceType());
        } else if (event instanceof BreakpointEvent mark) {
            reached(mark.location().method().name());
        } else if (event instanceof MethodEntryEvent entry && isOnThePath(entry.thread())) {
            entered(entry);
        }
    }

    private void stopAtTheMarks(ReferenceType main) {
        for (String mark : MARKS) {
            machine.eventRequestManager()
                    .createBreakpointRequest(main.methodsByName(mark).get(0).location())
                    .enable();
        }
    }

    private void reached(String mark) {
        if (mark.endsWith("Begins")) {
            steps = new TreeMap<>();
            entries.enable();
        } else {
            entries.disable();
            walks.merge(mark.replace("Ends", ""), new Walk(steps), Walk::shorter);
        }
    }

    private static boolean isOnThePath(ThreadReference thread) {
        return thread.name().equals("main") || thread.name().startsWith("rowlock-worker");
    }

    private void entered(MethodEntryEvent entry) throws IncompatibleThreadStateException {
        String entered = outermost(entry.method().declaringType());
        if (isActing(entered)) {
            steps.computeIfAbsent(entered, name -> new TreeSet<>());
            String from = caller(entry.thread());
            if (!from.equals(entered) && !from.equals(OUTSIDE)) {
                steps.computeIfAbsent(from, name -> new TreeSet<>()).add(entered);
            }
        }
    }

    /** The nearest acting class below the top of the stack: between them may be the JDK, a lambda or a record. */
    private String caller(ThreadReference thread) throws IncompatibleThreadStateException {
        return thread.frames().stream()
                .skip(1)
                .map(StackFrame::location)
                .map(location -> outermost(location.declaringType()))
                .filter(this::isActing)
                .findFirst()
                .orElse(OUTSIDE);
    }

    private static String outermost(ReferenceType type) {
        String name = type.name();
        return name.contains("$") ? name.substring(0, name.indexOf('$')) : name;
    }

    private boolean isActing(String name) {
        return name.startsWith("io.rowlock.") && acting.computeIfAbsent(name, WalkRecorder::acts);
    }

    private static boolean acts(String name) {
        try {
            Class<?> type = Class.forName(name, false, WalkRecorder.class.getClassLoader());
            return !type.isRecord()
                    && !type.isEnum()
                    && !type.isInterface()
                    && !Throwable.class.isAssignableFrom(type)
                    && !type.getPackageName().equals("io.rowlock");
        } catch (ClassNotFoundException missing) {
            throw new IllegalStateException(missing);
        }
    }
}
