#include "every_function.h"

#include <vesta/embed/vesta.h>

#include <string.h>

#define REQUIRE(claim)                                                                                                 \
    if (!(claim)) return #claim

static const char* use_numbers(vesta_ids* ids) {
    int64_t number = 0;
    vesta_range range;
    vesta_sharded_fields parts;
    /* These settings have no such generators; what can be had is a refusal that says so. */
    REQUIRE(vesta_next_of_tag(ids, NULL, "orders", &number, 1) == VESTA_INVALID_ARGUMENT);
    REQUIRE(vesta_next_of_app(ids, NULL, 7, "alice", &number, 1) == VESTA_INVALID_ARGUMENT);
    REQUIRE(vesta_range_of_tag(ids, NULL, "orders", 1, &range) == VESTA_INVALID_ARGUMENT);
    REQUIRE(strstr(vesta_last_error(), "takes no tag, app or gatePass") != NULL);
    REQUIRE(vesta_range_of_tag(ids, "peak", NULL, 100, &range) == VESTA_OK);
    REQUIRE(range.first > 0 && range.count >= 1 && range.count <= 100 && range.stride >= 1);
    REQUIRE(vesta_explain_sharded(ids, NULL, 1, &parts) == VESTA_NOT_FOUND);
    REQUIRE(strstr(vesta_last_error(), "no generator of kind sharded") != NULL);
    return NULL;
}

static const char* use_handles(vesta_ids* ids) {
    int64_t before = 0, one = 0;
    int64_t many[100];
    vesta_range range;
    vesta_generator* peak = vesta_generator_open(ids, "peak");
    REQUIRE(peak != NULL);
    REQUIRE(vesta_generator_next(peak, &before) == VESTA_OK);
    REQUIRE(vesta_generator_next(peak, &one) == VESTA_OK && one > before);
    REQUIRE(vesta_generator_next_many(peak, many, 100) == VESTA_OK && many[0] > one && many[99] > many[0]);
    REQUIRE(vesta_generator_range(peak, 10, &range) == VESTA_OK && range.first > many[99] && range.count >= 1);
    vesta_generator_close(peak);
    vesta_generator_close(NULL);
    REQUIRE(vesta_generator_open(ids, "none") == NULL);
    REQUIRE(strstr(vesta_last_error(), "none") != NULL && vesta_last_error_code() == VESTA_NOT_FOUND);
    REQUIRE(vesta_tag_open(ids, NULL, "orders") == NULL);
    REQUIRE(vesta_tag_open_app(ids, NULL, 7, "alice") == NULL);
    REQUIRE(strstr(vesta_last_error(), "takes no tag, app or gatePass") != NULL);
    REQUIRE(vesta_tag_next(NULL, &one) == VESTA_INVALID_ARGUMENT);
    REQUIRE(vesta_tag_next_many(NULL, many, 1) == VESTA_INVALID_ARGUMENT);
    REQUIRE(vesta_tag_range(NULL, 1, &range) == VESTA_INVALID_ARGUMENT);
    vesta_tag_close(NULL);
    return NULL;
}

static const char* use_parts(vesta_ids* ids, int64_t id) {
    vesta_fields parts;
    int64_t made = 0;
    memset(&parts, 0xff, sizeof parts);
    REQUIRE(vesta_explain(ids, NULL, id, &parts) == VESTA_OK);
    REQUIRE(parts.version == 0 && parts.type == 1 && parts.gen_method == 0 && parts.machine == 1);
    REQUIRE(parts.unix_ms == 1420041600000 + (int64_t)parts.time);
    REQUIRE(vesta_inward(ids, NULL, NULL, id, &made) == VESTA_OK && made == id);
    REQUIRE(vesta_make(ids, NULL, &parts, &made) == VESTA_OK);
    REQUIRE(made == id);
    parts.machine = 1024;
    REQUIRE(vesta_make(ids, NULL, &parts, &made) == VESTA_INVALID_ARGUMENT);
    REQUIRE(strstr(vesta_last_error(), "machine is 1024") != NULL);
    return NULL;
}

