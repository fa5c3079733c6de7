/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "lib/text/pool_name.h"
#include "tests/unit/run.h"

static const struct {
    const char *name;
    const char *pool;
} cases[] = {
    {"http-nio-8080-exec-17", "http-nio-8080-exec-*"},
    {"http-nio-80-1", "http-nio-*"}, /* all numbers at the end are one */
    {"pool-1-thread-1", "pool-1-thread-*"},
    {"worker12", "worker*"},
    {"worker/3:1", "worker/*"},
    {"GC Thread#3", "GC Thread#*"},
    {"io[12]", "io[*]"},
    {"job (3, 4)", "job (*)"},
    {"main", "main"},
    {"12345", "*"},
    {"", ""},
    {"(1)", "(*)"},
    {"--", "--"},
    {"c++", "c++"},
    {"kworker/3:1", "kworker/*"},
    {"kworker/3:1H-kblockd", "kworker/*"},
    {"kworker/u8:2+events_unbound", "kworker/*"},
    {"kworker/R-rcu_gp", "kworker/R-rcu_gp"},
    {"kworker/", "kworker/"},
    {"pool-12-thread-", "pool-12-thread-*"}, /* 15 bytes: a number was cut off */
    {"pool-2-thread-", "pool-2-thread-"},
    {"g\xc3\xbcte-7", "g\xc3\xbcte-*"},
    {"7\xc3\xbc", "7\xc3\xbc"},
    {"e\033[7", "e\033[*"},
    {"new\n3", "new\n*"},
};

LOOP(folds, COUNT_OF(cases))
{
    char pool[POOL_NAME_SIZE];
    size_t len = pool_name(cases[_i].name, pool);

    ck_assert_str_eq(pool, cases[_i].pool);
    ck_assert_uint_eq(len, strlen(pool));
}

CASE(never_writes_past_its_room)
{
    char name[300], pool[POOL_NAME_SIZE + 8];

    for (size_t len = 0; len < sizeof(name); len++) {
        memset(name, len % 2 ? '7' : '-', len);
        name[len] = '\0';
        memset(pool, 'x', sizeof(pool));
        ck_assert_uint_lt(pool_name(name, pool), POOL_NAME_SIZE);
        ck_assert_int_eq(memcmp(pool + POOL_NAME_SIZE, "xxxxxxxx", 8), 0);
    }
}

static const struct {
    const char *name, *folded;
} all_numbers[] = {
    {"a1b23", "a*b*"},
    {"12", "*"},
    {"", ""},
    {"a*7", "a*"},
    {"main", "main"},
    {"name-of-14-b-16", "name-of-*-b-*"},
    {"x\xc3\xbc-1", "x\xc3\xbc-*"},
    {"name-of-15-byte7", "name-of-*-byte"},
};

LOOP(folds_all_numbers, COUNT_OF(all_numbers))
{
    char folded[TASK_COMM_LEN], padded[TASK_COMM_LEN] = "";

    pool_name_fold(all_numbers[_i].name, folded);
    memcpy(padded, all_numbers[_i].folded, strlen(all_numbers[_i].folded));
    ck_assert_mem_eq(folded, padded, sizeof(padded));
}
