// SPDX-License-Identifier: MIT
#include "projectile_pairs.h"

#include "def_table.h"

// Neighbours that lie farther on: of fewer a horizon is too near, of more it is too far. Those that
// are near from the start are no matter: they are asked at any horizon.
#define FEW 1
#define MANY 4
#define FIRST_STRETCH 1.0 ///< [m] of way to the first horizon; each partner learns its own
#define LONGEST_STRETCH 1e9
#define SHORTEST_STRETCH 1e-4
#define SHORTEST_SPAN 0x1p-20 ///< [s] to it, however fast: so many at most bound a step's work

// ---- the list

void crPartnersInit(CaromWorld *world)
{
    crBoxesInitDense(&world->partners.boxes, &world->allocator);
    world->partners.stretch = FIRST_STRETCH;
}

void crPartnersFree(CaromWorld *world)
{
    crArrayFree(world->partners.all, &world->allocator);
    crBoxesFree(&world->partners.boxes);
}

CaromError crPartnersReserve(CaromWorld *world, int extra)
{
    CrPartners *partners = &world->partners;
    if (!crArrayGrow(partners->all, extra, &world->allocator)) {
        return CAROM_ERROR_MEMORY;
    }
    return crBoxesReserve(&partners->boxes, crArrayCapacity(partners->all));
}

static CrPartner *partnerOf(const CaromWorld *world, uint32_t i)
{
    return &world->partners.all[crFlightExtra(&world->flights, i)->partner];
}

static void unlist(CaromWorld *world, CrPartner *partner)
{
    if (partner->listed) {
        crBoxesRemove(&world->partners.boxes, partner->flight, partner->box);
    }
    partner->listed = partner->planned = false;
}

void crPartnersAdd(CaromWorld *world, uint32_t i)
{
    static const CrPartner blank;
    CrPartner partner = blank;
    partner.flight = i;
    partner.passed = -CR_NEVER;
    partner.stretch = world->partners.stretch;
    partner.leg = ++world->partners.legs;
    crFlightOwn(&world->flights, i)->partner = (uint32_t)crArrayCount(world->partners.all);
    crArrayPush(world->partners.all, partner);
}

void crPartnersRemove(CaromWorld *world, uint32_t i)
{
    uint32_t hole = crFlightExtra(&world->flights, i)->partner;
    unlist(world, &world->partners.all[hole]);
    crArrayRemoveSwap(world->partners.all, hole);
    if (hole < (uint32_t)crArrayCount(world->partners.all)) {
        crFlightOwn(&world->flights, world->partners.all[hole].flight)->partner = hole;
    }
    crFlightOwn(&world->flights, i)->partner = CR_NONE;
}

void crPartnerTakeLeg(CaromWorld *world, uint32_t i)
{
    if (crIsPartner(world, i)) {
        CrPartner *partner = partnerOf(world, i);
        unlist(world, partner);
        partner->horizon = 0.0;
        partner->passed = -CR_NEVER;
        partner->leg = ++world->partners.legs;
    }
}

void crPartnerPass(CaromWorld *world, uint32_t i, double time, uint32_t other)
{
    CrPartner *partner = partnerOf(world, i);
    partner->passed = time;
    partner->passedOther = other;
    partner->planned = false;
}

// ---- a pair

/// Of two that may meet others.
static bool wantToMeet(const CaromProjectileDef *a, const CaromProjectileDef *b)
{
    const CaromFilter *fa = &a->filter, *fb = &b->filter;
    bool grouped = fa->group != 0 && fa->group == fb->group;
    if (!(a->radius + b->radius > 0.0)) {
        return false;
    }
    return grouped ? fa->group > 0
                   : (fa->category & b->meetMask) != 0 && (fb->category & a->meetMask) != 0;
}

/// What is too small to be squared counts as none.
static double squarable(double x)
{
    return crAbs(x) < 1e-100 ? 0.0 : x;
}

