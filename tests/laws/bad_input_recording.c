// SPDX-License-Identifier: MIT
// Mistakes with recorders, replays and recordings.
#include "bad_input.h"

void bad_caromRecorderDef(BadGame *g)
{
    (void)g;
    CaromRecorderDef def = caromRecorderDef();
    ck_assert(def.write == NULL && !def.detail && def.cookie != 0);
}

static void refuseRecorder(BadGame *g, const CaromRecorderDef *def, CaromError expected)
{
    CaromError error = CAROM_OK;
    badBegin(g, "caromRecorderCreate(");
    ck_assert_ptr_null(caromRecorderCreate(g->world, def, &error));
    badEndEdit(g, expected, error, __LINE__);
}

void bad_caromRecorderCreate(BadGame *g)
{
    static const CaromRecorderDef zeroed;
    CaromRecorderDef def = caromRecorderDef();
    CaromError error = CAROM_OK;
    BAD_NO_WORLD(caromRecorderCreate(NULL, &def, &error) == NULL && error == CAROM_ERROR_NULL);
    refuseRecorder(g, NULL, CAROM_ERROR_NULL);
    refuseRecorder(g, &zeroed, CAROM_ERROR_DEF);
    if (g->inside) {
        refuseRecorder(g, &def, CAROM_ERROR_BUSY);
    }
}

void bad_caromRecorderEnd(BadGame *g)
{
    (void)g;
    ck_assert_int_eq(caromRecorderEnd(NULL), CAROM_ERROR_NULL);
}

void bad_caromRecorderDestroy(BadGame *g)
{
    (void)g;
    ck_assert_ok(caromRecorderDestroy(NULL));
}

void bad_caromRecorderBytes(BadGame *g)
{
    size_t size = 7;
    (void)g;
    ck_assert_ptr_null(caromRecorderBytes(NULL, &size));
    ck_assert_uint_eq(size, 0);
    ck_assert_ptr_null(caromRecorderBytes(NULL, NULL));
}

void bad_caromRecorderError(BadGame *g)
{
    (void)g;
    ck_assert_int_eq(caromRecorderError(NULL), CAROM_ERROR_NULL);
}

void bad_caromPartName(BadGame *g)
{
    (void)g;
    ck_assert_str_eq(caromPartName((CaromPart)-1), "?");
    ck_assert_str_eq(caromPartName(CAROM_PART_COUNT), "?");
    ck_assert_str_eq(caromPartName(CAROM_PART_PROJECTILE), "projectile");
}

static void refuseReplay(BadGame *g, const void *bytes, size_t size, CaromError expected)
{
    CaromError error = CAROM_OK;
    badBegin(g, "caromReplayCreate(");
    ck_assert_ptr_null(caromReplayCreate(g->world, bytes, size, &error));
    badEndEdit(g, expected, error, __LINE__);
}

void bad_caromReplayCreate(BadGame *g)
{
    static const uint8_t zeros[256];
    CaromError error = CAROM_OK;
    BAD_NO_WORLD(caromReplayCreate(NULL, zeros, sizeof zeros, &error) == NULL &&
                 error == CAROM_ERROR_NULL);
    refuseReplay(g, NULL, 100, CAROM_ERROR_NULL);
    refuseReplay(g, zeros, sizeof zeros, CAROM_ERROR_RECORDING);
    refuseReplay(g, zeros, 0, CAROM_ERROR_RECORDING);
}

void bad_caromReplayDestroy(BadGame *g)
{
    (void)g;
    caromReplayDestroy(NULL);
}

void bad_caromReplayLimit(BadGame *g)
{
    (void)g;
    ck_assert_int_eq(caromReplayLimit(NULL, 1.0, 1.0), CAROM_ERROR_NULL);
}

void bad_caromReplayNext(BadGame *g)
{
    (void)g;
    ck_assert_int_eq(caromReplayNext(NULL), CAROM_REPLAY_REFUSED);
}

void bad_caromReplayDifference(BadGame *g)
{
    (void)g;
    ck_assert(!caromReplayDifference(NULL).found);
}

void bad_caromReplayTick(BadGame *g)
{
    (void)g;
    ck_assert_int_eq(caromReplayTick(NULL), 0);
}

void bad_caromRecordingCompare(BadGame *g)
{
    static const uint8_t zeros[64];
    CaromComparison comparison;
    (void)g;
    ck_assert_int_eq(caromRecordingCompare(zeros, 64, zeros, 64, NULL, NULL), CAROM_ERROR_NULL);
    ck_assert_int_eq(caromRecordingCompare(NULL, 64, zeros, 64, NULL, &comparison),
                     CAROM_ERROR_NULL);
    ck_assert_int_eq(caromRecordingCompare(zeros, 64, zeros, 64, NULL, &comparison),
                     CAROM_ERROR_RECORDING);
    badTold("caromRecordingCompare", CAROM_ERROR_RECORDING);
    ck_assert(!comparison.difference.found && comparison.otherCalls == -1);
}
