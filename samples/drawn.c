// SPDX-License-Identifier: MIT
// The hash is FNV-1a. The chunk is as the PNG specification (W3C, 2003) has it, 5.3 and 11.3.4.3:
// length, type, keyword, a zero byte, text, CRC-32. It follows the header chunk.
#include "drawn.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define HEADER 33 // [byte] of the signature and the chunk IHDR

typedef struct Stream {
    FILE *file;
    uint64_t hash;
    size_t position;
} Stream;

static uint64_t addByte(uint64_t hash, unsigned byte)
{
    return (hash ^ byte) * 1099511628211u;
}

uint64_t drawnNumber(uint64_t hash, double value)
{
    double step = floor(value * 16.0 + 0.381966);
    uint64_t bits = fabs(step) < 1e15 ? (uint64_t)(int64_t)step : UINT64_MAX; // or not a number
    for (int i = 0; i < 8; i++)
        hash = addByte(hash, (unsigned)(bits >> 8 * i & 255));
    return hash;
}

uint64_t drawnText(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = addByte(hash, (unsigned char)*text);
    return addByte(hash, 0);
}

static uint32_t crc(const unsigned char *bytes, size_t count)
{
    uint32_t rest = UINT32_MAX;
    for (size_t i = 0; i < count; i++) {
        rest ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            rest = rest & 1 ? rest >> 1 ^ 0xedb88320u : rest >> 1;
    }
    return ~rest;
}

static void putNumber(unsigned char *out, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        out[i] = (unsigned char)(number >> (24 - 8 * i) & 255);
}

static bool writeChunk(const Stream *stream)
{
    unsigned char chunk[64] = "    tEXtComment";
    size_t data = strlen((char *)chunk) + 1; // the zero byte ends the keyword
    int text =
        snprintf((char *)chunk + data, sizeof chunk - data, "drawn=%016" PRIx64, stream->hash);
    size_t end = data + (size_t)text;
    putNumber(chunk, (uint32_t)(end - 8));
    putNumber(chunk + end, crc(chunk + 4, end - 4));
    return fwrite(chunk, 1, end + 4, stream->file) == end + 4;
}

static cairo_status_t writePart(void *context, const unsigned char *bytes, unsigned length)
{
    Stream *stream = context;
    size_t first = stream->position < HEADER ? HEADER - stream->position : 0;
    bool crosses = stream->position < HEADER && first <= length;
    first = crosses ? first : 0;
    stream->position += length;
    bool good = fwrite(bytes, 1, first, stream->file) == first &&
                (!crosses || writeChunk(stream)) &&
                fwrite(bytes + first, 1, length - first, stream->file) == length - first;
    return good ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

bool drawnSave(cairo_surface_t *surface, uint64_t hash, const char *path)
{
    Stream stream = {fopen(path, "wb"), hash, 0};
    if (!stream.file)
        return false;
    bool good =
        cairo_surface_write_to_png_stream(surface, writePart, &stream) == CAIRO_STATUS_SUCCESS;
    return fclose(stream.file) == 0 && good;
}