/// A as b sees it. Their order only turns the sign of all of it.
static CrPath relativePath(const CrFlights *f, uint32_t a, const CrFlights *g, uint32_t b,
                           double *frame)
{
    CrPath pathA = crFlightPath(f, a), pathB = crFlightPath(g, b);
    *frame = crMax(f->hot[a].start, g->hot[b].start);
    double tauA = *frame - f->hot[a].start, tauB = *frame - g->hot[b].start;
    CaromVec2 bend = crSub(pathA.a, pathB.a);
    return crPathMake(crSub(crPathPoint(&pathA, tauA), crPathPoint(&pathB, tauB)),
                      crSub(crPathVelocity(&pathA, tauA), crPathVelocity(&pathB, tauB)),
                      crVec(squarable(bend.x), squarable(bend.y)));
}

CrPath crPartnerRelativePath(const CrFlights *flights, uint32_t a, uint32_t b, double *frame)
{
    return relativePath(flights, a, flights, b, frame);
}

/// As far as a place at a time may be off.
static double doubtOf(const CrFlights *f, uint32_t i, double time, double reach)
{
    return 2.0 * (crPlaceTolerance(f->hot[i].place, reach) +
                  crPlaceTolerance(crFlightPlaceAt(f, i, time), reach));
}

/// Whether a meeting of the present legs has been. Meetings come in order of time, for one flight
/// among those at one time in order of the others; so what the flight of the younger leg has done
/// on that leg tells of all it could have met. (The older leg may have met others before there was
/// this pair, at the very time at which the younger one starts.)
static bool hasBeen(const CaromWorld *world, uint32_t a, uint32_t b, double time)
{
    const CrPartner *younger = partnerOf(world, a);
    uint32_t other = b;
    if (partnerOf(world, b)->leg > younger->leg) {
        younger = partnerOf(world, b);
        other = a;
    }
    return time != younger->passed ? time < younger->passed : other <= younger->passedOther;
}

/// Two flights, the first perhaps a ghost in a world of its own, which is `self` to the others, if
/// it is one of them at all. For ghosts what was up to the clock has been.
typedef struct Pair {
    const CaromWorld *mine, *world;
    uint32_t i, self, k;
} Pair;

static bool pairHasMet(const Pair *pair, double time)
{
    if (pair->mine == pair->world) {
        return hasBeen(pair->world, pair->i, pair->k, time);
    }
    return pair->self != CR_NONE && time <= pair->world->queryTime;
}

/// Whether these two ever meet.
static bool isPair(const Pair *pair)
{
    const CrFlights *f = &pair->mine->flights, *g = &pair->world->flights;
    return pair->self != pair->k && crModeMeets(g->hot[pair->k].mode) &&
           wantToMeet(&pair->mine->recipes[f->hot[pair->i].recipe].def,
                      &pair->world->recipes[g->hot[pair->k].recipe].def);
}

/// Whether a path surely keeps `gap` away from a disc around the origin for a time: it stays beyond
/// the disc's tangent across the way to the path's start. Most pairs do, and need no roots. A start
/// on the rim counts where the path leads away from there, and by more than rounding before it
/// bends back: less than that, and the roots have a say in when it is back.
static bool keepsClear(const CrPath *path, double gap, double span)
{
    double distance = crLength(path->p), away = crDot(path->v, path->p);
    double pull = path->curved ? crLength(path->a) : 0.0, bend = crDot(path->a, path->p);
    double slack = 1e-9 * distance * (crLength(path->v) + (path->curved ? pull * span : 0.0));
    double least = away + (bend < 0.0 ? 0.5 * bend * span : 0.0) - slack;
    bool leaves = least > 0.0 && away * away > 2e-9 * distance * distance * distance * pull;
    return gap > 0.0 && (leaves || gap * distance + least * span > 1e-9 * distance * distance);
}

