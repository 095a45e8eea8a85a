// SPDX-License-Identifier: MIT
// libFuzzer's door to the target that FUZZ_TARGET names.
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    return FUZZ_TARGET(bytes, size);
}
