// SPDX-License-Identifier: MIT
// Tables of fields. Each structure that is stored has one, with a row for each of its fields: where
// the field is, of which kind, what uses it, and which values are accepted when it is read.
// Snapshots and recordings (crStreamFields) and state hashes (crHashFields) are loops over it. The
// tables are in ../data/fields.c.
//
// A row for each field, cached ones too: a test finds the bytes of a structure that no row covers.
// A field that is hashed in another order than it is saved has two rows.
#ifndef CAROM_WORLD_CORE_FIELDS_H
#define CAROM_WORLD_CORE_FIELDS_H

#include <stddef.h>
#include <stdint.h>

typedef enum CrFieldKind {
    CR_FIELD_OTHER,   ///< not walked: a cache, or part of what is in between. After all others
    CR_FIELD_BETWEEN, ///< no field: here other code reads and writes what rows cannot say
    CR_FIELD_BOOL,
    CR_FIELD_U8,    ///< least .. most
    CR_FIELD_ENUM,  ///< an enum or int, least .. most; saved as one byte
    CR_FIELD_U32,   ///< int32_t too
    CR_FIELD_INT,   ///< >= 0
    CR_FIELD_COUNT, ///< of things that follow, of at least `least` bytes each
    CR_FIELD_U64,
    CR_FIELD_POINTER, ///< 64 bits
    CR_FIELD_NUMBER,  ///< least .. most
    CR_FIELD_PAST,    ///< a number least .. most that is not after the stream's clock
    CR_FIELD_VEC,     ///< x and y each least .. most
    CR_FIELD_UNIT     ///< a vector of length 1
} CrFieldKind;

/// What uses a field; a walk takes the rows that have one of its uses.
enum {
    CR_SAVED = 1,
    CR_HASHED = 2,
    CR_HASHED_THEN = 4, ///< after other code has added something to the hash
    // of a flight's extra record, saved and hashed in one mode only
    CR_OF_SETTLING = 8,
    CR_OF_SLIDING = 16,
    CR_OF_RIDING = 32,
    CR_OF_RESTING = 64,
    CR_OF_STUCK = 128,
    CR_HASHED_OF_STUCK = 256
};

typedef struct CrField {
    uint16_t at, size; ///< [B]
    uint16_t kind;     ///< CrFieldKind
    uint16_t uses;     ///< or-ed
    double least, most;
} CrField;

typedef struct CrFieldTable {
    const char *name;
    const CrField *fields; ///< at least one of CR_FIELD_OTHER, which end the walk
    size_t count, size;    ///< rows; [B] of the structure
} CrFieldTable;

#endif
