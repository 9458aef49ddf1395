// Reads JSON text of strangers into a tree: strict (RFC 8259), no duplicate names, whole numbers only,
// at most 16 levels.
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "broadside/arena.h"
#include "broadside/error.h"
#include "broadside/types.h"

typedef enum { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_TEXT, JSON_LIST, JSON_OBJECT } json_kind;

typedef struct json_value {
    json_kind kind;
    int64_t number;            // of a number; 0 or 1 of a truth value
    brs_str text;              // of a text, unescaped
    brs_str name;              // of a member of an object
    struct json_value *first;  // of a list or object
    struct json_value *next;   // beside it
    int count;                 // of a list or object
    int line, col;             // where it begins
} json_value;

// Reads one value that fills the text; what it points at lives in the arena. Errors carry line and column.
bool json_read(brs_str text, brs_arena *arena, json_value *out, brs_err *err);

// A member of an object, NULL: there is none (or it is no object).
const json_value *json_member(const json_value *object, const char *name);

#endif
