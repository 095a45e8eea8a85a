// SPDX-License-Identifier: MIT
#include "rollback.h"

#include <stdlib.h>
#include <string.h>

#define INPUTS (AHEAD + INPUT_DELAY + 2) // in a packet, at most
#define MARK 0xca503a01u // of a packet; it also tells the order of bytes and the version

/// Both sides are the same program on machines with the same order of bytes, so it is sent as it
/// is.
typedef struct Packet {
    uint32_t mark;
    int32_t player;
    int32_t known;              ///< the sender knows your inputs of all ticks below
    int32_t firstInput, inputs; ///< ticks of its own inputs
    int32_t firstHash, hashes;  ///< settled ticks
    Input input[INPUTS];
    uint64_t hash[CHECKED][PARTS];
} Packet;

bool rollbackBegin(Rollback *side, int me, int ports, LinkWeather weather, int cheat)
{
    memset(side, 0, sizeof *side);
    side->me = me;
    side->other = 1 - me;
    side->cheat = cheat;
    side->desync = -1;
    side->known[me] = INPUT_DELAY; // nothing is done in the first ticks
    return linkOpen(&side->link, ports + me, ports + 1 - me, weather) && gameBegin(&side->game);
}

void rollbackEnd(Rollback *side)
{
    linkClose(&side->link);
    caromWorldDestroy(side->game.world);
    for (int i = 0; i < RING; i++)
        free(side->saves[i].state);
}

int rollbackSettled(const Rollback *side)
{
    int known = side->known[side->other]; // its own inputs are known ahead
    return known < side->game.tick ? known : side->game.tick;
}

/// The truth, or the guess that the other one goes on with what he last did.
static Input inputOf(const Rollback *side, int player, int tick)
{
    const Input none = {0};
    int last = side->known[player] - 1;
    int at = tick < last ? tick : last;
    return at < 0 ? none : side->inputs[player][at % RING];
}

static bool playTick(Rollback *side)
{
    int tick = side->game.tick;
    const Input inputs[PLAYERS] = {inputOf(side, 0, tick), inputOf(side, 1, tick)};
    if (!gameSave(&side->game, &side->saves[tick % RING]))
        return false;
    side->inputs[side->other][tick % RING] = inputs[side->other]; // to compare with the truth
    if (tick == side->cheat) // as a fault would do it: a little push
        caromBodyApplyLinearImpulseToCenter(side->game.world, side->game.crates[0],
                                            caromVec2(1e-3, 0));
    gameTick(&side->game, inputs);
    gameHashes(&side->game, side->hashes[tick % RING]);
    return true;
}

static bool playAgain(Rollback *side, int from)
{
    int until = side->game.tick;
    if (!gameRestore(&side->game, &side->saves[from % RING]))
        return false;
    side->rollbacks++;
    side->deepest = until - from > side->deepest ? until - from : side->deepest;
    while (side->game.tick < until)
        if (!playTick(side))
            return false;
    return true;
}

/// Takes the truth from a packet. Returns the first tick whose guess was wrong, or `wrong`.
static int takeInputs(Rollback *side, const Packet *packet, int wrong)
{
    for (int i = 0; i < packet->inputs; i++) {
        int tick = packet->firstInput + i;
        Input *place = &side->inputs[side->other][tick % RING];
        if (tick != side->known[side->other] || tick > side->game.tick + RING / 2)
            continue; // known already, or too early
        if (tick < wrong && memcmp(place, &packet->input[i], sizeof *place) != 0)
            wrong = tick;
        *place = packet->input[i];
        side->known[side->other]++;
    }
    if (packet->known > side->needed)
        side->needed = packet->known;
    return wrong;
}

static void compareHashes(Rollback *side, const Packet *packet)
{
    for (int i = 0; i < packet->hashes && side->desync < 0; i++) {
        int tick = packet->firstHash + i;
        if (tick >= rollbackSettled(side) || tick < side->game.tick - RING + 1)
            continue;
        for (int part = 0; part < PARTS; part++)
            if (side->hashes[tick % RING][part] != packet->hash[i][part])
                side->differs |= 1u << part;
        if (side->differs)
            side->desync = tick;
    }
}

static bool isSound(const Rollback *side, const Packet *packet, size_t size)
{
    return size == sizeof *packet && packet->mark == MARK && packet->player == side->other &&
           packet->inputs >= 0 && packet->inputs <= INPUTS && packet->firstInput >= 0 &&
           packet->hashes >= 0 && packet->hashes <= CHECKED && packet->firstHash >= 0;
}

static bool receive(Rollback *side)
{
    Packet packet, last = {0};
    int wrong = side->game.tick;
    side->unheard++;
    for (size_t size; (size = linkReceive(&side->link, &packet, sizeof packet)) > 0;) {
        if (!isSound(side, &packet, size))
            continue;
        side->unheard = 0;
        wrong = takeInputs(side, &packet, wrong);
        if (packet.firstHash + packet.hashes > last.firstHash + last.hashes)
            last = packet;
    }
    if (wrong < side->game.tick && !playAgain(side, wrong))
        return false;
    compareHashes(side, &last);
    return true;
}

static void send(Rollback *side)
{
    Packet packet = {.mark = MARK, .player = side->me, .known = side->known[side->other]};
    int settled = rollbackSettled(side);
    packet.firstInput = side->needed;
    for (int tick = side->needed; tick < side->known[side->me] && packet.inputs < INPUTS; tick++)
        packet.input[packet.inputs++] = side->inputs[side->me][tick % RING];
    packet.firstHash = settled > CHECKED ? settled - CHECKED : 0;
    for (int tick = packet.firstHash; tick < settled; tick++)
        memcpy(packet.hash[packet.hashes++], side->hashes[tick % RING], sizeof packet.hash[0]);
    linkSend(&side->link, &packet, sizeof packet);
    linkFrame(&side->link);
}

bool rollbackFrame(Rollback *side, Input mine, int last)
{
    if (!receive(side))
        return false;
    bool waits = side->game.tick - side->known[side->other] >= AHEAD ||
                 side->known[side->me] - side->needed > AHEAD + INPUT_DELAY;
    if (!waits && side->game.tick < last) {
        side->inputs[side->me][side->known[side->me]++ % RING] = mine;
        if (!playTick(side))
            return false;
    }
    send(side);
    return true;
}
