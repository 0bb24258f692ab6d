// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.events.jfr;

import io.github.fastcodec.internal.events.Recording;
import io.github.fastcodec.internal.memory.DetachedCall;
import io.github.fastcodec.internal.memory.WeakRelay;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;

/**
 * Has JDK Flight Recorder record this project's events, from its start on. Loading this class sees to that. Event classes take
 * a tenth of a second to load, and nobody needs them before that start.
 *
 * <p>Flight Recorder keeps listeners, hooks and the protection domains on the stack that brings them. So it gets relays, on a
 * stack without this project.
 */
final class FlightRecording implements FlightRecorderListener {

    private static final WeakRelay<FlightRecorderListener> LISTENER =
            WeakRelay.to(new FlightRecording(), FlightRecorderListener.class);

    private static final WeakRelay<Runnable> POOL_STATES = WeakRelay.to(new PoolStates(), Runnable.class);

    private static boolean started;

    static {
        if (FlightRecorder.isAvailable()) {
            if (FlightRecorder.isInitialized()) {
                start(); // at once, so that no engine's test is missed
            } else {
                DetachedCall.submit(bound("addListener", LISTENER.relay(), FlightRecorderListener.class));
                LISTENER.whenCollected(bound("removeListener", LISTENER.relay(), FlightRecorderListener.class));
            }
        }
    }

    private FlightRecording() {}

    @Override
    public void recorderInitialized(FlightRecorder recorder) {
        start();
    }

    private static synchronized void start() {
        if (started) {
            return;
        }
        started = true;
        Recording.by(new FlightEvents());
        Runnable hook = POOL_STATES.relay();
        MethodHandle add = handle("addPeriodicEvent", MethodType.methodType(void.class, Class.class, Runnable.class));
        DetachedCall.submit(MethodHandles.insertArguments(add, 0, PoolStateEvent.class, hook));
        POOL_STATES.whenCollected(bound("removePeriodicEvent", hook, Runnable.class));
    }

    private static MethodHandle bound(String name, Object argument, Class<?> type) {
        Class<?> returned = name.startsWith("remove") ? boolean.class : void.class;
        return MethodHandles.insertArguments(handle(name, MethodType.methodType(returned, type)), 0, argument);
    }

    private static MethodHandle handle(String name, MethodType type) {
        try {
            return MethodHandles.publicLookup().findStatic(FlightRecorder.class, name, type);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(FlightRecorder.class.getName(), e);
        }
    }

    private static final class PoolStates implements Runnable {
        @Override
        public void run() {
            Event event = new PoolStateEvent();
            if (event.isEnabled()) {
                event.commit();
            }
        }
    }
}
