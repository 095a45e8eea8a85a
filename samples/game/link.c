// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE // sockets, beside C11
#include "link.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>
#include <string.h>

static struct sockaddr_in loopback(int port)
{
    struct sockaddr_in address;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons((uint16_t)port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

bool linkOpen(Link *link, int fromPort, int toPort, LinkWeather weather)
{
    struct sockaddr_in address = loopback(fromPort);
    memset(link, 0, sizeof *link);
    link->socket = socket(AF_INET, SOCK_DGRAM, 0);
    link->toPort = toPort;
    link->weather = weather;
    link->random = (uint32_t)fromPort;
    return link->socket >= 0 && fcntl(link->socket, F_SETFL, O_NONBLOCK) == 0 &&
           bind(link->socket, (struct sockaddr *)&address, sizeof address) == 0;
}

static int dice(Link *link, int sides) // Marsaglia, "Xorshift RNGs" (2003)
{
    link->random ^= link->random << 13;
    link->random ^= link->random >> 17;
    link->random ^= link->random << 5;
    return (int)(link->random % (uint32_t)sides);
}

void linkSend(Link *link, const void *bytes, size_t size)
{
    if (size > LINK_SIZE || link->count == LINK_WAITING || dice(link, 100) < link->weather.loss)
        return;
    int late = link->weather.delay + dice(link, link->weather.jitter + 1);
    link->waiting[link->count].due = link->frame + late;
    link->waiting[link->count].size = size;
    memcpy(link->waiting[link->count++].bytes, bytes, size);
}

void linkFrame(Link *link)
{
    struct sockaddr_in to = loopback(link->toPort);
    int kept = 0;
    for (int i = 0; i < link->count; i++) {
        if (link->waiting[i].due > link->frame)
            link->waiting[kept++] = link->waiting[i];
        else // a datagram that can't be sent is lost, as others are
            (void)sendto(link->socket, link->waiting[i].bytes, link->waiting[i].size, 0,
                         (struct sockaddr *)&to, sizeof to);
    }
    link->count = kept;
    link->frame++;
}

size_t linkReceive(Link *link, void *bytes, size_t capacity)
{
    ssize_t size = recv(link->socket, bytes, capacity, 0);
    return size > 0 ? (size_t)size : 0;
}

void linkClose(Link *link)
{
    close(link->socket);
}
