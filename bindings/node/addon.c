/* Node-API on top of vesta.h: as thin as it can be; lib/embedded.js checks arguments and makes errors. Functions that
 * may wait have two forms: the plain one, and one that waits on a thread of libuv and settles a promise. */
#include "vesta.h"

#include <node_api.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Why a call failed. Errors belong to threads, so they are fetched on the one that called. */
typedef struct failure {
    int code;
    int64_t retry_after_ms;
    char message[1024];
} failure;

static void judge(int code, failure* out) {
    out->code = code;
    if (code == VESTA_OK) return;
    out->retry_after_ms = vesta_retry_after_ms();
    strncpy(out->message, vesta_last_error(), sizeof out->message - 1);
}

/* An Error with the members vestaCode and retryAfterMs. */
static napi_value error_of(napi_env env, const failure* why) {
    napi_value text, made, code, wait;
    napi_create_string_utf8(env, why->message, NAPI_AUTO_LENGTH, &text);
    napi_create_error(env, NULL, text, &made);
    napi_create_int32(env, why->code, &code);
    napi_create_int64(env, why->retry_after_ms, &wait);
    napi_set_named_property(env, made, "vestaCode", code);
    napi_set_named_property(env, made, "retryAfterMs", wait);
    return made;
}

static napi_value thrown(napi_env env, int code) {
    failure why = {0};
    judge(code, &why);
    napi_throw(env, error_of(env, &why));
    return NULL;
}

static napi_value external(napi_env env, void* handle, napi_finalize finalize) {
    napi_value made;
    if (handle == NULL) return thrown(env, vesta_last_error_code());
    napi_create_external(env, handle, finalize, NULL, &made);
    return made;
}

static void* pointer(napi_env env, napi_value of) {
    void* made = NULL;
    napi_get_value_external(env, of, &made);
    return made;
}

/* NULL for what is no string; else the caller frees it. */
static char* string(napi_env env, napi_value of) {
    size_t size = 0;
    if (napi_get_value_string_utf8(env, of, NULL, 0, &size) != napi_ok) return NULL;
    char* const made = malloc(size + 1);
    napi_get_value_string_utf8(env, of, made, size + 1, &size);
    return made;
}

#define ARGUMENTS(most)                                                                                                \
    napi_value given[most];                                                                                            \
    size_t count = most;                                                                                               \
    napi_get_cb_info(env, info, &count, given, NULL, NULL)

static napi_value open_settings(napi_env env, napi_callback_info info) {
    ARGUMENTS(2);
    bool is_text = false;
    char* const settings = string(env, given[0]);
    napi_get_value_bool(env, given[1], &is_text);
    vesta_ids* const ids = is_text ? vesta_open_text(settings) : vesta_open(settings);
    free(settings);
    return external(env, ids, NULL);
}

static napi_value close_ids(napi_env env, napi_callback_info info) {
    ARGUMENTS(1);
    const int code = vesta_close(pointer(env, given[0]));
    return code == VESTA_OK ? NULL : thrown(env, code);
}

static void release_generator(napi_env env, void* handle, void* unused) {
    (void)env, (void)unused;
    vesta_generator_close(handle);
}

static void release_tag(napi_env env, void* handle, void* unused) {
    (void)env, (void)unused;
    vesta_tag_close(handle);
}

/* find(ids, name, tag | null, app | null, gatePass) */
static napi_value find(napi_env env, napi_callback_info info) {
    ARGUMENTS(5);
    vesta_ids* const ids = pointer(env, given[0]);
    char* const name = string(env, given[1]);
    char* const tag = string(env, given[2]);
    char* const gate_pass = string(env, given[4]);
    int64_t app = 0;
    const bool by_app = napi_get_value_int64(env, given[3], &app) == napi_ok;
    napi_value made;
    if (by_app)
        made = external(env, vesta_tag_open_app(ids, name, app, gate_pass), release_tag);
    else if (tag != NULL)
        made = external(env, vesta_tag_open(ids, name, tag), release_tag);
    else
        made = external(env, vesta_generator_open(ids, name), release_generator);
    free(name), free(tag), free(gate_pass);
    return made;
}

static int next_many(void* handle, bool of_tag, int64_t* out, size_t count) {
    return of_tag ? vesta_tag_next_many(handle, out, count) : vesta_generator_next_many(handle, out, count);
}

/* next(handle, ofTag) */
static napi_value next(napi_env env, napi_callback_info info) {
    ARGUMENTS(2);
    void* const handle = pointer(env, given[0]);
    bool of_tag = false;
    napi_get_value_bool(env, given[1], &of_tag);
    int64_t id = 0;
    const int code = of_tag ? vesta_tag_next(handle, &id) : vesta_generator_next(handle, &id);
    if (code != VESTA_OK) return thrown(env, code);
    napi_value made;
    napi_create_bigint_int64(env, id, &made);
    return made;
}

/* The memory of a BigInt64Array. */
static int64_t* numbers(napi_env env, napi_value of, size_t* count) {
    void* data = NULL;
    napi_get_typedarray_info(env, of, NULL, count, &data, NULL, NULL);
    return data;
}

/* fill(handle, ofTag, BigInt64Array) */
static napi_value fill(napi_env env, napi_callback_info info) {
    ARGUMENTS(3);
    bool of_tag = false;
    size_t many = 0;
    napi_get_value_bool(env, given[1], &of_tag);
    int64_t* const out = numbers(env, given[2], &many);
    const int code = next_many(pointer(env, given[0]), of_tag, out, many);
    return code == VESTA_OK ? given[2] : thrown(env, code);
}