/// The next meeting of a pair, the same whoever asks. One clearly after `until` may be left out.
static bool pairMeets(const Pair *pair, double until, double *time)
{
    const CrFlights *f = &pair->mine->flights, *g = &pair->world->flights;
    const CaromProjectileDef *defI = &pair->mine->recipes[f->hot[pair->i].recipe].def,
                             *defK = &pair->world->recipes[g->hot[pair->k].recipe].def;
    double frame, after = 0.0, reach = defI->radius + defK->radius;
    CrPath path = pair->self < pair->k ? relativePath(f, pair->i, g, pair->k, &frame)
                                       : relativePath(g, pair->k, f, pair->i, &frame);
    double gap = crLength(path.p) - reach;
    *time = frame;
    if (frame > until || keepsClear(&path, gap, until - frame)) {
        return false;
    }
    if (gap <= 0.0 && crDot(path.p, path.v) < 0.0 &&
        gap >= -doubtOf(f, pair->i, frame, reach) - doubtOf(g, pair->k, frame, reach) &&
        !pairHasMet(pair, frame)) {
        return true; // they start as near as rounding, and approach: at once
    }
    CrEdge disc = {crVec(0.0, 0.0), crVec(0.0, 0.0), reach, false};
    CrMeet meet;
    for (bool beyond = false; crPathMeets(&path, &disc, after, beyond, &meet); beyond = true) {
        *time = crMax(frame + meet.tau, frame);
        if (!pairHasMet(pair, *time)) {
            return true;
        }
        after = meet.tau;
    }
    return false;
}

/// Takes a meeting, if it is the first so far: at one time that with the lower other. One after
/// `until` may be left out.
static void consider(const Pair *pair, double until, CrAppointment *first)
{
    double time;
    if (pairMeets(pair, crMin(until, first->time), &time) &&
        (time < first->time || (time == first->time && pair->k < first->other))) {
        first->time = time;
        first->other = pair->k;
    }
}

// ---- horizons

/// How long a partner takes for a way.
static double spanOf(const CrPath *path, double way)
{
    double speed = crLength(path->v), acceleration = crLength(path->a);
    double most = speed + sqrt(speed * speed + 2.0 * acceleration * way);
    return most > 0.0 ? 2.0 * way / most : CR_NEVER;
}

/// [1/m] Boxes of partners are kept in units so small that the cells of crBoxes, of a metre at
/// least, suit discs of centimetres. A power of two moves no box.
#define UNITS 16.0

static CaromBox inUnits(CaromBox box)
{
    double most = 4.0 * CR_HUGE * UNITS; // it ends before it gets there
    CaromBox scaled = {
        {crClamp(box.min.x * UNITS, -most, most), crClamp(box.min.y * UNITS, -most, most)},
        {crClamp(box.max.x * UNITS, -most, most), crClamp(box.max.y * UNITS, -most, most)}};
    return scaled;
}

/// Lists it from a time on.
static void list(CaromWorld *world, uint32_t i, double from)
{
    const CrFlights *f = &world->flights;
    CrPartner *partner = partnerOf(world, i);
    double radius = world->recipes[f->hot[i].recipe].def.radius;
    CrPath path = crFlightPath(f, i);
    double tau = crFlightTau(f, i, from);
    CrPath rest = crPathMake(crPathPoint(&path, tau), crPathVelocity(&path, tau), path.a);
    double span = crMax(spanOf(&rest, partner->stretch), SHORTEST_SPAN);
    double slack = (crAbs(from) + 1e-3) * 0x1p-40; // so that it gets on, and covers its roundings
    partner->since = from;
    partner->horizon = span < CR_NEVER ? from + span + slack : CR_NEVER;
    double end = span < CR_NEVER ? tau + span + 2.0 * slack : tau;
    partner->box = inUnits(crPathSweptBox(&path, crMax(tau - slack, 0.0), end, radius));
    crBoxesInsert(&world->partners.boxes, i, partner->box); // there is room for all
    partner->listed = true;
}

/// Where it is as it is listed.
static CaromBox firstBox(const CaromWorld *world, uint32_t i)
{
    const CrFlights *f = &world->flights;
    CaromVec2 at = crFlightPlaceAt(f, i, partnerOf(world, i)->since);
    return inUnits(crBoxInflate(crBox(at, at), world->recipes[f->hot[i].recipe].def.radius));
}

