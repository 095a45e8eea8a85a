// SPDX-License-Identifier: MIT
// The tiles of a Tiled layer as text: base64 (RFC 4648) of little-endian words of 32 bits, raw or
// compressed by zlib, gzip or zstd. What it decodes to has exactly the size that the layer says.
#include "reader.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

static int valueOf(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/// Returns the number of bytes, or -1. Blanks between are passed over.
static long decodeBase64(const char *text, unsigned char *out)
{
    unsigned bits = 0;
    int count = 0;
    long length = 0;
    for (; *text && *text != '='; text++) {
        if (*text == ' ' || *text == '\n' || *text == '\r' || *text == '\t')
            continue;
        int value = valueOf(*text);
        if (value < 0)
            return -1;
        bits = (bits << 6 | (unsigned)value) & 0xffffffu;
        count += 6;
        if (count >= 8) {
            count -= 8;
            out[length++] = (unsigned char)(bits >> count);
        }
    }
    return length;
}

/// Both zlib's header and gzip's.
static bool inflateTo(const unsigned char *bytes, size_t size, unsigned char *out, size_t wanted)
{
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    if (inflateInit2(&stream, 15 + 32) != Z_OK)
        return false;
    stream.next_in = (Bytef *)bytes;
    stream.avail_in = (uInt)size;
    stream.next_out = out;
    stream.avail_out = (uInt)wanted;
    bool good = inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_out == 0;
    inflateEnd(&stream);
    return good;
}

static bool expand(MapReader *reader, const char *compression, const unsigned char *bytes,
                   size_t size, unsigned char *out, size_t wanted)
{
    bool good;
    if (compression[0] == '\0') {
        good = size == wanted;
        if (good)
            memcpy(out, bytes, size);
    } else if (strcmp(compression, "zlib") == 0 || strcmp(compression, "gzip") == 0) {
        good = inflateTo(bytes, size, out, wanted);
    } else if (strcmp(compression, "zstd") == 0) {
        good = ZSTD_decompress(out, wanted, bytes, size) == wanted;
    } else {
        return mapFail(reader, "tiles compressed by \"%.20s\" are not read", compression);
    }
    return good || mapFail(reader, "the tiles of a layer are damaged, or not as many as it says");
}

bool mapDecodeTiles(MapReader *reader, const char *text, const char *compression, uint32_t *words,
                    int count)
{
    size_t wanted = (size_t)count * 4, room = strlen(text) / 4 * 3 + 4;
    unsigned char *packed = malloc(room), *bytes = malloc(wanted);
    bool good = (packed && bytes) || mapFail(reader, "out of memory");
    long size = good ? decodeBase64(text, packed) : -1;
    good = good && (size >= 0 || mapFail(reader, "the tiles of a layer are no base64"));
    good = good && expand(reader, compression, packed, (size_t)size, bytes, wanted);
    for (int i = 0; good && i < count; i++) {
        const unsigned char *b = bytes + 4 * (size_t)i;
        words[i] =
            (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
    }
    free(packed);
    free(bytes);
    return good;
}
