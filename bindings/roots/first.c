/* Prints an ID. */
#include <vesta/embed/vesta.h>

#include <inttypes.h>
#include <stdio.h>

int main(void) {
    vesta_ids* const ids = vesta_open("first.yaml");
    int64_t id = 0;
    if (ids == NULL || vesta_next(ids, NULL, &id) != VESTA_OK) {
        fprintf(stderr, "%s\n", vesta_last_error());
        return 1;
    }
    printf("%" PRId64 "\n", id);
    return vesta_close(ids) == VESTA_OK ? 0 : 1;
}
