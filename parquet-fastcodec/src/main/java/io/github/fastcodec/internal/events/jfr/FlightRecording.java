// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.events.jfr;

import io.github.fastcodec.internal.events.Recording;
import io.github.fastcodec.internal.memory.DetachedCall;
import io.github.fastcodec.internal.memory.WeakRelay;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ForkJoinPool;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import org.jspecify.annotations.Nullable;

/**
 * Has JDK Flight Recorder record this project's events, from its start on. Loading this class sees to that. Event classes take
 * a tenth of a second to load, and are not needed before that start.
 *
 * <p>Flight Recorder keeps listeners, hooks and the protection domains on the stack that brings them. So it gets relays, on a
 * stack without this project. Making relays takes some tens of milliseconds, for which no page waits.
 */
final class FlightRecording implements FlightRecorderListener {

    private static @Nullable WeakRelay<FlightRecorderListener> listener;
    private static @Nullable WeakRelay<Runnable> poolStates;

    static {
        if (FlightRecorder.isAvailable()) {
            if (FlightRecorder.isInitialized()) {
                start(); // at once, so that no engine's test is missed
            } else {
                ForkJoinPool.commonPool().execute(FlightRecording::listen);
            }
        }
    }

    private FlightRecording() {}

    @Override
    public void recorderInitialized(FlightRecorder recorder) {
        start();
    }

    private static synchronized void start() {
        if (poolStates != null) {
            return;
        }
        Recording.by(new FlightEvents());
        poolStates = WeakRelay.to(FlightRecording::commitPoolState, Runnable.class);
        Runnable hook = poolStates.relay();
        MethodHandle add = handle("addPeriodicEvent", MethodType.methodType(void.class, Class.class, Runnable.class));
        var unused = DetachedCall.submit(MethodHandles.insertArguments(add, 0, PoolStateEvent.class, hook));
        poolStates.whenCollected(bound("removePeriodicEvent", hook, Runnable.class));
    }

    private static synchronized void listen() {
        listener = WeakRelay.to(new FlightRecording(), FlightRecorderListener.class);
        var unused = DetachedCall.submit(bound("addListener", listener.relay(), FlightRecorderListener.class));
        listener.whenCollected(bound("removeListener", listener.relay(), FlightRecorderListener.class));
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

    private static void commitPoolState() {
        Event event = new PoolStateEvent();
        if (event.isEnabled()) {
            event.commit();
        }
    }
}
