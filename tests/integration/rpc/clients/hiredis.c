/* hiredis; see README.md. */
#include <hiredis/hiredis.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Prints what is in an answer behind what is on the line, and frees it. */
static void tell(redisReply* answer) {
    if (answer == NULL) exit(1);
    if (answer->type == REDIS_REPLY_INTEGER) printf(" %lld", answer->integer);
    if (answer->type == REDIS_REPLY_STRING) printf(" %s", answer->str);
    for (size_t i = 0; i < answer->elements; ++i)
        printf(" %lld", answer->element[i]->integer);
    freeReplyObject(answer);
}

static redisContext* connect_to(int port, const char* password) {
    redisContext* ids = redisConnect("127.0.0.1", port);
    if (ids != NULL && ids->err == 0 && password != NULL) freeReplyObject(redisCommand(ids, "AUTH %s", password));
    return ids;
}

static void tell_pipelined(redisContext* ids, int depth) {
    for (int i = 0; i < depth; ++i)
        redisAppendCommand(ids, "GENID");
    for (int i = 0; i < depth; ++i) {
        void* answer = NULL;
        if (redisGetReply(ids, &answer) != REDIS_OK) exit(1);
        tell(answer);
    }
}

static void tell_multi(redisContext* ids) {
    freeReplyObject(redisCommand(ids, "MULTI"));
    freeReplyObject(redisCommand(ids, "INCR order"));
    freeReplyObject(redisCommand(ids, "INCR order"));
    printf("\nmulti");
    tell(redisCommand(ids, "EXEC"));
}

static void tell_gen_method(redisContext* ids) {
    redisReply* one = redisCommand(ids, "GENID");
    redisReply* fields = redisCommand(ids, "EXPID %lld", one->integer);
    freeReplyObject(one);
    for (size_t i = 0; i + 1 < fields->elements; i += 2)
        if (strcmp(fields->element[i]->str, "genMethod") == 0)
            printf("\ngenmethod %lld", fields->element[i + 1]->integer);
    freeReplyObject(fields);
}

static void tell_error(redisContext* ids) {
    redisReply* refused = redisCommand(ids, "GENID GENERATOR nope");
    if (refused->type == REDIS_REPLY_ERROR) printf("\nerror %.*s", (int)strcspn(refused->str, " "), refused->str);
    freeReplyObject(refused);
}

/* hiredis reconnects when its user does. */
static void tell_again(int port, const char* password) {
    for (int failed = 0;; ++failed) {
        redisContext* ids = connect_to(port, password);
        redisReply* one = ids == NULL || ids->err != 0 ? NULL : redisCommand(ids, "GENID");
        if (one != NULL && one->type == REDIS_REPLY_INTEGER) {
            printf("anew\nfailed %d\nagain", failed);
            tell(one);
            redisFree(ids);
            return;
        }
        if (one != NULL) freeReplyObject(one);
        if (ids != NULL) redisFree(ids);
        usleep(10000);
    }
}

static void tell_numbers(redisContext* ids) {
    printf("\nincr");
    tell(redisCommand(ids, "INCR %s", "order"));
    tell(redisCommand(ids, "INCR %s", "order"));
    tell_multi(ids);
    printf("\nincrby");
    tell(redisCommand(ids, "INCRBY order 10"));
    printf("\nget");
    tell(redisCommand(ids, "GET order"));
    printf("\nexists");
    tell(redisCommand(ids, "EXISTS order"));
}

static void tell_ids(redisContext* ids, int count) {
    printf("type long long\none");
    tell(redisCommand(ids, "GENID"));
    printf("\nmany");
    tell(redisCommand(ids, "GENID COUNT %d", 1000));
    printf("\npipelined");
    tell_pipelined(ids, 100);
    printf("\nrange");
    tell(redisCommand(ids, "RANGE default 50"));
    tell_gen_method(ids);
    tell_error(ids);
    printf("\nplenty");
    for (int given = 0; given < count; given += 1000)
        tell_pipelined(ids, 1000);
}

int main(int count, char** words) {
    if (count < 3) return 2;
    const int port = atoi(words[1]);
    const char* password = count > 3 ? words[3] : NULL;
    redisContext* ids = connect_to(port, password);
    if (ids == NULL || ids->err != 0) return 1;
    tell_ids(ids, atoi(words[2]));
    tell_numbers(ids);
    printf("\nrestart\n");
    fflush(stdout);
    getchar();
    redisFree(ids);
    tell_again(port, password);
    printf("\n");
    return 0;
}