/// Its next horizon is nearer where there are many on its way, farther where there are few. `near`:
/// those that cover where it is, which a nearer horizon would not shed. Where nothing but horizons
/// ends a leg, as in a crowd that flies along together, each look asks all of these in vain, so
/// there should be few looks.
static void learn(CaromWorld *world, CrPartner *partner, int ahead, int near)
{
    const CrFlight *hot = &world->flights.hot[partner->flight];
    double radius = world->recipes[hot->recipe].def.radius;
    int spared = partner->since > hot->start ? near : 0;
    double factor = ahead > MANY + spared ? 0.5 : ahead < FEW + spared / 2 ? 2.0 : 1.0;
    partner->stretch = crClamp(partner->stretch * factor, SHORTEST_STRETCH + 0.25 * radius,
                               LONGEST_STRETCH + radius);
    world->partners.stretch = partner->stretch;
}

/// Finds its first meeting before its horizon.
static void plan(CaromWorld *world, uint32_t i)
{
    CrPartner *partner = partnerOf(world, i);
    CrAppointment first = {CR_NEVER, CR_NONE};
    int ahead = 0, near = 0;
    CaromBox at = firstBox(world, i), itsBox;
    CrBoxesWalk walk;
    uint32_t other;
    crBoxesStart(&walk, &world->partners.boxes, partner->box);
    while (crBoxesNext(&walk, &other, &itsBox)) {
        Pair pair = {world, world, i, i, other};
        if (isPair(&pair)) {
            consider(&pair, partner->horizon, &first);
            near += crBoxOverlaps(itsBox, at);
            ahead += !crBoxOverlaps(itsBox, at);
        }
    }
    learn(world, partner, ahead, near);
    bool meets = first.time <= partner->horizon && first.other != CR_NONE;
    partner->due = meets ? first.time : partner->horizon;
    partner->other = meets ? first.other : CR_NONE;
    partner->otherLeg = meets ? partnerOf(world, first.other)->leg : 0;
    partner->planned = true;
}

/// Whether whom it planned to meet is still on the same leg.
static bool planStands(const CaromWorld *world, const CrPartner *partner)
{
    uint32_t k = partner->other;
    return partner->planned &&
           (k == CR_NONE || (crFlightLives(&world->flights, k) && crIsPartner(world, k) &&
                             partnerOf(world, k)->leg == partner->otherLeg));
}

CrAppointment crPartnerNext(CaromWorld *world, uint32_t i, double until)
{
    CrPartner *partner = partnerOf(world, i);
    if (partner->listed && partner->horizon < world->time) {
        unlist(world, partner); // it was alone for a while, and nobody looked on
    }
    if (!partner->listed) {
        list(world, i, crMax(crMax(world->flights.hot[i].start, world->time), partner->horizon));
    }
    bool later = partner->planned && partner->due > until; // nothing comes before what was planned
    if (!later && !planStands(world, partner)) {
        plan(world, i);
    }
    CrAppointment next = {partner->due, partner->other};
    return next;
}

void crPartnerLookOn(CaromWorld *world, uint32_t i)
{
    unlist(world, partnerOf(world, i));
}

static bool meetsOneOfAll(Pair pair, double until, CrAppointment *meeting)
{
    const CrPartners *partners = &pair.world->partners;
    meeting->time = CR_NEVER;
    meeting->other = CR_NONE;
    for (int k = 0; k < crArrayCount(partners->all); k++) {
        pair.k = partners->all[k].flight;
        if (isPair(&pair)) {
            consider(&pair, until, meeting);
        }
    }
    return meeting->other != CR_NONE && meeting->time <= until;
}

bool crFlightNextMeeting(const CaromWorld *world, uint32_t i, double until, CrAppointment *meeting)
{
    Pair pair = {world, world, i, i, CR_NONE};
    return meetsOneOfAll(pair, until, meeting);
}

bool crGhostNextMeeting(const CaromWorld *ghost, uint32_t i, const CaromWorld *original,
                        uint32_t self, double until, CrAppointment *meeting)
{
    Pair pair = {ghost, original, i, self, CR_NONE};
    return meetsOneOfAll(pair, until, meeting);
}
