#include "site_zip.h"

#include <minizip/zip.h>
#include <string.h>

// ---- a buffer as minizip's file ---------------------------------------------------------------------

static voidpf open_buffer(voidpf ctx, const void *name, int mode)
{
    (void)name;
    (void)mode;
    return ctx;
}

static uLong read_buffer(voidpf ctx, voidpf stream, void *to, uLong len)
{
    site_zip *z = ctx;
    (void)stream;
    const size_t left = z->out->len - z->at, count = len < left ? len : left;
    memcpy(to, z->out->ptr + z->at, count);
    z->at += count;
    return count;
}

// It goes back to fill in sizes.
static uLong write_buffer(voidpf ctx, voidpf stream, const void *from, uLong len)
{
    site_zip *z = ctx;
    (void)stream;
    const size_t over = z->at + len > z->out->len ? z->at + len - z->out->len : 0;
    buf_room(z->out, over);
    memcpy(z->out->ptr + z->at, from, len);
    z->out->len += over;
    z->at += len;
    return len;
}

static ZPOS64_T tell_buffer(voidpf ctx, voidpf stream)
{
    (void)stream;
    return ((site_zip *)ctx)->at;
}

static long seek_buffer(voidpf ctx, voidpf stream, ZPOS64_T offset, int origin)
{
    site_zip *z = ctx;
    (void)stream;
    const size_t base = origin == ZLIB_FILEFUNC_SEEK_SET ? 0 : origin == ZLIB_FILEFUNC_SEEK_CUR ? z->at : z->out->len;
    if (base + offset > z->out->len) {
        return -1;
    }
    z->at = base + (size_t)offset;
    return 0;
}

static int close_buffer(voidpf ctx, voidpf stream)
{
    (void)ctx;
    (void)stream;
    return 0;
}

// ---- files in it --------------------------------------------------------------------------------------

static bool fail(brs_err *err)
{
    return brs_fail(err, BRS_RETRY, "minizip could not write the zip file");
}

bool site_zip_begin(site_zip *zip, brs_buf *out, brs_err *err)
{
    *zip = (site_zip){.out = out};
    zlib_filefunc64_def buffer = {.zopen64_file = open_buffer, .zread_file = read_buffer, .zwrite_file = write_buffer,
                                  .ztell64_file = tell_buffer, .zseek64_file = seek_buffer, .zclose_file = close_buffer,
                                  .zerror_file = close_buffer, .opaque = zip};
    zip->zip = zipOpen2_64("", APPEND_STATUS_CREATE, NULL, &buffer);
    return zip->zip != NULL || fail(err);
}

// minizip writes the header of a file for the list at the end into what malloc gave it without a look. More than that is had
// and given back just before, so that there is room; where there is none the program ends here, as it does elsewhere.
static void be_sure_of_room(void)
{
    brs_arena room;
    brs_arena_init(&room, 0);
    brs_arena_alloc(&room, 1024, 1);
    brs_arena_release(&room);
}

bool site_zip_add(site_zip *zip, const char *name, brs_str bytes, bool stored, brs_err *err)
{
    enum { FIRST_DAY = 1 << 21 | 1 << 16, UTF8_NAME = 1 << 11, BLOCK = 1 << 30 };
    const zip_fileinfo info = {.dosDate = FIRST_DAY};
    be_sure_of_room();
    bool ok = zipOpenNewFileInZip4(zip->zip, name, &info, NULL, 0, NULL, 0, NULL, stored ? 0 : Z_DEFLATED, Z_DEFAULT_COMPRESSION, 0,
                                   -MAX_WBITS, DEF_MEM_LEVEL, Z_DEFAULT_STRATEGY, NULL, 0, 0, UTF8_NAME) == ZIP_OK;
    for (size_t at = 0; ok && at < bytes.len; at += BLOCK) {
        const size_t left = bytes.len - at;
        ok = zipWriteInFileInZip(zip->zip, bytes.ptr + at, (unsigned)(left < BLOCK ? left : BLOCK)) == ZIP_OK;
    }
    return (ok && zipCloseFileInZip(zip->zip) == ZIP_OK) || fail(err);
}

bool site_zip_end(site_zip *zip, brs_err *err)
{
    return zipClose(zip->zip, NULL) == ZIP_OK || fail(err);
}
