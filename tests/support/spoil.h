// SPDX-License-Identifier: MIT
// Spoils one value of something sound, checks that the walk over it reports that, and puts it back.
#ifndef CAROM_TESTS_SPOIL_H
#define CAROM_TESTS_SPOIL_H

#include "assertions.h"
#include <string.h>

/// `holds` is the walk's answer: true before and after, false between.
#define SPOIL_WITH(holds, type, place, value)                                                      \
    do {                                                                                           \
        type wrong_ = (value);                                                                     \
        type before_ = (place);                                                                    \
        ck_assert_uint_eq(sizeof(place), sizeof wrong_);                                           \
        ck_assert_msg(holds, "before %s", #place);                                                 \
        ck_assert_msg(memcmp(&before_, &wrong_, sizeof wrong_) != 0, "%s is so already", #place);  \
        (place) = wrong_;                                                                          \
        ck_assert_msg(!(holds), "%s was not noticed", #place);                                     \
        (place) = before_;                                                                         \
        ck_assert_msg(holds, "after %s", #place);                                                  \
    } while (0)

/// The same by two statements.
#define SPOIL_BY(holds, spoil, mend)                                                               \
    do {                                                                                           \
        ck_assert_msg(holds, "before %s", #spoil);                                                 \
        spoil;                                                                                     \
        ck_assert_msg(!(holds), "%s was not noticed", #spoil);                                     \
        mend;                                                                                      \
        ck_assert_msg(holds, "after %s", #mend);                                                   \
    } while (0)

#endif
