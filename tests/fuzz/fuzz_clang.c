// The same targets and mutator under clang's libFuzzer, which keeps what reaches new code. The target is named by
// the variable FUZZ_TARGET.
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *data, size_t size, const uint8_t *other, size_t other_size, uint8_t *out,
                                 size_t most, unsigned seed);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fuzz_bench *bench;
    static const fuzz_target *target;
    if (bench == NULL) {
        const char *name = getenv("FUZZ_TARGET");
        target = name != NULL ? fuzz_find(name) : NULL;
        if (target == NULL) {
            exit(2);
        }
        bench = fuzz_open();
    }
    fuzz_run(bench, target, (brs_str){(const char *)data, size});
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    fuzz_dice dice = {seed};
    return fuzz_mutate(data, size, most, (brs_str){"", 0}, &dice);
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *data, size_t size, const uint8_t *other, size_t other_size, uint8_t *out,
                                 size_t most, unsigned seed)
{
    fuzz_dice dice = {seed};
    size = size < most ? size : most;
    memcpy(out, data, size);
    return fuzz_mutate(out, size, most, (brs_str){(const char *)other, other_size}, &dice);
}
