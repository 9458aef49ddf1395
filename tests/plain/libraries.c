// MemorySanitizer does not see into libraries that were not built with it, and takes what they write for unset. These
// stand between us and them (ld --wrap) and say what each call has written; an unset byte that we hand over is still found.
#include <msgpack.h>
#include <sanitizer/msan_interface.h>
#include <sha2.h>
#include <sys/stat.h>
#include <xxhash.h>
#include <zlib.h>

msgpack_unpack_return __real_msgpack_unpack(const char *data, size_t len, size_t *off, msgpack_zone *zone, msgpack_object *result);
int __real_msgpack_pack_object(msgpack_packer *pk, msgpack_object o);
int __real_inflateInit_(z_streamp z, const char *version, int size);
int __real_inflate(z_streamp z, int flush);
int __real_deflate(z_streamp z, int flush);
int __real_fstat64(int fd, struct stat *info);
int __real_compress2(Bytef *dest, uLongf *dest_len, const Bytef *source, uLong source_len, int level);
uLong __real_compressBound(uLong len);
uLong __real_crc32(uLong crc, const Bytef *bytes, uInt len);
void __real_SHA256Init(SHA2_CTX *context);
void __real_SHA256Update(SHA2_CTX *context, const uint8_t *bytes, size_t len);
void __real_SHA256Final(uint8_t digest[SHA256_DIGEST_LENGTH], SHA2_CTX *context);
XXH64_hash_t __real_XXH3_64bits(const void *bytes, size_t len);

static void wrote_object(const msgpack_object *o)
{
    __msan_unpoison(o, sizeof *o);
    if (o->type == MSGPACK_OBJECT_ARRAY && o->via.array.size > 0) {
        __msan_unpoison(o->via.array.ptr, o->via.array.size * sizeof *o);
        for (uint32_t i = 0; i < o->via.array.size; i++) {
            wrote_object(&o->via.array.ptr[i]);
        }
    } else if (o->type == MSGPACK_OBJECT_MAP && o->via.map.size > 0) {
        __msan_unpoison(o->via.map.ptr, o->via.map.size * sizeof *o->via.map.ptr);
        for (uint32_t i = 0; i < o->via.map.size; i++) {
            wrote_object(&o->via.map.ptr[i].key);
            wrote_object(&o->via.map.ptr[i].val);
        }
    }
}

msgpack_unpack_return __wrap_msgpack_unpack(const char *data, size_t len, size_t *off, msgpack_zone *zone, msgpack_object *result)
{
    __msan_check_mem_is_initialized(data, len);
    msgpack_unpack_return status = __real_msgpack_unpack(data, len, off, zone, result);
    __msan_unpoison(&status, sizeof status);
    __msan_unpoison(off, sizeof *off);
    if (status == MSGPACK_UNPACK_SUCCESS) {
        wrote_object(result);
    }
    return status;
}

// The library builds heads on its own stack.
static int passed_on(void *packer, const char *bytes, size_t len)
{
    const msgpack_packer *pk = packer;
    __msan_unpoison_param(3);
    __msan_unpoison(bytes, len);
    return pk->callback(pk->data, bytes, len);
}

int __wrap_msgpack_pack_object(msgpack_packer *pk, msgpack_object o)
{
    msgpack_packer between = {pk, passed_on};
    int status = __real_msgpack_pack_object(&between, o);
    __msan_unpoison(&status, sizeof status);
    return status;
}

int __wrap_inflateInit_(z_streamp z, const char *version, int size)
{
    int status = __real_inflateInit_(z, version, size);
    __msan_unpoison(&status, sizeof status);
    __msan_unpoison(z, sizeof *z);
    return status;
}

int __wrap_inflate(z_streamp z, int flush)
{
    Bytef *from = z->next_out;
    __msan_check_mem_is_initialized(z->next_in, z->avail_in);
    int status = __real_inflate(z, flush);
    __msan_unpoison(&status, sizeof status);
    __msan_unpoison(z, sizeof *z);
    __msan_unpoison(from, (size_t)(z->next_out - from));
    if (z->msg != NULL) {
        __msan_unpoison_string(z->msg);
    }
    return status;
}

int __wrap_deflate(z_streamp z, int flush)
{
    Bytef *from = z->next_out;
    __msan_check_mem_is_initialized(z->next_in, z->avail_in);
    int status = __real_deflate(z, flush);
    __msan_unpoison(&status, sizeof status);
    __msan_unpoison(z, sizeof *z);
    __msan_unpoison(from, (size_t)(z->next_out - from));
    return status;
}

// This one's interceptor knows the name of an older C library only.
int __wrap_fstat64(int fd, struct stat *info)
{
    int status = __real_fstat64(fd, info);
    __msan_unpoison(info, sizeof *info);
    return status;
}

int __wrap_compress2(Bytef *dest, uLongf *dest_len, const Bytef *source, uLong source_len, int level)
{
    __msan_check_mem_is_initialized(source, source_len);
    int status = __real_compress2(dest, dest_len, source, source_len, level);
    __msan_unpoison(&status, sizeof status);
    __msan_unpoison(dest_len, sizeof *dest_len);
    __msan_unpoison(dest, *dest_len);
    return status;
}

uLong __wrap_compressBound(uLong len)
{
    uLong bound = __real_compressBound(len);
    __msan_unpoison(&bound, sizeof bound);
    return bound;
}

uLong __wrap_crc32(uLong crc, const Bytef *bytes, uInt len)
{
    __msan_check_mem_is_initialized(bytes, len);
    uLong sum = __real_crc32(crc, bytes, len);
    __msan_unpoison(&sum, sizeof sum);
    return sum;
}

void __wrap_SHA256Init(SHA2_CTX *context)
{
    __real_SHA256Init(context);
    __msan_unpoison(context, sizeof *context);
}

void __wrap_SHA256Update(SHA2_CTX *context, const uint8_t *bytes, size_t len)
{
    __msan_check_mem_is_initialized(bytes, len);
    __real_SHA256Update(context, bytes, len);
    __msan_unpoison(context, sizeof *context);
}

void __wrap_SHA256Final(uint8_t digest[SHA256_DIGEST_LENGTH], SHA2_CTX *context)
{
    __real_SHA256Final(digest, context);
    __msan_unpoison(digest, SHA256_DIGEST_LENGTH);
}

XXH64_hash_t __wrap_XXH3_64bits(const void *bytes, size_t len)
{
    __msan_check_mem_is_initialized(bytes, len);
    XXH64_hash_t hash = __real_XXH3_64bits(bytes, len);
    __msan_unpoison(&hash, sizeof hash);
    return hash;
}
