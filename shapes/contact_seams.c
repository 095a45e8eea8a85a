// SPDX-License-Identifier: MIT
// Which normals a part of a shape may have at its corners: those of the whole.
#include "base.h"

#include "contact_pair.h"

static bool isNear(CrFloat2 a, CrFloat2 b)
{
    float turn = crFloat2Cross(a, b);
    return turn <= CR_SEAM_SLACK && turn >= -CR_SEAM_SLACK && crFloat2Dot(a, b) > 0.0f;
}

/// An edge of the whole at a corner that has this normal within the slack.
static bool snapTo(const CrContactShape *shape, int edge, CrFloat2 *outward)
{
    CrFloat2 normal = crFloat2(shape->nx[edge], shape->ny[edge]);
    if (shape->seams[edge].isInner || !isNear(normal, *outward)) {
        return false;
    }
    *outward = normal;
    return true;
}

CrSeamAnswer crSeamAsk(const CrContactShape *shape, int corner, CrFloat2 *outward)
{
    const CrContactSeam *seam = &shape->seams[corner];
    if (seam->isReflex) {
        int before = corner > 0 ? corner - 1 : shape->count - 1;
        bool isOfEdge = snapTo(shape, corner, outward) || snapTo(shape, before, outward);
        return isOfEdge ? CR_SEAM_MAY : CR_SEAM_SNAP;
    }
    CrFloat2 from = crFloat2(seam->fromX, seam->fromY), to = crFloat2(seam->toX, seam->toY);
    CrFloat2 middle = crFloat2(from.x + to.x, from.y + to.y);
    bool isPast = crFloat2Cross(from, *outward) >= 0.0f;
    bool isBefore = crFloat2Cross(*outward, to) >= 0.0f;
    if (isPast && isBefore && crFloat2Dot(*outward, middle) >= -CR_SEAM_SLACK) {
        return CR_SEAM_MAY;
    }
    if (isNear(from, *outward)) {
        *outward = from;
        return CR_SEAM_MAY;
    }
    if (isNear(to, *outward)) {
        *outward = to;
        return CR_SEAM_MAY;
    }
    return CR_SEAM_PASSES;
}
