// SPDX-License-Identifier: MIT
// Calls keep in the journal what they change (../data/journal.h). None of these can fail: where
// memory is short the journal forgets everything.
#ifndef CAROM_WORLD_GEOMETRY_JOURNAL_H
#define CAROM_WORLD_GEOMETRY_JOURNAL_H

#include "../data/world.h"

static inline bool crJournalIsOn(const CaromWorld *world)
{
    return world->journal.markCount > 0;
}

void crJournalForget(CaromWorld *world);
void crJournalFree(CaromWorld *world);
/// Sets a mark at the present revision, unless there is one.
void crJournalSetMark(CaromWorld *world);
/// The number of the mark at a revision, or -1.
int crJournalFind(const CaromWorld *world, uint64_t revision);

/// Keeps a body or shape before it changes, or notes that its slot was free (not lived).
void crJournalKeepBody(CaromWorld *world, uint32_t slot, bool lived);
void crJournalKeepShape(CaromWorld *world, uint32_t slot, bool lived);
/// Returns whether the journal needs the content of a shape that it keeps.
bool crJournalWants(const CaromWorld *world, uint32_t slot);
/// Takes the content where it needs it: then it is the journal's. Else returns false.
bool crJournalTake(CaromWorld *world, uint32_t slot, const CrShape *content);
/// Takes a copy of the content, where it needs it.
void crJournalTakeCopy(CaromWorld *world, uint32_t slot);
/// Frees the memory of kept content.
void crJournalFreeContent(CaromWorld *world, CrKeptShape *kept);

void crJournalAdd(CaromWorld *world, CrJournalOp op);
static inline void crJournalList(CaromWorld *world, CrListing listing, uint32_t index)
{
    if (CR_UNLIKELY(crJournalIsOn(world))) {
        CrJournalOp op = {listing, index, 0, 0};
        crJournalAdd(world, op);
    }
}

static inline uint64_t crJournalOps(const CaromWorld *world)
{
    return world->journal.firstOp + (uint64_t)crArrayCount(world->journal.ops);
}
/// Removes the ops of a call that was refused late and undid them.
void crJournalCut(CaromWorld *world, uint64_t ops);

#endif
