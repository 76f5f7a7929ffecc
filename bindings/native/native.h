#ifndef VESTA_BINDINGS_NATIVE_H
#define VESTA_BINDINGS_NATIVE_H

#include "vesta.h"

/* libvesta.so as it is loaded at run time, for Go (cgo) and Java (JNI). Safe for threads once it is loaded. */

/* Why a call failed; code is VESTA_OK where it did not. `message` is malloc's. Errors belong to threads, which
 * goroutines change between calls: so they are fetched within the call. */
typedef struct failure {
    char* message;
    int64_t retry_after_ms;
    int code;
} failure;

typedef struct one {
    int64_t id;
    failure failed;
} one;

/* What a call for the next ID leaves: the ID, or in `failed` the reason why not, for native_taken; else that is 0. It
 * is written to where Go says, and holds no pointer, since results and checks of pointers cost cgo a quarter of a call.
 */
typedef struct next_id {
    int64_t id;
    uintptr_t failed;
} next_id;

typedef struct found {
    void* handle;
    failure failed;
} found;

/* Loads libvesta.so. NULL, or the reason why not. */
const char* native_load(const char* file);

found native_open(const char* settings, int is_text);
failure native_close(vesta_ids* ids);
/* `tag` and `gate_pass` may be NULL; `by_app` says whether `app` counts. */
found native_find(vesta_ids* ids, const char* generator, const char* tag, int by_app, int64_t app,
                  const char* gate_pass);
void native_release(void* handle, int of_tag);
void native_next(void* handle, int of_tag, next_id* out);
failure native_taken(uintptr_t failed);
failure native_fill(void* handle, int of_tag, int64_t* out, size_t count);
failure native_uuids(void* handle, int of_tag, vesta_uuid* out, size_t count);
failure native_range(void* handle, int of_tag, uint64_t count, vesta_range* out);
failure native_explain(vesta_ids* ids, const char* generator, int64_t id, vesta_fields* out);
failure native_explain_uuid(vesta_ids* ids, const char* generator, const char* uuid, vesta_fields* out);
failure native_explain_sharded(vesta_ids* ids, const char* generator, int64_t id, vesta_sharded_fields* out);
one native_make(vesta_ids* ids, const char* generator, const vesta_fields* parts);
/* `tag` may be NULL. */
one native_inward(vesta_ids* ids, const char* generator, const char* tag, int64_t id);

#endif
