// Zip files whose bytes depend on what is put in and in which order, and on nothing else (one version of zlib).
#ifndef SITE_ZIP_H
#define SITE_ZIP_H

#include "broadside/error.h"
#include "buf.h"

typedef struct {
    void *zip;     // minizip's
    brs_buf *out;
    size_t at;
} site_zip;

// Begins one in `out`, which is empty.
bool site_zip_begin(site_zip *zip, brs_buf *out, brs_err *err);

// Adds a file; its date is the first that a zip can have. stored: not compressed.
bool site_zip_add(site_zip *zip, const char *name, brs_str bytes, bool stored, brs_err *err);

// Ends it, whatever came before. False: not all of it could be written.
bool site_zip_end(site_zip *zip, brs_err *err);

#endif
