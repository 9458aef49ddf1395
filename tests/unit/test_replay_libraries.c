// What reading and writing a replay say when a library answers as it seldom does: no memory, a stream that stops, a value that
// it does not take though the scan before it did. The linker puts these in the place of the calls that our code makes.
// link: -Wl,--wrap=inflate,--wrap=inflateInit_,--wrap=compress2,--wrap=msgpack_unpack
#include <criterion/criterion.h>
#include <msgpack.h>
#include <string.h>
#include <zlib.h>

#include "real_games.h"
#include "replay_forge.h"

static real_bench bench;
static forge_bench forge;
static brs_str plain, packed;  // the same game; with a text that shrinks

enum { AS_EVER = 1000 };  // none of a library's answers
static int inflate_says, init_says, compress_says, unpack_says;
static bool inflate_is_mute, unpack_stops_early;
static brs_str other_body;  // what is compressed in the place of what was given

int __real_inflate(z_streamp z, int flush);
int __wrap_inflate(z_streamp z, int flush);
int __wrap_inflate(z_streamp z, int flush)
{
    const int status = __real_inflate(z, flush);
    z->msg = inflate_is_mute ? NULL : z->msg;
    return inflate_says == AS_EVER ? status : inflate_says;
}

int __real_inflateInit_(z_streamp z, const char *version, int size);
int __wrap_inflateInit_(z_streamp z, const char *version, int size);
int __wrap_inflateInit_(z_streamp z, const char *version, int size)
{
    return init_says == AS_EVER ? __real_inflateInit_(z, version, size) : init_says;
}

int __real_compress2(Bytef *to, uLongf *cap, const Bytef *from, uLong len, int level);
int __wrap_compress2(Bytef *to, uLongf *cap, const Bytef *from, uLong len, int level);
int __wrap_compress2(Bytef *to, uLongf *cap, const Bytef *from, uLong len, int level)
{
    const bool other = other_body.len == len;
    const int status = __real_compress2(to, cap, other ? (const Bytef *)other_body.ptr : from, len, level);
    return compress_says == AS_EVER ? status : compress_says;
}

msgpack_unpack_return __real_msgpack_unpack(const char *data, size_t len, size_t *at, msgpack_zone *zone, msgpack_object *out);
msgpack_unpack_return __wrap_msgpack_unpack(const char *data, size_t len, size_t *at, msgpack_zone *zone, msgpack_object *out);
msgpack_unpack_return __wrap_msgpack_unpack(const char *data, size_t len, size_t *at, msgpack_zone *zone, msgpack_object *out)
{
    const msgpack_unpack_return status = __real_msgpack_unpack(data, len, at, zone, out);
    *at -= unpack_stops_early;
    return unpack_says == AS_EVER ? status : (msgpack_unpack_return)unpack_says;
}

static void as_ever(void)
{
    inflate_says = init_says = compress_says = unpack_says = AS_EVER;
    inflate_is_mute = unpack_stops_early = false;
    other_body = (brs_str){NULL, 0};
}

static void open_bench(void)
{
    static const char text[] = "a text that shrinks, a text that shrinks, a text that shrinks, a text that shrinks, a text that shrinks";
    as_ever();
    real_open(&bench);
    brs_arena_init(&forge.arena, 0);
    brs_setup *setup = BRS_NEW(&bench.arena, brs_setup, 1);
    brs_replay *replay = BRS_NEW(&bench.arena, brs_replay, 1);
    real_setup(&bench, "rnr", 0, 5, setup);
    real_game(&bench, setup, 3, replay);
    plain = real_encode(&bench, replay);
    replay->card_text = BRS_STR(text);
    packed = real_encode(&bench, replay);
    cr_assert(plain.ptr[9] == 0 && packed.ptr[9] == 1, "one is stored, one compressed");
}

static void close_bench(void)
{
    brs_arena_release(&forge.arena);
    brs_arena_release(&bench.arena);
}

TestSuite(replay_libraries, .init = open_bench, .fini = close_bench);

