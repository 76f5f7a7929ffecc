#ifndef VESTA_EMBED_VESTA_H
#define VESTA_EMBED_VESTA_H

/*
 * Vesta from C, and from every language that can call C (libvesta.so).
 *
 *     vesta_ids* ids = vesta_open("vesta.yaml");
 *     int64_t id;
 *     if (ids == NULL || vesta_next(ids, NULL, &id) != VESTA_OK) puts(vesta_last_error());
 *
 * Errors: functions return VESTA_OK or an error code. vesta_last_error() then returns the message, for the calling
 * thread, until its next call into this library.
 * Thread-safety: safe. Only vesta_close must not run beside another call on the same vesta_ids.
 * Lifetime: a vesta_ids does not survive a fork; open another in the child.
 * Handles: who asks for one ID after the other opens a vesta_generator, or a vesta_tag, once: that saves the look-up.
 * Compatibility: functions may be added; the present ones, the codes and the structures do not change.
 *
 * A generator name may be NULL or "" for the generator named `default`.
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

/* Error codes, one for each vesta::errc; see vesta/base/error.hpp for their meaning. */
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

/* An ID taken apart. `time` counts the layout's units since its epoch; that tick begins at `unix_ms`. */
typedef struct vesta_fields {
    uint64_t version;
    uint64_t type;
    uint64_t gen_method;
    uint64_t machine;
    uint64_t time;
    uint64_t seq;
    int64_t unix_ms; /* set by vesta_explain, ignored by vesta_make */
} vesta_fields;

/* `count` IDs: first, first + stride, first + 2 * stride and so on. */
typedef struct vesta_range {
    int64_t first;
    uint64_t count;
    uint64_t stride;
} vesta_range;

/* Opens a settings file, or settings given as YAML text. Blocks on their stores. NULL on an error. */
VESTA_API vesta_ids* vesta_open(const char* settings_file);
VESTA_API vesta_ids* vesta_open_text(const char* yaml);

/* Gives back unused time and numbers and frees `ids`, which may be NULL. Blocks on the stores. An error says that not
 * all was given back; `ids` is freed anyway. */
VESTA_API int vesta_close(vesta_ids* ids);

/* Writes one ID to `out`. Sleeps until there is one, at most 5 s for a reservation under way. */
VESTA_API int vesta_next(vesta_ids* ids, const char* generator, int64_t* out);

/* Writes `count` IDs to `out`: the fast way to many. Sleeps as vesta_next. On an error none of them may be used. */
VESTA_API int vesta_next_many(vesta_ids* ids, const char* generator, int64_t* out, size_t count);

/* Writes `count` numbers of a segment generator's tag, or of a sharded generator's application and gate pass. Sleeps
 * and fails as vesta_next_many. */
VESTA_API int vesta_next_of_tag(vesta_ids* ids, const char* generator, const char* tag, int64_t* out, size_t count);
VESTA_API int vesta_next_of_app(vesta_ids* ids, const char* generator, int64_t app, const char* gate_pass, int64_t* out,
                                size_t count);

/* Reserves 1 to `count` numbers of a tag in one piece, which the caller hands out itself: the fast way across a
 * language boundary. `count` is at least 1. `tag` is NULL for a generator without tags. */
VESTA_API int vesta_range_of_tag(vesta_ids* ids, const char* generator, const char* tag, uint64_t count,
                                 vesta_range* out);

/* A generator, found once: for callers that ask for one ID after the other. */
typedef struct vesta_generator vesta_generator;
/* The numbers of a segment generator's tag, or of a sharded generator's application and gate pass, found once. */
typedef struct vesta_tag vesta_tag;

/* Find one. NULL on an error. Free it by its close function, before or after vesta_close; between the two, calls return
 * VESTA_CLOSED. */
VESTA_API vesta_generator* vesta_generator_open(vesta_ids* ids, const char* generator);
VESTA_API vesta_tag* vesta_tag_open(vesta_ids* ids, const char* generator, const char* tag);
VESTA_API vesta_tag* vesta_tag_open_app(vesta_ids* ids, const char* generator, int64_t app, const char* gate_pass);
/* NULL is allowed. Must not run beside another call on the same handle. */
VESTA_API void vesta_generator_close(vesta_generator* of);
VESTA_API void vesta_tag_close(vesta_tag* of);

