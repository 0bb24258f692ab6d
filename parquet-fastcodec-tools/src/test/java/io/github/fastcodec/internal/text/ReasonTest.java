// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

class ReasonTest {

    // Would catch: an empty reason for a condition with a syntax error.
    @Test
    void takesTheFirstLineThatIsNotBlank() {
        String message = "\n[PARSE_SYNTAX_ERROR] Syntax error at end of input.(line 1, pos 6)\n\n== SQL ==\npart =\n";
        assertEquals(
                "[PARSE_SYNTAX_ERROR] Syntax error at end of input.(line 1, pos 6)",
                Reason.firstLine(new Exception(message)));
    }

    @Test
    void namesAnUnknownHost() {
        Exception failure = new Exception(null, new UnknownHostException("store"));
        assertEquals("the host is unknown (store)", Reason.of(failure));
    }
}
