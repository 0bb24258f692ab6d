// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnIndex;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.Util;

/** A file whose structures are changed with parquet-format's own classes, and whose offsets stay valid. */
final class EditedFile {

    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

    private final FileMetaData footer;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private byte[] bytes;

    private EditedFile(byte[] file) throws IOException {
        int length = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(file.length - 8);
        int start = file.length - 8 - length;
        footer = Util.readFileMetaData(new ByteArrayInputStream(file, start, length));
        bytes = Arrays.copyOf(file, start);
    }

    static EditedFile of(Path file) throws IOException {
        return new EditedFile(Files.readAllBytes(file));
    }

    /** Returns a column chunk of the first row group. */
    ColumnChunk chunk(int column) {
        return footer.getRow_groups().get(0).getColumns().get(column);
    }

    EditedFile footer(Consumer<FileMetaData> change) {
        change.accept(footer);
        return this;
    }

    /** Changes a column index, and appends it to the file. */
    EditedFile columnIndex(int column, Consumer<ColumnIndex> change) throws IOException {
        ColumnChunk chunk = chunk(column);
        ColumnIndex index = Util.readColumnIndex(in(chunk.getColumn_index_offset()));
        change.accept(index);
        chunk.setColumn_index_offset(bytes.length);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Util.writeColumnIndex(index, out);
        chunk.setColumn_index_length(append(out));
        return this;
    }

    /** Changes an offset index, and appends it to the file. */
    EditedFile offsetIndex(int column, Consumer<OffsetIndex> change) throws IOException {
        ColumnChunk chunk = chunk(column);
        OffsetIndex index = Util.readOffsetIndex(in(chunk.getOffset_index_offset()));
        change.accept(index);
        chunk.setOffset_index_offset(bytes.length);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Util.writeOffsetIndex(index, out);
        chunk.setOffset_index_length(append(out));
        return this;
    }

    private int append(ByteArrayOutputStream out) {
        byte[] added = out.toByteArray();
        int old = bytes.length;
        bytes = Arrays.copyOf(bytes, old + added.length);
        System.arraycopy(added, 0, bytes, old, added.length);
        return added.length;
    }

    /** Changes bytes in place. */
    EditedFile bytes(Consumer<byte[]> change) {
        change.accept(bytes);
        return this;
    }

    /** Returns where the body of a chunk's page starts. */
    int body(int column, int page) throws IOException {
        return bodies(column).get(page)[0];
    }

    /** Returns where the bodies of a chunk's pages start and end. */
    List<int[]> bodies(int column) throws IOException {
        List<int[]> bodies = new ArrayList<>();
        long offset = start(column);
        long end = offset + chunk(column).getMeta_data().getTotal_compressed_size();
        while (offset < end) {
            ByteArrayInputStream in = in(offset);
            PageHeader header = Util.readPageHeader(in);
            int start = bytes.length - in.available();
            offset = start + header.getCompressed_page_size();
            bodies.add(new int[] {start, (int) offset});
        }
        return bodies;
    }

    /** Returns the number of columns. */
    int columns() {
        return footer.getRow_groups().get(0).getColumns().size();
    }

    long start(int column) {
        var metaData = chunk(column).getMeta_data();
        return metaData.isSetDictionary_page_offset()
                ? metaData.getDictionary_page_offset()
                : metaData.getData_page_offset();
    }

    private ByteArrayInputStream in(long offset) {
        return new ByteArrayInputStream(bytes, Math.toIntExact(offset), bytes.length - Math.toIntExact(offset));
    }

    Path write(Path path) throws IOException {
        body.reset();
        body.writeBytes(bytes);
        int start = body.size();
        Util.writeFileMetaData(footer, body);
        int length = body.size() - start;
        body.writeBytes(ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(length)
                .array());
        body.writeBytes(MAGIC);
        return Files.write(path, body.toByteArray());
    }
}
