// What all that asks for memory does when there is none: an arena without a boundary, and libraries on our behalf.
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include "broadside/arena.h"

// Goes to the boundary of the arena; where there is none (arena NULL: never) it says so and ends the program with 75,
// for a partial result would be worse.
_Noreturn void memory_is_out(brs_arena *arena);

// Bytes that nobody zeroed, for those who write before they read: no more than they write is touched.
void *memory_raw(brs_arena *arena, size_t bytes);

// Gives what was freed, of which the C library keeps some megabytes for later, back to the system: after a stage that needed
// more than those behind it, so that the stages do not add up.
void memory_give_back(void);

#endif
