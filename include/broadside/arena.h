// A bump allocator: everything allocated from an arena lives until it is reset.
//
// Nobody frees single objects. When an arena reaches its limit or the system has no
// memory, it jumps to the boundary that the caller set with BRS_ARENA_TRY; without
// a boundary the program ends with status 75. Memory is zeroed.
#ifndef BROADSIDE_ARENA_H
#define BROADSIDE_ARENA_H

#include <setjmp.h>

#include "broadside/types.h"

BRS_C_BEGIN

typedef struct brs_arena_block brs_arena_block;

typedef struct {
    brs_arena_block *blocks;  // newest first
    size_t used, limit;       // bytes handed out, and the most there may be (0: no limit)
    jmp_buf *boundary;        // where to go when memory is out
} brs_arena;

// An empty arena. `limit` bytes at most, 0 for no limit. Allocates nothing yet.
void brs_arena_init(brs_arena *arena, size_t limit);

// `count` objects of `size` bytes, zeroed, aligned for any type. Never NULL.
void *brs_arena_alloc(brs_arena *arena, size_t count, size_t size);

// A NUL-terminated copy of a slice.
char *brs_arena_string(brs_arena *arena, brs_str text);

// Forgets everything; keeps the newest block for reuse.
void brs_arena_reset(brs_arena *arena);

// Gives all memory back to the system. The arena may be used again.
void brs_arena_release(brs_arena *arena);

// BRS_NEW(arena, brs_event, 16): a typed, zeroed array.
#define BRS_NEW(arena, type, count) ((type *)brs_arena_alloc((arena), (count), sizeof(type)))

// if (BRS_ARENA_TRY(arena, boundary)) { ... } else { out of memory }
#define BRS_ARENA_TRY(arena, env) ((arena)->boundary = &(env), setjmp(env) == 0)

BRS_C_END

#endif
