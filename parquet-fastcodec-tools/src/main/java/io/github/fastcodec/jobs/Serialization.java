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
 * Objects as bytes between the driver and executors. Spark sees bytes only, so that no serializer that it is configured with
 * matters, nor which class loader it looks in.
 */
final class Serialization {

    private Serialization() {}

    /**
     * Returns an object as bytes.
     *
     * @throws IllegalArgumentException if it, or something that it refers to, is not serializable
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

    /** Returns the object of some bytes. Java looks for its classes where the class is that reads them, which is this one. */
    @SuppressWarnings("unchecked") // the caller has written it
    static <T> T fromBytes(byte[] bytes) {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return (T) in.readObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Throws an exception that Scala's functions do not declare. */
    @SuppressWarnings("unchecked") // the type is erased, which is the point
    static <E extends Exception> RuntimeException undeclared(Exception e) throws E {
        throw (E) e;
    }
}
