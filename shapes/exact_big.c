// SPDX-License-Identifier: MIT
// Every finite double is a whole multiple of 2^-1074. A sum of products of n such numbers is a
// whole multiple of 2^(-1074·n), so that its sign is that of a whole number. Numbers are a sign and
// limbs of 32 bits; sums and products are those of school. All terms of a sum have the same n.
#include "exact_big.h"

#include <stdint.h>
#include <string.h>

/// A double takes 2,098 bits, the largest product here four of them and the carries of its sums.
#define LIMBS 268

typedef struct Big {
    int sign;
    int count; ///< the last of so many limbs is not 0
    uint32_t limbs[LIMBS];
} Big;

typedef struct BigVec {
    Big x, y;
} BigVec;

// ---- whole numbers

static void trim(Big *a)
{
    while (a->count > 0 && a->limbs[a->count - 1] == 0) {
        a->count--;
    }
    a->sign = a->count == 0 ? 0 : a->sign;
}

/// x / 2^-1074
static void setDouble(Big *a, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int exponent = (int)(bits >> 52 & 0x7ff), shift = exponent > 0 ? exponent - 1 : 0;
    uint64_t mantissa = bits & 0xfffffffffffffu;
    mantissa |= exponent > 0 ? (uint64_t)1 << 52 : 0;
    int first = shift / 32, by = shift % 32;
    uint64_t low = (mantissa & 0xffffffffu) << by, high = (mantissa >> 32 << by) + (low >> 32);
    memset(a->limbs, 0, sizeof a->limbs[0] * (size_t)first);
    a->limbs[first] = (uint32_t)low;
    a->limbs[first + 1] = (uint32_t)high;
    a->limbs[first + 2] = (uint32_t)(high >> 32);
    a->count = first + 3;
    a->sign = x < 0.0 ? -1 : 1;
    trim(a);
}

static int compareSizes(const Big *a, const Big *b)
{
    int count = a->count;
    if (count != b->count) {
        return count < b->count ? -1 : 1;
    }
    while (count > 0 && a->limbs[count - 1] == b->limbs[count - 1]) {
        count--;
    }
    return count == 0 ? 0 : a->limbs[count - 1] < b->limbs[count - 1] ? -1 : 1;
}

static uint32_t limbOf(const Big *a, int i)
{
    return i < a->count ? a->limbs[i] : 0;
}

static void addSizes(Big *a, const Big *b)
{
    int count = a->count > b->count ? a->count : b->count;
    uint64_t carry = 0;
    for (int i = 0; i < count; i++) {
        carry += (uint64_t)limbOf(a, i) + limbOf(b, i);
        a->limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
    a->count = count;
    if (carry != 0) {
        CR_ASSERT(count < LIMBS);
        a->limbs[a->count++] = (uint32_t)carry;
    }
}

/// a = large − small, of sizes; a is one of both.
static void subtractSizes(Big *a, const Big *large, const Big *small)
{
    int count = large->count;
    uint32_t borrow = 0;
    for (int i = 0; i < count; i++) {
        uint64_t left = limbOf(large, i), right = (uint64_t)limbOf(small, i) + borrow;
        a->limbs[i] = (uint32_t)(left - right);
        borrow = left < right;
    }
    a->count = count;
    trim(a);
}

/// a += sign·b
static void accumulate(Big *a, const Big *b, int sign)
{
    sign *= b->sign;
    if (sign == 0) {
        return;
    }
    if (a->sign == 0 || a->sign == sign) {
        addSizes(a, b);
        a->sign = sign;
    } else if (compareSizes(a, b) >= 0) {
        subtractSizes(a, a, b);
    } else {
        a->sign = sign;
        subtractSizes(a, b, a);
    }
}

/// product = a·b; another number than both.
static void multiply(Big *product, const Big *a, const Big *b)
{
    CR_ASSERT(a->count + b->count <= LIMBS);
    product->sign = a->sign * b->sign;
    product->count = a->count + b->count;
    memset(product->limbs, 0, sizeof product->limbs[0] * (size_t)product->count);
    for (int i = 0; i < a->count; i++) {
        uint64_t carry = 0, factor = a->limbs[i];
        for (int j = 0; j < b->count && factor != 0; j++) {
            carry += factor * b->limbs[j] + product->limbs[i + j];
            product->limbs[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        product->limbs[i + b->count] += (uint32_t)carry;
    }
    trim(product);
}

/// sum += sign·a·b
static void addProduct(Big *sum, const Big *a, const Big *b, int sign)
{
    Big product;
    multiply(&product, a, b);
    accumulate(sum, &product, sign);
}

// ---- vectors

static void setSum(Big *a, double plus, double minus, double more)
{
    Big term;
    setDouble(a, plus);
    setDouble(&term, minus);
    accumulate(a, &term, -1);
    setDouble(&term, more);
    accumulate(a, &term, 1);
}

/// False where it is not finite.
static bool setVec(BigVec *v, const CrVecSum *sum)
{
    const CaromVec2 parts[3] = {sum->plus, sum->minus, sum->more};
    for (int k = 0; k < 3; k++) {
        if (!crFinite(parts[k].x) || !crFinite(parts[k].y)) {
            return false;
        }
    }
    setSum(&v->x, sum->plus.x, sum->minus.x, sum->more.x);
    setSum(&v->y, sum->plus.y, sum->minus.y, sum->more.y);
    return true;
}

static void setCross(Big *cross, const BigVec *u, const BigVec *v)
{
    multiply(cross, &u->x, &v->y);
    addProduct(cross, &u->y, &v->x, -1);
}

static void setSquare(Big *square, const BigVec *v)
{
    multiply(square, &v->x, &v->x);
    addProduct(square, &v->y, &v->y, 1);
}

// ---- signs

int crBigCrossSign(const CrVecSum *u, const CrVecSum *v)
{
    BigVec a, b;
    Big cross;
    if (!setVec(&a, u) || !setVec(&b, v)) {
        return 0;
    }
    setCross(&cross, &a, &b);
    return cross.sign;
}

int crBigCircleSide(const CrVecSum *v, double radius)
{
    BigVec a;
    Big r, square;
    if (!setVec(&a, v) || !crFinite(radius)) {
        return 0;
    }
    setDouble(&r, radius);
    setSquare(&square, &a);
    addProduct(&square, &r, &r, -1);
    return square.sign;
}

int crBigBandSide(const CrVecSum *u, const CrVecSum *m, double radius)
{
    BigVec a, b;
    Big r, cross, square, reach, sum;
    if (!setVec(&a, u) || !setVec(&b, m) || !crFinite(radius)) {
        return 0;
    }
    setDouble(&r, radius);
    setCross(&cross, &a, &b);
    multiply(&sum, &cross, &cross);
    setSquare(&square, &a);
    multiply(&reach, &r, &r);
    addProduct(&sum, &reach, &square, -1);
    return sum.sign;
}

int crBigCompareFractions(const CrVecSum *d, const CrVecSum u[2], const CrVecSum w[2])
{
    BigVec ray, a, b;
    Big over[2], under[2], sum;
    if (!setVec(&ray, d)) {
        return 0;
    }
    for (int k = 0; k < 2; k++) {
        if (!setVec(&a, &u[k]) || !setVec(&b, &w[k])) {
            return 0;
        }
        setCross(&over[k], &a, &b);
        setCross(&under[k], &a, &ray);
    }
    multiply(&sum, &over[0], &under[1]);
    addProduct(&sum, &over[1], &under[0], -1);
    return sum.sign * under[0].sign * under[1].sign;
}
