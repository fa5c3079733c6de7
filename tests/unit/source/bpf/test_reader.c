/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which way a pass over the kernel's tasks is made. */
#include <string.h>
#include <unistd.h>

#include "lib/source/bpf/reader.h"
#include "tests/unit/run.h"

/* The choice of a way, by what is open, wanted, loaded and there. */
static const struct {
    const char *open; /* p, q: pinned id walk, task iterator; w, s: our own */
    bool loaded;      /* the stream */
    bool threads, procfs;
    uint32_t tasks, processes;
    enum reader_way way;
    unsigned passes;
} choices[] = {
    {"", false, true, true, 16000, 90, WAY_NONE, 0},
    {"sw", false, true, true, 100, 90, WAY_NONE, 0},
    {"sw", false, true, false, 100, 90, WAY_ID_WALK, 0},
    {"s", false, true, false, 100, 90, WAY_TASK_ITER, 0},
    {"s", false, true, true, 16000, 90, WAY_TASK_ITER, 0},
    {"sw", false, true, true, 1000, 90, WAY_ID_WALK, 0},
    {"sw", false, true, true, 64000, 90, WAY_ID_WALK, 0},
    {"sw", true, true, true, 1000, 90, WAY_TASK_ITER, 0}, /* what is there */
    {"q", false, true, true, 100, 90, WAY_PINNED_TASK_ITER, 0},
    {"qsw", false, true, true, 1000, 90, WAY_PINNED_TASK_ITER, 0},
    {"pqsw", false, true, true, 1000, 90, WAY_PINNED_ID_WALK, 0},
    {"pqsw", false, false, true, 1000, 90, WAY_PINNED_ID_WALK, 0},
    {"q", false, false, true, 12000, 12000, WAY_PINNED_TASK_ITER, 0},
    {"sw", false, false, true, 12000, 12000, WAY_ID_WALK, 0},
    {"sw", false, false, true, 200, 100, WAY_NONE, 0},
    {"sw", false, false, true, 20000, 90, WAY_NONE, 0},
    {"sw", false, false, true, 64000, 90, WAY_ID_WALK, 0},
    {"sw", false, false, true, 16000, 2000, WAY_ID_WALK, 0}, /* files take longer */
    {"psw", false, false, true, 16000, 90, WAY_PINNED_ID_WALK, 0},
    /* A reader that has made a pass will make more. */
    {"sw", false, false, true, 10000, 90, WAY_NONE, 0},
    {"sw", false, false, true, 10000, 90, WAY_ID_WALK, 1},
    {"s", false, true, true, 300, 90, WAY_TASK_ITER, 1},
    {"sw", false, true, true, 150, 90, WAY_NONE, 1},
    {"qsw", false, false, true, 150, 90, WAY_PINNED_TASK_ITER, 1},
};

START_TEST(cheapest_way_is_chosen)
{
    struct reader reader;
    const struct pass pass = {.threads = choices[_i].threads,
                              .host = {choices[_i].tasks, choices[_i].processes}};

    reader_init(&reader);
    reader.passes = choices[_i].passes;
    reader.open[WAY_PINNED_ID_WALK] = strchr(choices[_i].open, 'p');
    reader.open[WAY_PINNED_TASK_ITER] = strchr(choices[_i].open, 'q');
    reader.open[WAY_TASK_ITER] = strchr(choices[_i].open, 's');
    reader.open[WAY_ID_WALK] = strchr(choices[_i].open, 'w');
    reader.never_procfs = !choices[_i].procfs;
    if (choices[_i].loaded)
        reader.programs[PROGRAM_ITER] = dup(STDIN_FILENO);
    ck_assert_int_eq(reader_choose(&reader, &pass), choices[_i].way);
    reader_fini(&reader);
}

/* What is loaded after a pass is to serve for many, unless there will be none. */
START_TEST(nothing_is_loaded_for_the_last_pass)
{
    struct pass pass = {.again = true, .host = {16000, 90}};
    struct reader reader;

    reader_init(&reader);
    reader.open[WAY_ID_WALK] = true;
    ck_assert_int_eq(reader_choose(&reader, &pass), WAY_NONE);
    reader.passes = 1;
    ck_assert_int_eq(reader_choose(&reader, &pass), WAY_ID_WALK);
    pass.last = true;
    ck_assert_int_eq(reader_choose(&reader, &pass), WAY_NONE);
    reader.programs[PROGRAM_WALK_FULL] = dup(STDIN_FILENO);
    ck_assert_int_eq(reader_choose(&reader, &pass), WAY_ID_WALK);
    reader_fini(&reader);
}

/* What another pass needs of the same way is not refused with it. */
START_TEST(a_refused_program_is_avoided_alone)
{
    struct pass pass = {.threads = true, .again = true, .host = {16000, 90}};
    struct reader reader;

    reader_init(&reader);
    reader.open[WAY_ID_WALK] = reader.open[WAY_TASK_ITER] = true;
    ck_assert_int_eq(reader_choose(&reader, &pass), WAY_ID_WALK);
    reader.refused[PROGRAM_WALK_FULL] = true;
    ck_assert_int_eq(reader_choose(&reader, &pass), WAY_TASK_ITER);
    reader.refused[PROGRAM_ITER] = true;
    ck_assert_int_eq(reader_choose(&reader, &pass), WAY_NONE);
    pass.again = false;
    ck_assert_int_eq(reader_choose(&reader, &pass), WAY_ID_WALK);
    reader_fini(&reader);
}

TESTS("bpf reader", LOOP(cheapest_way_is_chosen, COUNT_OF(choices)),
      CASE(nothing_is_loaded_for_the_last_pass), CASE(a_refused_program_is_avoided_alone))