static const char* use_uuids(vesta_ids* ids) {
    vesta_uuid one;
    vesta_uuid many[300];
    vesta_fields parts;
    char text[VESTA_TEXT_ROOM];
    int64_t id = 0;
    int i = 0;
    vesta_generator* of = vesta_generator_open(ids, "u");
    REQUIRE(of != NULL && vesta_generator_next_uuids(of, &one, 1) == VESTA_OK);
    REQUIRE(one.bytes[6] >> 4 == 7 && one.bytes[8] >> 6 == 2);
    REQUIRE(vesta_generator_next(of, &id) == VESTA_INVALID_ARGUMENT);
    vesta_generator_close(of);
    REQUIRE(vesta_next_uuids(ids, "u", many, 300) == VESTA_OK);
    REQUIRE(memcmp(&one, &many[0], sizeof one) < 0);
    for (i = 1; i < 300; ++i)
        REQUIRE(memcmp(&many[i - 1], &many[i], sizeof one) < 0);
    REQUIRE(vesta_next_uuids(ids, "peak", many, 1) == VESTA_INVALID_ARGUMENT);
    REQUIRE(strstr(vesta_last_error(), "makes IDs of 64 bits") != NULL);
    REQUIRE(vesta_next_text(ids, "u", NULL, "order_", text, sizeof text) == VESTA_OK);
    REQUIRE(strlen(text) == 32 && strncmp(text, "order_0", 7) == 0);
    REQUIRE(vesta_explain_text(ids, "u", text, NULL, &parts) == VESTA_OK);
    REQUIRE(parts.version == 7 && parts.machine == 1 && parts.unix_ms == (int64_t)parts.time);
    REQUIRE(vesta_next_text(ids, "u", "uuid", NULL, text, 36) == VESTA_INVALID_ARGUMENT);
    REQUIRE(strstr(vesta_last_error(), "the text needs 37") != NULL);
    REQUIRE(vesta_next_text(ids, "u", "morse", NULL, text, sizeof text) == VESTA_INVALID_ARGUMENT);
    REQUIRE(vesta_next_text(ids, NULL, "hex", "", text, sizeof text) == VESTA_OK && strlen(text) == 16);
    REQUIRE(vesta_explain_text(ids, NULL, text, "hex", &parts) == VESTA_OK && parts.machine == 1);
    REQUIRE(vesta_explain_text(ids, NULL, text, "uuid", &parts) == VESTA_INVALID_ARGUMENT);
    return NULL;
}

static const char* use_ids(vesta_ids* ids) {
    int64_t one = 0;
    int64_t many[1000];
    int i = 0;
    REQUIRE(vesta_next(ids, NULL, &one) == VESTA_OK);
    REQUIRE(one != 0);
    REQUIRE(vesta_next_many(ids, "", many, 1000) == VESTA_OK);
    REQUIRE(many[0] > one);
    for (i = 1; i < 1000; ++i)
        REQUIRE(many[i] > many[i - 1]);
    REQUIRE(vesta_next(ids, "peak", &one) == VESTA_OK);
    REQUIRE(vesta_next(ids, "none", &one) == VESTA_NOT_FOUND);
    REQUIRE(vesta_retry_after_ms() == -1);
    return use_parts(ids, many[999]);
}

const char* use_every_function(const char* settings_file, const char* settings_text) {
    const char* wrong = NULL;
    vesta_ids* ids = vesta_open(settings_file);
    REQUIRE(strlen(vesta_version()) >= 5);
    REQUIRE(ids != NULL);
    REQUIRE(vesta_open_text(settings_text) == NULL); /* the machine ID is held */
    REQUIRE(strstr(vesta_last_error(), "is locked by process") != NULL && vesta_last_error_code() == VESTA_IN_USE);
    wrong = use_ids(ids);
    if (wrong == NULL) wrong = use_numbers(ids);
    if (wrong == NULL) wrong = use_handles(ids);
    if (wrong == NULL) wrong = use_uuids(ids);
    REQUIRE(vesta_close(ids) == VESTA_OK);
    ids = vesta_open_text(settings_text);
    REQUIRE(ids != NULL);
    REQUIRE(vesta_close(ids) == VESTA_OK);
    REQUIRE(vesta_close(NULL) == VESTA_OK);
    return wrong;
}
