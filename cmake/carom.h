// SPDX-License-Identifier: MIT
#include "world/carom.h"
