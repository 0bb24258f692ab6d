// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.jobs;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamException;
import java.io.UncheckedIOException;

/**
 * Converts objects to bytes and back, to send them between the driver and executors. Spark sees only bytes, so neither its
 * configured serializer nor its class loader matters.
 */
final class Serialization {

    private Serialization() {}

    /**
     * Serializes an object.
     *
     * @throws IllegalArgumentException if the object, or one that it refers to, is not serializable
     */
    static byte[] toBytes(Object object) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        } catch (ObjectStreamException e) {
            throw new IllegalArgumentException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /**
     * Deserializes an object. Java resolves the object's classes with the class loader of the class that reads it, which is this
     * one.
     */
    @SuppressWarnings("unchecked") // the caller knows what was serialized
    static <T> T fromBytes(byte[] bytes) {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return (T) in.readObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Throws a checked exception without declaring it, because Scala's functions declare none. */
    @SuppressWarnings("unchecked") // the cast is erased, so any exception can be thrown
    static <E extends Exception> RuntimeException undeclared(Exception e) throws E {
        throw (E) e;
    }
}