static void refused(brs_str file, brs_code code, const char *words)
{
    brs_replay replay;
    brs_err err = BRS_ERR_NONE;
    const bool ok = brs_replay_decode(file, &forge.arena, &replay, &err);
    as_ever();
    cr_expect(!ok, "accepted, not refused for \"%s\"", words);
    cr_expect_eq(err.code, code, "\"%s\" is %s", words, brs_code_name(err.code));
    cr_expect_not_null(strstr(err.msg, words), "\"%s\" does not say \"%s\"", err.msg, words);
    cr_expect(brs_replay_decode(file, &forge.arena, &replay, &(brs_err){.offset = -1}), "the file is good");
}

// No memory is our side: try again (75). A stream that stops without a word is cut off, an error without a reason no stream.
Test(replay_libraries, what_zlib_answers_is_told)
{
    init_says = Z_MEM_ERROR;
    refused(packed, BRS_RETRY, "no memory to inflate the body");
    inflate_says = Z_MEM_ERROR;
    refused(packed, BRS_RETRY, "the body is not a zlib stream");
    inflate_says = Z_DATA_ERROR;
    inflate_is_mute = true;
    refused(packed, BRS_NOT_CANONICAL, "the body is not a zlib stream");
    inflate_says = Z_OK;
    refused(packed, BRS_TRUNCATED, "the zlib stream of the body is cut off");
    inflate_says = Z_BUF_ERROR;
    refused(packed, BRS_TRUNCATED, "the zlib stream of the body is cut off");
}

Test(replay_libraries, what_msgpack_answers_is_told)
{
    unpack_says = MSGPACK_UNPACK_NOMEM_ERROR;
    refused(plain, BRS_RETRY, "no memory to read it");
    unpack_says = MSGPACK_UNPACK_PARSE_ERROR;
    refused(plain, BRS_NOT_CANONICAL, "not a MessagePack value");
    unpack_says = MSGPACK_UNPACK_CONTINUE;
    refused(plain, BRS_NOT_CANONICAL, "not a MessagePack value");
    unpack_stops_early = true;
    refused(plain, BRS_NOT_CANONICAL, "not a MessagePack value");
}

// The same game is the same bytes: without memory to compress it there is no file, not another one.
Test(replay_libraries, a_body_that_cannot_be_compressed_for_want_of_memory_is_not_stored)
{
    jmp_buf boundary;
    volatile bool wrote = false;
    forge.arena.boundary = &boundary;
    compress_says = Z_MEM_ERROR;
    if (setjmp(boundary) == 0) {
        replay_close_container(forge_body(&forge, packed), &forge.arena);
        wrote = true;
    }
    forge.arena.boundary = NULL;
    cr_expect_not(wrote);
}

Test(replay_libraries, what_does_not_compress_is_stored)
{
    const brs_str body = forge_body(&forge, packed);
    compress_says = Z_BUF_ERROR;
    const brs_str file = replay_close_container(body, &forge.arena);
    as_ever();
    cr_expect_eq(file.ptr[9], 0);
    cr_expect(str_equal(forge_body(&forge, file), body));
    cr_expect_eq(replay_close_container(body, &forge.arena).ptr[9], 1);
}

// What is written is read again before anybody gets it: a file that holds another game is an error, not a file.
Test(replay_libraries, what_does_not_read_back_as_it_was_is_not_written)
{
    brs_replay replay;
    brs_err err = BRS_ERR_NONE;
    brs_str file;
    cr_assert(brs_replay_decode(packed, &forge.arena, &replay, &err), "%s", err.msg);
    other_body = forge_body(&forge, packed);
    char *other = brs_arena_string(&forge.arena, replay.card_text);
    other[0] = 'b';
    replay.card_text.ptr = other;
    cr_expect_not(brs_replay_encode(&replay, &forge.arena, &file, &err));
    cr_expect_eq(err.code, BRS_NOT_CANONICAL);
    cr_expect_not_null(strstr(err.msg, "the replay does not read back as it was"), "%s", err.msg);
    as_ever();
    err = BRS_ERR_NONE;
    cr_expect(brs_replay_encode(&replay, &forge.arena, &file, &err), "%s", err.msg);
}
