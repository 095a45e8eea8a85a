// SPDX-License-Identifier: MIT
#include "world/api/carom.h"
