# SPDX-License-Identifier: Apache-2.0
"""LZO1X by liblzo2, the reference implementation (Debian: liblzo2-2), where the machine has it."""

import ctypes
import ctypes.util

_PATH = ctypes.util.find_library("lzo2")
_LIBRARY = ctypes.CDLL(_PATH) if _PATH else None

# lzo_init() is a macro. It passes the version of the header, then the sizes of nine types; -1 means "not checked".
if _LIBRARY and _LIBRARY.__lzo_init_v2(0x20A0, *[-1] * 9) != 0:
    _LIBRARY = None

# The larger of the two: LZO1X_999_MEM_COMPRESS, 14 * 16384 * sizeof(short).
_WORK_MEMORY = 14 * 16384 * 2


def available():
    return _LIBRARY is not None


def compress(function, data):
    """Compresses one block with lzo1x_1 or lzo1x_999."""
    target = ctypes.create_string_buffer(len(data) + len(data) // 16 + 67)
    return _call(f"{function}_compress", data, target, ctypes.create_string_buffer(_WORK_MEMORY))


def decompress(block, size):
    """Decompresses one block of at most size uncompressed bytes."""
    return _call("lzo1x_decompress_safe", block, ctypes.create_string_buffer(size), None)


def _call(function, source, target, work_memory):
    length = ctypes.c_size_t(len(target))
    code = getattr(_LIBRARY, function)(source, ctypes.c_size_t(len(source)), target, ctypes.byref(length), work_memory)
    if code != 0:
        raise ValueError(f"{function} failed with code {code}")
    return target.raw[: length.value]
