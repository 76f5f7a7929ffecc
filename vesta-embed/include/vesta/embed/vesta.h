#ifndef VESTA_EMBED_VESTA_H
#define VESTA_EMBED_VESTA_H

/*
 * Vesta from C, and from every language that can call C (libvesta.so).
 *
 *     vesta_ids* ids = vesta_open("vesta.yaml");
 *     int64_t id;
 *     if (ids == NULL || vesta_next(ids, NULL, &id) != VESTA_OK) puts(vesta_last_error());
 *
 * Functions may be called from any thread, vesta_close only when no other call is under way. They return VESTA_OK or an
 * error code; vesta_last_error() then has the words, for the calling thread, until its next call into this library.
 * A generator name may be NULL or "" for the one named `default`. Nothing here survives a fork: open in the child.
 * New functions may be added; those here, the codes and the layout of the structures stay as they are.
 */

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define VESTA_API __attribute__((visibility("default")))
#else
#define VESTA_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Generators opened from one settings file. */
typedef struct vesta_ids vesta_ids;

/* Error codes. */
enum {
    VESTA_OK = 0,
    VESTA_INVALID_ARGUMENT = 1,
    VESTA_INVALID_SETTINGS = 2,
    VESTA_NOT_FOUND = 3,
    VESTA_CLOCK_BEHIND = 4,
    VESTA_NOT_READY = 5,
    VESTA_EXHAUSTED = 6,
    VESTA_STATE_UNUSABLE = 7,
    VESTA_IN_USE = 8,
    VESTA_LEASE_LOST = 9,
    VESTA_STORE_UNAVAILABLE = 10,
    VESTA_CLOSED = 11,
    VESTA_FORKED = 12,
    VESTA_INTERNAL = 13
};

/* An ID taken apart. `time` counts the layout's units since its epoch; `unix_ms` is where that tick begins. */
typedef struct vesta_fields {
    uint64_t version;
    uint64_t type;
    uint64_t gen_method;
    uint64_t machine;
    uint64_t time;
    uint64_t seq;
    int64_t unix_ms; /* filled by vesta_explain, ignored by vesta_make */
} vesta_fields;

/* IDs in one piece: first, first + stride, first + 2 * stride and so on, `count` of them. */
typedef struct vesta_range {
    int64_t first;
    uint64_t count;
    uint64_t stride;
} vesta_range;

/* Opens a settings file, or settings given as YAML text; blocks on their stores. NULL on an error. */
VESTA_API vesta_ids* vesta_open(const char* settings_file);
VESTA_API vesta_ids* vesta_open_text(const char* yaml);

/* Gives back what was not used, and frees. NULL is allowed. The code says whether all was given back; it is freed
 * anyway. */
VESTA_API int vesta_close(vesta_ids* ids);

/* One ID; waits where the layout has no room in this tick. */
VESTA_API int vesta_next(vesta_ids* ids, const char* generator, int64_t* out);

/* `count` IDs into `out`, the fast way to many. On an error none of them may be used. */
VESTA_API int vesta_next_many(vesta_ids* ids, const char* generator, int64_t* out, size_t count);

/* Numbers of a segment generator's tag, and of a sharded generator's application and gate pass. */
VESTA_API int vesta_next_of_tag(vesta_ids* ids, const char* generator, const char* tag, int64_t* out, size_t count);
VESTA_API int vesta_next_of_app(vesta_ids* ids, const char* generator, int64_t app, const char* gate_pass, int64_t* out,
                                size_t count);

/* 1 to `count` numbers of a tag in one piece, which the caller hands out by itself: the fast way across a language's
   border. `tag` is NULL for a generator that has no tags. */
VESTA_API int vesta_range_of_tag(vesta_ids* ids, const char* generator, const char* tag, uint64_t count,
                                 vesta_range* out);

/* A sharded ID taken apart. `next` is in the ID; `number` is what was counted, which differs where a key hides the
 * order. */
typedef struct vesta_sharded_fields {
    uint32_t app;
    uint32_t shard;
    uint64_t next;
    uint64_t number;
} vesta_sharded_fields;

/* Takes an ID of a sharded generator apart; of the first one, where none is named. */
VESTA_API int vesta_explain_sharded(vesta_ids* ids, const char* generator, int64_t id, vesta_sharded_fields* out);

/* Takes an ID apart; builds one from parts, of the generator's own type. */
VESTA_API int vesta_explain(vesta_ids* ids, const char* generator, int64_t id, vesta_fields* out);
VESTA_API int vesta_make(vesta_ids* ids, const char* generator, const vesta_fields* parts, int64_t* out);

/* What went wrong in this thread's last failed call: one line of UTF-8. Never NULL. */
VESTA_API const char* vesta_last_error(void);

/* In how many milliseconds trying again may help; -1 where it does not or nobody knows. For this thread's last failure.
 */
VESTA_API int64_t vesta_retry_after_ms(void);

/* "0.2.0" */
VESTA_API const char* vesta_version(void);

#ifdef __cplusplus
}
#endif

#endif
