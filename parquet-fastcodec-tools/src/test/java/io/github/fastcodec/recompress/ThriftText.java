// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import shaded.parquet.org.apache.thrift.TException;
import shaded.parquet.org.apache.thrift.protocol.TCompactProtocol;
import shaded.parquet.org.apache.thrift.protocol.TField;
import shaded.parquet.org.apache.thrift.protocol.TList;
import shaded.parquet.org.apache.thrift.protocol.TProtocol;
import shaded.parquet.org.apache.thrift.transport.TIOStreamTransport;

/**
 * A structure of Thrift's compact protocol as text, with fields by number. It needs no class of parquet-format, and therefore
 * includes fields and values that those classes do not know.
 */
final class ThriftText {

    // The numbers of types in Thrift's interfaces.
    private static final byte STOP = 0;
    private static final byte BOOL = 2;
    private static final byte BYTE = 3;
    private static final byte DOUBLE = 4;
    private static final byte I16 = 6;
    private static final byte I32 = 8;
    private static final byte I64 = 10;
    private static final byte STRING = 11;
    private static final byte STRUCT = 12;
    private static final byte LIST = 15;

    private final TProtocol in;
    private final Set<String> hidden;

    private ThriftText(TProtocol in, Set<String> hidden) {
        this.in = in;
        this.hidden = hidden;
    }

    /**
     * Returns the text of a structure.
     *
     * @param hidden fields whose values are omitted, as paths of field numbers: {@code 4.1.2} is field 2 of the structures in the
     *     list in field 1 of the structures in the list in field 4
     */
    static String of(byte[] bytes, int offset, int length, Set<String> hidden) {
        try {
            TProtocol in =
                    new TCompactProtocol(new TIOStreamTransport(new ByteArrayInputStream(bytes, offset, length)));
            return new ThriftText(in, hidden).struct("");
        } catch (TException e) {
            throw new AssertionError(e);
        }
    }

    private String struct(String path) throws TException {
        StringBuilder text = new StringBuilder("{");
        in.readStructBegin();
        for (TField field = in.readFieldBegin(); field.type != STOP; field = in.readFieldBegin()) {
            String here = path.isEmpty() ? "" + field.id : path + "." + field.id;
            String value = value(field.type, here);
            text.append(field.id).append('/').append(field.type);
            text.append(hidden.contains(here) ? "" : "=" + value).append(' ');
        }
        in.readStructEnd();
        return text.append('}').toString();
    }

    private String value(byte type, String path) throws TException {
        switch (type) {
            case BOOL:
                return "" + in.readBool();
            case BYTE:
                return "" + in.readByte();
            case I16:
                return "" + in.readI16();
            case I32:
                return "" + in.readI32();
            case I64:
                return "" + in.readI64();
            case DOUBLE:
                return "" + Double.doubleToRawLongBits(in.readDouble());
            case STRING:
                ByteBuffer bytes = in.readBinary();
                return StandardCharsets.ISO_8859_1.decode(bytes).toString();
            case STRUCT:
                return struct(path);
            case LIST:
                return list(path);
            default:
                throw new AssertionError("type " + type + " at " + path);
        }
    }

    private String list(String path) throws TException {
        TList list = in.readListBegin();
        StringBuilder text = new StringBuilder("[" + list.elemType + ":");
        for (int i = 0; i < list.size; i++) {
            text.append(value(list.elemType, path)).append(',');
        }
        return text.append(']').toString();
    }
}
