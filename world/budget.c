// SPDX-License-Identifier: MIT
// How large a block a world wants that lives in one. The numbers are the most that was found for
// worlds of one kind each, from 10 things to 100,000, near each other and kilometres apart, and an
// eighth more; tests/test_budget.c fills worlds up to their budgets.
#include "edit.h"

#define MOST 1000000000 ///< of each

// [B]
#define WORLD 131072
#define BODY 450
#define SHAPE 2700 ///< far from all others: tiles of its own
#define POINT 600
#define MOVING_SHAPE 640
#define BULLET 380
#define OTHER_PROJECTILE 1400
#define CONTACT 300
#define EDIT 90 ///< a box, and its place in a layer
#define EVENT 480

static bool isCount(int count)
{
    return count >= 0 && count <= MOST;
}

size_t caromBudgetSize(const CaromBudget *budget)
{
    if (budget == NULL || !isCount(budget->bodies) || !isCount(budget->shapes) ||
        !isCount(budget->points) || !isCount(budget->movingShapes) || !isCount(budget->bullets) ||
        !isCount(budget->otherProjectiles) || !isCount(budget->contacts) ||
        !isCount(budget->events)) {
        return 0;
    }
    double edits = crMin(CR_EDITS_MOST, 256.0 + 4.0 * budget->shapes);
    double size = WORLD + EDIT * edits + (double)BODY * budget->bodies +
                  (double)SHAPE * budget->shapes + (double)POINT * budget->points +
                  (double)MOVING_SHAPE * budget->movingShapes + (double)BULLET * budget->bullets +
                  (double)OTHER_PROJECTILE * budget->otherProjectiles +
                  (double)CONTACT * budget->contacts + (double)EVENT * budget->events;
    return size < (double)(PTRDIFF_MAX / 2) ? (size_t)size : 0;
}
