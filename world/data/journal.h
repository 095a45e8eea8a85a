// SPDX-License-Identifier: MIT
// The journal of edits: what bodies and shapes were before calls made, changed or destroyed them.
// With it a state can be restored that is older than these edits. rollback_edits.c
//
// Nothing is kept before the first state is saved. Each saved state that follows an edit sets a
// mark. After a mark the first edit of a body or shape keeps what it was; further edits up to the
// next mark find it there. What a free list gives out and takes back is listed call by call, so
// that it can be undone in reverse order. The oldest marks are dropped, with what only they
// need, where there are more than CR_JOURNAL_MARKS, or more bytes than the limit. Where memory is
// short all marks are dropped: the edit is done, and states from before it are stale.
#ifndef CAROM_WORLD_DATA_JOURNAL_H
#define CAROM_WORLD_DATA_JOURNAL_H

#include "body.h"
#include "shape.h"

#define CR_JOURNAL_MARKS 32
#define CR_JOURNAL_DROPPED 8        ///< marks at once, since the rest moves up
#define CR_JOURNAL_BYTES (16 << 20) ///< CaromWorldDef.rollbackBytes's default

/// What a free list did.
typedef enum CrListing {
    CR_LISTING_BODY_TAKEN,
    CR_LISTING_BODY_RELEASED,
    CR_LISTING_SHAPE_TAKEN,
    CR_LISTING_SHAPE_RELEASED,
    CR_LISTING_KEY_TAKEN,
    CR_LISTING_KEY_ADDED, ///< none was free
    CR_LISTING_KEY_RELEASED
} CrListing;

typedef struct CrJournalOp {
    uint32_t listing; ///< CrListing
    uint32_t index;
    uint32_t body, previous; ///< of a shape that was released: where it was listed
} CrJournalOp;

/// Positions count all that was ever kept; those of the arrays begin at `first…` below.
typedef struct CrJournalMark {
    uint64_t revision;
    uint64_t ops, shapes, bodies; ///< positions
} CrJournalMark;

typedef struct CrKeptBody {
    uint64_t previous; ///< position + 1 of what was kept of this slot before, or 0
    uint32_t slot;
    bool lived;
    CrBody body; ///< lists of children and shapes are not part of it
} CrKeptBody;

/// Most edits replace a shape's content, its geometry and memory: then the journal owns the old
/// one. Other edits leave the content to the shape that lives on.
typedef struct CrKeptShape {
    uint64_t previous;
    uint32_t slot;
    bool lived, rests, hasContent;
    bool contacts, hits, asks;
    uint8_t state; ///< CR_SHAPE_KEPT, CR_SHAPE_FOLLOWED
    double edited, renewed;
    void *userData;
    CrShapeTraits traits;
    CrShape shape; ///< if it has content
    int source;    ///< within a rollback: which entry has its content; -1: the shape itself
} CrKeptShape;

/// The content of a shape that a rollback removes.
typedef struct CrGoneShape {
    CrShape shape;
    bool rests;
} CrGoneShape;

typedef struct CrJournal {
    int64_t limit;   ///< [B]
    int64_t content; ///< [B] of shapes
    uint64_t turns;  ///< edits so far; never set back. revision.h
    CrJournalOp *ops;
    CrKeptShape *shapes;
    CrKeptBody *bodies;
    uint64_t firstOp, firstShape, firstBody;
    uint64_t *lastShape, *lastBody; ///< by slot: position + 1 of the last that was kept of it
    CrGoneShape *gone;              ///< this and the next: scratch memory of a rollback
    CrGridItem *from, *to;
    int markCount;
    CrJournalMark marks[CR_JOURNAL_MARKS]; ///< the oldest first
} CrJournal;

#endif
