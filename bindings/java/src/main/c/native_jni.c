/* The native methods of local.vesta.Native; from Java 22 on, range alone. Functions are named as JNI wants them. */
#include "native.h"

#include <endian.h>
#include <jni.h>
#include <stdlib.h>
#include <string.h>

#define METHOD(type, name) JNIEXPORT type JNICALL Java_local_vesta_Native_##name

static void throw_failure(JNIEnv* env, int code, const char* message, int64_t retry_after_ms) {
    jclass const type = (*env)->FindClass(env, "local/vesta/VestaException");
    if (type == NULL) return; /* which has thrown */
    const jsize length = (jsize)strlen(message);
    jbyteArray const text = (*env)->NewByteArray(env, length);
    if (text == NULL) return;
    (*env)->SetByteArrayRegion(env, text, 0, length, (const jbyte*)message);
    jmethodID const constructor = (*env)->GetMethodID(env, type, "<init>", "(I[BJ)V");
    jobject const made = (*env)->NewObject(env, type, constructor, (jint)code, text, (jlong)retry_after_ms);
    if (made != NULL) (*env)->Throw(env, made);
}

/* Whether it succeeded; else an exception is on its way. */
static int judged(JNIEnv* env, failure of) {
    if (of.code == VESTA_OK) return 1;
    throw_failure(env, of.code, of.message == NULL ? "out of memory" : of.message, of.retry_after_ms);
    free(of.message);
    return 0;
}

/* A copy of the bytes, for free(); NULL for null. */
static char* text(JNIEnv* env, jbyteArray from) {
    if (from == NULL) return NULL;
    const jsize length = (*env)->GetArrayLength(env, from);
    char* const made = malloc((size_t)length);
    if (made == NULL) abort(); /* NULL would mean another generator */
    (*env)->GetByteArrayRegion(env, from, 0, length, (jbyte*)made);
    return made;
}

static jlongArray longs(JNIEnv* env, const int64_t* from, jsize count) {
    jlongArray const made = (*env)->NewLongArray(env, count);
    if (made != NULL) (*env)->SetLongArrayRegion(env, made, 0, count, (const jlong*)from);
    return made;
}

METHOD(void, load)(JNIEnv* env, jclass type, jbyteArray library) {
    (void)type;
    char* const file = text(env, library);
    const char* const wrong = native_load(file);
    if (wrong != NULL) throw_failure(env, VESTA_INTERNAL, wrong, -1);
    free(file);
}

METHOD(jlong, open)(JNIEnv* env, jclass type, jbyteArray settings, jboolean is_text) {
    (void)type;
    char* const given = text(env, settings);
    const found got = native_open(given, is_text);
    free(given);
    return judged(env, got.failed) ? (jlong)got.handle : 0;
}

METHOD(void, close)(JNIEnv* env, jclass type, jlong ids) {
    (void)type;
    judged(env, native_close((vesta_ids*)ids));
}

METHOD(jlong, find)
(JNIEnv* env, jclass type, jlong ids, jbyteArray generator, jbyteArray tag, jboolean by_app, jlong app,
 jbyteArray pass) {
    (void)type;
    char* const name = text(env, generator);
    char* const of_tag = text(env, tag);
    char* const gate_pass = text(env, pass);
    const found got = native_find((vesta_ids*)ids, name, of_tag, by_app, app, gate_pass);
    free(name);
    free(of_tag);
    free(gate_pass);
    return judged(env, got.failed) ? (jlong)got.handle : 0;
}

METHOD(void, release)(JNIEnv* env, jclass type, jlong handle, jboolean of_tag) {
    (void)env;
    (void)type;
    native_release((void*)handle, of_tag);
}

METHOD(jlong, next)(JNIEnv* env, jclass type, jlong handle, jboolean of_tag) {
    (void)type;
    next_id got = {0};
    native_next((void*)handle, of_tag, &got);
    return got.failed == 0 || judged(env, native_taken(got.failed)) ? got.id : 0;
}

METHOD(jlongArray, range)(JNIEnv* env, jclass type, jlong handle, jboolean of_tag, jlong count) {
    (void)type;
    vesta_range got;
    if (!judged(env, native_range((void*)handle, of_tag, (uint64_t)count, &got))) return NULL;
    const int64_t members[] = {got.first, (int64_t)got.count, (int64_t)got.stride};
    return longs(env, members, 3);
}

METHOD(jlongArray, explain)(JNIEnv* env, jclass type, jlong ids, jbyteArray generator, jlong id) {
    (void)type;
    vesta_fields got;
    char* const name = text(env, generator);
    const failure failed = native_explain((vesta_ids*)ids, name, id, &got);
    free(name);
    return judged(env, failed) ? longs(env, (const int64_t*)&got, sizeof got / sizeof(int64_t)) : NULL;
}

METHOD(jlongArray, explainUuid)(JNIEnv* env, jclass type, jlong ids, jbyteArray generator, jbyteArray uuid) {
    (void)type;
    vesta_fields got;
    char* const name = text(env, generator);
    char* const given = text(env, uuid);
    const failure failed = native_explain_uuid((vesta_ids*)ids, name, given, &got);
    free(name);
    free(given);
    return judged(env, failed) ? longs(env, (const int64_t*)&got, sizeof got / sizeof(int64_t)) : NULL;
}

/* The halves of each as Java's UUID takes them. */
METHOD(jlongArray, uuids)(JNIEnv* env, jclass type, jlong handle, jboolean of_tag, jint count) {
    (void)type;
    int64_t* const made = malloc(16 * (size_t)count + 1);
    jlongArray halves = NULL;
    if (made == NULL)
        throw_failure(env, VESTA_INTERNAL, "out of memory", -1);
    else if (judged(env, native_uuids((void*)handle, of_tag, (vesta_uuid*)made, (size_t)count))) {
        for (jint at = 0; at < 2 * count; ++at)
            made[at] = (int64_t)be64toh((uint64_t)made[at]);
        halves = longs(env, made, 2 * count);
    }
    free(made);
    return halves;
}

METHOD(jlongArray, explainSharded)(JNIEnv* env, jclass type, jlong ids, jbyteArray generator, jlong id) {
    (void)type;
    vesta_sharded_fields got;
    char* const name = text(env, generator);
    const failure failed = native_explain_sharded((vesta_ids*)ids, name, id, &got);
    free(name);
    if (!judged(env, failed)) return NULL;
    const int64_t members[] = {got.app, got.shard, (int64_t)got.next, (int64_t)got.number};
    return longs(env, members, 4);
}

METHOD(jlong, make)(JNIEnv* env, jclass type, jlong ids, jbyteArray generator, jlongArray fields) {
    (void)type;
    vesta_fields given;
    (*env)->GetLongArrayRegion(env, fields, 0, sizeof given / sizeof(int64_t), (jlong*)&given);
    char* const name = text(env, generator);
    const one got = native_make((vesta_ids*)ids, name, &given);
    free(name);
    return judged(env, got.failed) ? got.id : 0;
}

METHOD(jlong, inward)(JNIEnv* env, jclass type, jlong ids, jbyteArray generator, jbyteArray tag, jlong id) {
    (void)type;
    char* const name = text(env, generator);
    char* const of_tag = text(env, tag);
    const one got = native_inward((vesta_ids*)ids, name, of_tag, id);
    free(name);
    free(of_tag);
    return judged(env, got.failed) ? got.id : 0;
}
