// The bump allocator: the only malloc outside the two library adapters.
#include "broadside/arena.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

struct brs_arena_block {
    brs_arena_block *older;
    size_t used, size;
    size_t dirty; // bytes that were handed out before the last reset; those behind are zero, and perhaps never touched
    max_align_t bytes[];
};

enum { FIRST_BLOCK = 64 * 1024 };

void brs_arena_init(brs_arena *arena, size_t limit)
{
    *arena = (brs_arena){.limit = limit};
}

void memory_is_out(brs_arena *arena)
{
    if (arena != NULL && arena->boundary != NULL) {
        longjmp(*arena->boundary, 1);
    }
    fputs("broadside: out of memory; close other programs or use a smaller input\n", stderr);
    exit(75);
}

static void add_block(brs_arena *arena, size_t need)
{
    size_t size = arena->blocks == NULL ? FIRST_BLOCK : arena->blocks->size * 2;
    if (size > (size_t)64 << 20) {
        size = (size_t)64 << 20;
    }
    if (size < need) {
        size = need;
    }
    brs_arena_block *block = calloc(1, sizeof *block + size);
    if (block == NULL) {
        memory_is_out(arena);
    }
    *block = (brs_arena_block){.older = arena->blocks, .size = size};
    arena->blocks = block;
}

// Room for the object; *dirty: how many bytes of it may not be zero.
static void *take(brs_arena *arena, size_t count, size_t size, size_t *dirty)
{
    const size_t align = sizeof(max_align_t);
    if (size != 0 && count > (SIZE_MAX / 2 - align) / size) {
        memory_is_out(arena);
    }
    size_t need = (count * size + align - 1) / align * align;
    if (arena->limit != 0 && need > arena->limit - arena->used) {
        memory_is_out(arena);
    }
    if (arena->blocks == NULL || arena->blocks->size - arena->blocks->used < need) {
        add_block(arena, need);
    }
    brs_arena_block *block = arena->blocks;
    void *place = (char *)block->bytes + block->used;
    *dirty = block->dirty <= block->used ? 0 : block->dirty - block->used < need ? block->dirty - block->used : need;
    block->used += need;
    arena->used += need;
    return place;
}

void *brs_arena_alloc(brs_arena *arena, size_t count, size_t size)
{
    size_t dirty;
    void *place = take(arena, count, size, &dirty);
    return dirty > 0 ? memset(place, 0, dirty) : place;
}

void *memory_raw(brs_arena *arena, size_t bytes)
{
    size_t dirty;
    return take(arena, bytes, 1, &dirty);
}

char *brs_arena_string(brs_arena *arena, brs_str text)
{
    char *copy = memory_raw(arena, text.len + 1);
    if (text.len > 0) {
        memcpy(copy, text.ptr, text.len);
    }
    copy[text.len] = '\0';
    return copy;
}

static void free_down_to(brs_arena *arena, brs_arena_block *keep)
{
    while (arena->blocks != keep) {
        brs_arena_block *older = arena->blocks->older;
        free(arena->blocks);
        arena->blocks = older;
    }
}

void brs_arena_reset(brs_arena *arena)
{
    brs_arena_block *newest = arena->blocks;
    if (newest != NULL) {
        brs_arena_block *rest = newest->older;
        const size_t dirty = newest->used > newest->dirty ? newest->used : newest->dirty;
        *newest = (brs_arena_block){.size = newest->size, .dirty = dirty};
        arena->blocks = rest;
        free_down_to(arena, NULL);
        arena->blocks = newest;
    }
    arena->used = 0;
}

void brs_arena_release(brs_arena *arena)
{
    free_down_to(arena, NULL);
    arena->used = 0;
}

void memory_give_back(void)
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
