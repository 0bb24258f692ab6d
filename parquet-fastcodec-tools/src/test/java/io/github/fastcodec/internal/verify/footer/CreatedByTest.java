// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify.footer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.fastcodec.internal.parquet.PageHeader;
import io.github.fastcodec.verify.FindingKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CreatedByTest {

    private static PageHeader header(int values, int rows) throws IOException {
        org.apache.parquet.format.PageHeader header =
                new org.apache.parquet.format.PageHeader(PageType.DATA_PAGE_V2, 100, 100);
        header.setData_page_header_v2(new DataPageHeaderV2(values, 0, rows, Encoding.PLAIN, 0, 0));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Util.writePageHeader(header, out);
        return PageHeader.read(out.toByteArray(), 0, out.size(), 0);
    }

    // Would catch: a known mistake that is reported as damage, damage that is taken for a known mistake, and
    // damage that a known mistake hides: wrong rows of a flat column, or a number that the mistake does not
    // produce.
    @ParameterizedTest
    @CsvSource({
        "parquet-cpp-arrow version 8.0.0, true, 7, ROW_COUNT",
        "parquet-cpp-arrow version 11.0.0, true, 7, ROW_COUNT",
        "parquet-cpp version 1.5.1-SNAPSHOT, true, 7, ROW_COUNT",
        "@dsnp/parquetjs, true, 7, ROW_COUNT",
        "parquet-mr version 1.10.1 (build a89df8f9932b6ef6633d06069e50c9b7970bebd1), true, 3, ROW_COUNT",
        "parquet-mr version 1.8.1, true, 3, ROW_COUNT",
        "parquet-cpp-arrow version 8.0.0, true, 6, PAGE",
        "parquet-cpp-arrow version 8.0.0, false, 7, PAGE",
        "parquet-cpp-arrow version 12.0.1, true, 7, PAGE",
        "parquet-mr version 1.10.1, false, 3, PAGE",
        "parquet-mr version 1.10.1, false, 0, ROW_COUNT",
        "parquet-mr version 1.11.0, true, 3, PAGE",
    })
    void recognizesWritersThatMiscountRowsOfLists(String createdBy, boolean hasLists, int rows, FindingKind kind)
            throws IOException {
        assertEquals(kind, new CreatedBy(createdBy).kindOfRowCount(hasLists, header(7, rows)));
    }
}
