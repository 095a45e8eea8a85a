// SPDX-License-Identifier: MIT
// CR_HAS_SIZE(type, size): does not compile where a structure has another size than it had when the
// lists of its fields were last looked through. On machines with pointers of 64 bits; elsewhere
// there is no such macro.
#ifndef CAROM_WORLD_CORE_LAYOUT_H
#define CAROM_WORLD_CORE_LAYOUT_H

#include <stdint.h>

#if UINTPTR_MAX == UINT64_MAX
#define CR_HAS_SIZE(type, size) typedef char type##Has##size##Bytes[sizeof(type) == (size) ? 1 : -1]
#endif

#endif
