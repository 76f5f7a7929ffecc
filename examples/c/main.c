/* The same from C: open, one ID, a thousand, take one apart, close. */
#include <vesta/embed/vesta.h>

#include <inttypes.h>
#include <stdio.h>

static int failed(const char* doing) {
    fprintf(stderr, "%s: %s\n", doing, vesta_last_error());
    return 1;
}

int main(int argc, char** argv) {
    vesta_ids* ids = vesta_open(argc > 1 ? argv[1] : "conf/vesta.yaml");
    if (ids == NULL) return failed("open");

    int64_t one;
    if (vesta_next(ids, NULL, &one) != VESTA_OK) return failed("next");
    printf("one:    %" PRId64 "\n", one);

    int64_t many[1000];
    if (vesta_next_many(ids, NULL, many, 1000) != VESTA_OK) return failed("next_many");
    printf("batch:  %" PRId64 " to %" PRId64 "\n", many[0], many[999]);

    vesta_fields parts;
    if (vesta_explain(ids, NULL, one, &parts) != VESTA_OK) return failed("explain");
    printf("made:   at %" PRId64 " ms by machine %" PRIu64 "\n", parts.unix_ms, parts.machine);

    return vesta_close(ids) == VESTA_OK ? 0 : failed("close");
}
