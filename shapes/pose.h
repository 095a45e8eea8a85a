// SPDX-License-Identifier: MIT
// Where something stands that was baked in one place and has turned and moved since: first turned
// about a pivot, then moved by an offset. Whoever asks about it goes over into its own frame, where
// its points are as they were baked, to the bit.
#ifndef CAROM_SHAPES_POSE_H
#define CAROM_SHAPES_POSE_H

#include "inline.h"

typedef struct CrPose {
    CaromVec2 pivot, offset;
    CaromRotation turn;
    bool turned; ///< false: not at all, and points are only moved
} CrPose;

/// An angle of 0 turns nothing, not even by a rounding.
static inline CrPose crPose(CaromVec2 pivot, CaromVec2 offset, double angle)
{
    CrPose pose = {pivot, offset, {1.0, 0.0}, angle != 0.0};
    if (pose.turned) {
        pose.turn = caromRotation(angle);
    }
    return pose;
}

/// A direction, from the frame of what has moved into the world.
static inline CaromVec2 crPoseTurn(const CrPose *pose, CaromVec2 v)
{
    return pose->turned ? crRotate(pose->turn, v) : v;
}

/// And back.
static inline CaromVec2 crPoseTurnBack(const CrPose *pose, CaromVec2 v)
{
    return pose->turned ? crRotateBack(pose->turn, v) : v;
}

/// A point that is turned, but not moved.
static inline CaromVec2 crPoseTurnPoint(const CrPose *pose, CaromVec2 p)
{
    return pose->turned ? crAdd(crRotate(pose->turn, crSub(p, pose->pivot)), pose->pivot) : p;
}

/// And back.
static inline CaromVec2 crPoseTurnPointBack(const CrPose *pose, CaromVec2 p)
{
    return pose->turned ? crAdd(crRotateBack(pose->turn, crSub(p, pose->pivot)), pose->pivot) : p;
}

static inline CaromVec2 crPoseToWorld(const CrPose *pose, CaromVec2 local)
{
    return crAdd(crPoseTurnPoint(pose, local), pose->offset);
}

static inline CaromVec2 crPoseToLocal(const CrPose *pose, CaromVec2 world)
{
    return crPoseTurnPointBack(pose, crSub(world, pose->offset));
}

/// The same for a game: local points, transformed by it, are where they stand.
static inline CaromTransform crPoseTransform(const CrPose *pose)
{
    CaromTransform transform = {pose->offset, pose->turn, {1.0, 1.0}};
    if (pose->turned) {
        transform.position =
            crAdd(crSub(pose->pivot, crRotate(pose->turn, pose->pivot)), pose->offset);
    }
    return transform;
}

#endif
