// clang-format off
//go:build cgo
// clang-format on

#define _GNU_SOURCE
#include "native.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* Every function of vesta.h that is used here, found in the library that was loaded. */
/* clang-format off */
#define FUNCTIONS(X) \
    X(open) X(open_text) X(close) X(generator_open) X(tag_open) X(tag_open_app) X(generator_close) X(tag_close) \
    X(generator_next) X(generator_next_many) X(generator_range) X(tag_next) X(tag_next_many) X(tag_range) \
    X(generator_next_uuids) X(explain) X(explain_text) X(explain_sharded) X(make) X(inward) X(last_error) X(last_error_code) X(retry_after_ms)
/* clang-format on */

#define DECLARE(name) static __typeof__(&vesta_##name) call_##name;
FUNCTIONS(DECLARE)

#define FIND(name)                                                                                                     \
    call_##name = (__typeof__(&vesta_##name))dlsym(library, "vesta_" #name);                                           \
    if (call_##name == NULL) return "libvesta.so has no vesta_" #name "; is it of an older version?";

const char* native_load(const char* file) {
    void* const library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return dlerror();
    FUNCTIONS(FIND)
    return NULL;
}

static failure judged(int code) {
    failure made = {NULL, -1, code};
    if (code == VESTA_OK) return made;
    made.message = strdup(call_last_error());
    made.retry_after_ms = call_retry_after_ms();
    return made;
}

static found opened(void* handle) {
    found made = {handle, judged(handle == NULL ? call_last_error_code() : VESTA_OK)};
    return made;
}

found native_open(const char* settings, int is_text) {
    return opened(is_text ? call_open_text(settings) : call_open(settings));
}

failure native_close(vesta_ids* ids) {
    return judged(call_close(ids));
}

found native_find(vesta_ids* ids, const char* generator, const char* tag, int by_app, int64_t app,
                  const char* gate_pass) {
    if (by_app) return opened(call_tag_open_app(ids, generator, app, gate_pass));
    if (tag != NULL) return opened(call_tag_open(ids, generator, tag));
    return opened(call_generator_open(ids, generator));
}

void native_release(void* handle, int of_tag) {
    if (of_tag)
        call_tag_close(handle);
    else
        call_generator_close(handle);
}

/* Apart, so that what mostly happens stays short. */
__attribute__((noinline, cold)) static uintptr_t kept(int code) {
    failure* const made = malloc(sizeof *made);
    if (made == NULL) abort(); /* 0 would mean an ID */
    *made = judged(code);
    return (uintptr_t)made;
}

void native_next(void* handle, int of_tag, next_id* out) {
    const int code = of_tag ? call_tag_next(handle, &out->id) : call_generator_next(handle, &out->id);
    out->failed = code == VESTA_OK ? 0 : kept(code);
}

failure native_taken(uintptr_t failed) {
    failure* const from = (failure*)failed;
    const failure made = *from;
    free(from);
    return made;
}

failure native_fill(void* handle, int of_tag, int64_t* out, size_t count) {
    return judged(of_tag ? call_tag_next_many(handle, out, count) : call_generator_next_many(handle, out, count));
}

failure native_uuids(void* handle, int of_tag, vesta_uuid* out, size_t count) {
    if (!of_tag) return judged(call_generator_next_uuids(handle, out, count));
    failure made = {strdup("tags and applications count numbers of 64 bits"), -1, VESTA_INVALID_ARGUMENT};
    return made;
}

failure native_range(void* handle, int of_tag, uint64_t count, vesta_range* out) {
    return judged(of_tag ? call_tag_range(handle, count, out) : call_generator_range(handle, count, out));
}

failure native_explain(vesta_ids* ids, const char* generator, int64_t id, vesta_fields* out) {
    return judged(call_explain(ids, generator, id, out));
}

failure native_explain_uuid(vesta_ids* ids, const char* generator, const char* uuid, vesta_fields* out) {
    return judged(call_explain_text(ids, generator, uuid, "uuid", out));
}

failure native_explain_sharded(vesta_ids* ids, const char* generator, int64_t id, vesta_sharded_fields* out) {
    return judged(call_explain_sharded(ids, generator, id, out));
}

one native_make(vesta_ids* ids, const char* generator, const vesta_fields* parts) {
    one made = {0};
    made.failed = judged(call_make(ids, generator, parts, &made.id));
    return made;
}

one native_inward(vesta_ids* ids, const char* generator, const char* tag, int64_t id) {
    one made = {0};
    made.failed = judged(call_inward(ids, generator, tag, id, &made.id));
    return made;
}
