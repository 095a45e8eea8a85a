// SPDX-License-Identifier: MIT
// W3C, "Portable Network Graphics" (2003); Deutsch, RFC 1950 and 1951 (1996): stored blocks, one a
// row.
#include "png.h"

#include <stdio.h>
#include <string.h>

typedef struct Writer {
    FILE *file;
    uint32_t crc, adlerA, adlerB;
} Writer;

static void putRaw(Writer *writer, const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        writer->crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            writer->crc = writer->crc & 1 ? writer->crc >> 1 ^ 0xedb88320u : writer->crc >> 1;
    }
    fwrite(bytes, 1, count, writer->file);
}

static void put32(Writer *writer, uint32_t value)
{
    const uint8_t bytes[] = {(uint8_t)(value >> 24), (uint8_t)(value >> 16), (uint8_t)(value >> 8),
                             (uint8_t)value};
    putRaw(writer, bytes, 4);
}

static void beginChunk(Writer *writer, size_t length, const char *type)
{
    put32(writer, (uint32_t)length);
    writer->crc = UINT32_MAX;
    putRaw(writer, (const uint8_t *)type, 4);
}

static void endChunk(Writer *writer)
{
    put32(writer, ~writer->crc);
}

/// What is compressed, for its checksum.
static void putData(Writer *writer, const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        writer->adlerA = (writer->adlerA + bytes[i]) % 65521;
        writer->adlerB = (writer->adlerB + writer->adlerA) % 65521;
    }
    putRaw(writer, bytes, count);
}

bool pngWrite(const char *path, const uint8_t *pixels, int width, int height)
{
    static const uint8_t SIGNATURE[] = {137, 'P', 'N', 'G', 13, 10, 26, 10};
    static const uint8_t HEADER[] = {8, 2, 0, 0, 0}, ZLIB[] = {0x78, 1}, FILTER = 0;
    Writer writer = {fopen(path, "wb"), 0, 1, 0};
    size_t row = (size_t)width * 3, block = row + 1;
    if (!writer.file || width < 1 || height < 1 || block > 65535)
        return false;
    putRaw(&writer, SIGNATURE, sizeof SIGNATURE);
    beginChunk(&writer, 13, "IHDR");
    put32(&writer, (uint32_t)width);
    put32(&writer, (uint32_t)height);
    putRaw(&writer, HEADER, sizeof HEADER);
    endChunk(&writer);
    beginChunk(&writer, 2 + (size_t)height * (5 + block) + 4, "IDAT");
    putRaw(&writer, ZLIB, sizeof ZLIB);
    for (int y = 0; y < height; y++) {
        const uint8_t head[] = {y + 1 == height, (uint8_t)block, (uint8_t)(block >> 8),
                                (uint8_t)~block, (uint8_t)(~block >> 8)};
        putRaw(&writer, head, sizeof head);
        putData(&writer, &FILTER, 1);
        putData(&writer, pixels + (size_t)y * row, row);
    }
    put32(&writer, writer.adlerB << 16 | writer.adlerA);
    endChunk(&writer);
    beginChunk(&writer, 0, "IEND");
    endChunk(&writer);
    bool good = !ferror(writer.file);
    return fclose(writer.file) == 0 && good;
}