/* As vesta_next, vesta_next_many and vesta_range_of_tag, without a look-up. */
VESTA_API int vesta_generator_next(vesta_generator* of, int64_t* out);
VESTA_API int vesta_generator_next_many(vesta_generator* of, int64_t* out, size_t count);
VESTA_API int vesta_generator_range(vesta_generator* of, uint64_t count, vesta_range* out);
VESTA_API int vesta_tag_next(vesta_tag* of, int64_t* out);
VESTA_API int vesta_tag_next_many(vesta_tag* of, int64_t* out, size_t count);
VESTA_API int vesta_tag_range(vesta_tag* of, uint64_t count, vesta_range* out);

/* A sharded ID taken apart. `next` is the value in the ID, `number` the counted number; they differ if a key hides the
 * order. */
typedef struct vesta_sharded_fields {
    uint32_t app;
    uint32_t shard;
    uint64_t next;
    uint64_t number;
} vesta_sharded_fields;

/* Takes an ID of a sharded generator apart; NULL or "" names the first sharded generator. */
VESTA_API int vesta_explain_sharded(vesta_ids* ids, const char* generator, int64_t id, vesta_sharded_fields* out);

/* An ID of kind uuid7 or ulid: its 16 bytes, the most significant first, as UUID columns and libraries take them. The
 * functions for 64-bit IDs refuse there with VESTA_INVALID_ARGUMENT, as these do elsewhere. */
typedef struct vesta_uuid {
    uint8_t bytes[16];
} vesta_uuid;

/* Writes `count` of them to `out`. Sleeps and fails as vesta_next_many. */
VESTA_API int vesta_next_uuids(vesta_ids* ids, const char* generator, vesta_uuid* out, size_t count);
VESTA_API int vesta_generator_next_uuids(vesta_generator* of, vesta_uuid* out, size_t count);

/* The room that the texts below need, with their end: a prefix of 64 characters, and a UUID. */
enum { VESTA_TEXT_ROOM = 128 };

/* One ID of any generator without tags as text, with a terminating 0. `form` is a text form (docs/text-forms.md); NULL
 * or "" is decimal, or for the other kinds uuid, base32 (ulid), or typeid where there is a prefix. `prefix` ends in _;
 * NULL or "" is none. `size` is that of `out`; VESTA_TEXT_ROOM always suffices. */
VESTA_API int vesta_next_text(vesta_ids* ids, const char* generator, const char* form, const char* prefix, char* out,
                              size_t size);

/* One number of a segment generator's tag as its format writes it (docs/formatted.md), with a terminating 0. `size` is
 * that of `out`, at least VESTA_TEXT_ROOM. Sleeps as vesta_next_of_tag. */
VESTA_API int vesta_next_formatted(vesta_ids* ids, const char* generator, const char* tag, char* out, size_t size);

/* Takes the text of an ID apart. `form` NULL or "" is any, with a prefix, if it has one; of the others only typeid may.
 * Of kinds uuid7 and ulid, `version` is the UUID's (7; 0 of a ULID) and `time` is in unix ms. */
VESTA_API int vesta_explain_text(vesta_ids* ids, const char* generator, const char* text, const char* form,
                                 vesta_fields* out);

/* Takes an ID apart, or builds one from parts. vesta_make ignores `parts->type` and uses the generator's own type. */
VESTA_API int vesta_explain(vesta_ids* ids, const char* generator, int64_t id, vesta_fields* out);
VESTA_API int vesta_make(vesta_ids* ids, const char* generator, const vesta_fields* parts, int64_t* out);

/* The ID behind one that left in outward form (docs/outward.md): of a segment generator its number, for which `tag` is
 * needed, else NULL. The same ID where they leave as they are. vesta_explain and vesta_explain_text take outward IDs.
 */
VESTA_API int vesta_inward(vesta_ids* ids, const char* generator, const char* tag, int64_t id, int64_t* out);

/* The message of this thread's last failed call: one line of UTF-8, never NULL. Valid until the thread's next call into
 * this library. */
VESTA_API const char* vesta_last_error(void);

/* The code of this thread's last failed call, for functions that return NULL. Before the first, VESTA_INTERNAL. */
VESTA_API int vesta_last_error_code(void);

/* In how many milliseconds this thread's last failed call may succeed; -1 if it will not, or if the time is unknown. */
VESTA_API int64_t vesta_retry_after_ms(void);

/* The version of the library: "0.2.0". */
VESTA_API const char* vesta_version(void);

#ifdef __cplusplus
}
#endif

#endif