/* A fill under way: the references keep its handle and its array alive. */
typedef struct filling {
    napi_async_work work;
    napi_deferred promise;
    napi_ref handle_kept, array_kept;
    void* handle;
    bool of_tag, uuids;
    int64_t* out;
    size_t count;
    failure why;
} filling;

static void fill_on_thread(napi_env env, void* data) {
    filling* const of = data;
    (void)env;
    judge(of->uuids ? vesta_generator_next_uuids(of->handle, (vesta_uuid*)of->out, of->count / 2)
                    : next_many(of->handle, of->of_tag, of->out, of->count),
          &of->why);
}

static void settle(napi_env env, napi_status status, void* data) {
    filling* const of = data;
    napi_value array;
    (void)status;
    napi_get_reference_value(env, of->array_kept, &array);
    if (of->why.code == VESTA_OK)
        napi_resolve_deferred(env, of->promise, array);
    else
        napi_reject_deferred(env, of->promise, error_of(env, &of->why));
    napi_delete_reference(env, of->handle_kept);
    napi_delete_reference(env, of->array_kept);
    napi_delete_async_work(env, of->work);
    free(of);
}

/* fillLater(handle, ofTag, BigInt64Array, uuids): a promise of the array; an ID of 128 bits takes two of it */
static napi_value fill_later(napi_env env, napi_callback_info info) {
    ARGUMENTS(4);
    filling* const of = calloc(1, sizeof *of);
    napi_value made, name;
    napi_get_value_bool(env, given[1], &of->of_tag);
    napi_get_value_bool(env, given[3], &of->uuids);
    of->handle = pointer(env, given[0]);
    of->out = numbers(env, given[2], &of->count);
    napi_create_reference(env, given[0], 1, &of->handle_kept);
    napi_create_reference(env, given[2], 1, &of->array_kept);
    napi_create_promise(env, &of->promise, &made);
    napi_create_string_utf8(env, "vesta", NAPI_AUTO_LENGTH, &name);
    napi_create_async_work(env, NULL, name, fill_on_thread, settle, of, &of->work);
    napi_queue_async_work(env, of->work);
    return made;
}

/* explain(ids, name, id or UUID, BigInt64Array(7)): version, type, genMethod, machine, time, seq, unixMs */
static napi_value explain(napi_env env, napi_callback_info info) {
    ARGUMENTS(4);
    int64_t id = 0;
    bool lossless = false;
    size_t many = 0;
    napi_get_value_bigint_int64(env, given[2], &id, &lossless);
    char* const name = string(env, given[1]);
    char* const uuid = string(env, given[2]);
    vesta_fields fields;
    const int code = uuid == NULL ? vesta_explain(pointer(env, given[0]), name, id, &fields)
                                  : vesta_explain_text(pointer(env, given[0]), name, uuid, "uuid", &fields);
    free(name), free(uuid);
    if (code != VESTA_OK) return thrown(env, code);
    memcpy(numbers(env, given[3], &many), &fields, sizeof fields);
    return given[3];
}

/* explainSharded(ids, name, id, BigInt64Array(4)): app, shard, next, number */
static napi_value explain_sharded(napi_env env, napi_callback_info info) {
    ARGUMENTS(4);
    int64_t id = 0;
    bool lossless = false;
    size_t many = 0;
    napi_get_value_bigint_int64(env, given[2], &id, &lossless);
    char* const name = string(env, given[1]);
    vesta_sharded_fields fields;
    const int code = vesta_explain_sharded(pointer(env, given[0]), name, id, &fields);
    free(name);
    if (code != VESTA_OK) return thrown(env, code);
    const int64_t made[] = {fields.app, fields.shard, (int64_t)fields.next, (int64_t)fields.number};
    memcpy(numbers(env, given[3], &many), made, sizeof made);
    return given[3];
}

/* make(ids, name, BigInt64Array(7)): the ID */
static napi_value make(napi_env env, napi_callback_info info) {
    ARGUMENTS(3);
    size_t many = 0;
    vesta_fields fields;
    memcpy(&fields, numbers(env, given[2], &many), sizeof fields);
    char* const name = string(env, given[1]);
    int64_t id = 0;
    const int code = vesta_make(pointer(env, given[0]), name, &fields, &id);
    free(name);
    if (code != VESTA_OK) return thrown(env, code);
    napi_value made;
    napi_create_bigint_int64(env, id, &made);
    return made;
}

/* inward(ids, name, tag | null, id): the ID behind */
static napi_value inward(napi_env env, napi_callback_info info) {
    ARGUMENTS(4);
    int64_t id = 0;
    bool lossless = false;
    napi_get_value_bigint_int64(env, given[3], &id, &lossless);
    char* const name = string(env, given[1]);
    char* const tag = string(env, given[2]);
    const int code = vesta_inward(pointer(env, given[0]), name, tag, id, &id);
    free(name), free(tag);
    if (code != VESTA_OK) return thrown(env, code);
    napi_value made;
    napi_create_bigint_int64(env, id, &made);
    return made;
}

NAPI_MODULE_INIT() {
    static const struct {
        const char* name;
        napi_callback call;
    } all[] = {
        {"open", open_settings}, {"close", close_ids},      {"find", find},       {"next", next},
        {"fill", fill},          {"fillLater", fill_later}, {"explain", explain}, {"explainSharded", explain_sharded},
        {"make", make},          {"inward", inward}};
    for (size_t i = 0; i < COUNT(all); ++i) {
        napi_value made;
        napi_create_function(env, all[i].name, NAPI_AUTO_LENGTH, all[i].call, NULL, &made);
        napi_set_named_property(env, exports, all[i].name, made);
    }
    return exports;
}
