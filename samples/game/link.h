// SPDX-License-Identifier: MIT
// Datagrams to the other side, by UDP over the loopback. What is sent can be kept back and lost on
// purpose, as a real way does it.
#ifndef CAROM_GAME_LINK_H
#define CAROM_GAME_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LINK_SIZE 1200 // [B] of a datagram, at most
#define LINK_WAITING 64

typedef struct LinkWeather {
    int delay,
        jitter; ///< [frames] kept back for delay .. delay + jitter: so they overtake each other
    int loss;   ///< [%] of datagrams that never arrive
} LinkWeather;

typedef struct Link {
    int socket, toPort, frame;
    LinkWeather weather;
    uint32_t random;
    struct {
        int due; ///< frame at which it goes out
        size_t size;
        unsigned char bytes[LINK_SIZE];
    } waiting[LINK_WAITING];
    int count;
} Link;

bool linkOpen(Link *link, int fromPort, int toPort, LinkWeather weather);
void linkSend(Link *link, const void *bytes, size_t size);
size_t linkReceive(Link *link, void *bytes, size_t capacity); ///< 0: nothing has arrived
void linkFrame(Link *link);                                   ///< sends what is due
void linkClose(Link *link);

#endif
