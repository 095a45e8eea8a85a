// SPDX-License-Identifier: MIT
#include "drag.h"

#include "../shapes/exp.h"

/// Below 1/4 by its series, cut where the next term is below 2^-56.
double crMeanDecay(double x)
{
    if (x >= 0.25) {
        return (1.0 - crExp(-x)) / x;
    }
    double sum = 1.0;
    for (int n = 13; n >= 2; n--) {
        sum = 1.0 - sum * x / n;
    }
    return sum;
}

/// The speed s in the middle: s·(1 + (k + c·s)·h/2) = |v + a·h/2|.
static double middleSpeed(const CrDrag *drag, CaromVec2 velocity, CaromVec2 acceleration, double h)
{
    double free = crLength(crAddScaled(velocity, acceleration, 0.5 * h));
    double linear = 1.0 + 0.5 * drag->linear * h;
    return 2.0 * free / (linear + sqrt(linear * linear + 2.0 * drag->quadratic * h * free));
}

CaromVec2 crDragAcceleration(const CrDrag *drag, CaromVec2 velocity, CaromVec2 acceleration,
                             double duration)
{
    double rate = drag->linear;
    if (drag->quadratic > 0.0) {
        rate += drag->quadratic * middleSpeed(drag, velocity, acceleration, duration);
    }
    CaromVec2 now = crAddScaled(acceleration, velocity, -rate);
    return crScale(now, crMeanDecay(rate * duration));
}

double crDragDeceleration(const CrDrag *drag, double ground, double speed, double duration)
{
    double rate = drag->linear;
    if (drag->quadratic > 0.0) {
        double slower = crMax(speed - 0.5 * duration * ground, 0.0);
        rate += drag->quadratic * middleSpeed(drag, crVec(slower, 0.0), crVec(0.0, 0.0), duration);
    }
    double mean = (ground + rate * speed) * crMeanDecay(rate * duration);
    return mean * duration < speed ? mean : ground + 0.5 * rate * speed;
}
