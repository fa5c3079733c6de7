/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which way a pass over the kernel's tasks is made. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "lib/source/bpf/bpf.h"
#include "lib/source/bpf/pin.h"
#include "lib/source/bpf/reader.h"
#include "lib/source/bpf/support.h"
#include "tests/common/take_over.h"
#include "tests/unit/run.h"

/* --- what is open at the start --- */

/* What the host has: the result of opening each pin, 0 for one that opens. */
static int pin_results[PINS];
static bool may_load, lacks_rights, suits_walk;

TAKE_OVER(int, pin_open, enum pin pin, struct buf *why)
{
    if (pin_results[pin] == 0)
        return open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (why && pin_results[pin] != -ENOENT)
        buf_puts(why, pin == PIN_WALK ? "walk refused" : "tasks refused");
    return pin_results[pin];
}

TAKE_OVER(bool, support_may_load, struct buf *why)
{
    if (!may_load)
        buf_puts(why, lacks_rights ? "no capabilities" : "kernel too old");
    return may_load;
}

TAKE_OVER(bool, support_lacks_rights, void)
{
    return lacks_rights;
}

TAKE_OVER(bool, support_has_id_walk, void)
{
    return suits_walk;
}

static unsigned loads;

/* There are too few descriptors. */
TAKE_OVER(int, load_program, enum program program, int *fd)
{
    (void)program;
    *fd = -1;
    loads++;
    return -EMFILE;
}

static bool lacks_descriptors;

TAKE_OVER(bool, host_size_read, struct host_size *size)
{
    errno = EMFILE;
    return !lacks_descriptors && __real_host_size_read(size);
}

static const struct {
    int tasks, walk; /* as pin_results */
    bool may_load, suits_walk;
    const char *open; /* as below */
    const char *why;  /* "": it can be read */
    int result;
} probes[] = {
    {-ENOENT, -ENOENT, true, true, "sw", "", 0},
    {-ENOENT, -ENOENT, true, false, "s", "", 0},
    {-ENOENT, -ENOENT, false, true, "",
     "no capabilities, or a pin that an administrator has made (dotproc-bpf load)", -ENOTSUP},
    {0, 0, false, true, "pq", "", 0},
    {0, 0, true, true, "pqsw", "", 0},
    {0, 0, true, false, "qs", "", 0},
    {0, -EACCES, false, true, "q", "", 0},
    {-ENOENT, -EACCES, false, true, "", "walk refused", -ENOTSUP},
    {-ENOENT, -EACCES, true, true, "sw", "", 0},
    /* Pins of which one may not be used are as none, but for the message. */
    {-EACCES, 0, true, true, "sw", "", 0},
    {-EPERM, -EPERM, true, true, "sw", "", 0},
    {-EACCES, -EACCES, true, false, "s", "", 0},
    {-EACCES, 0, false, true, "", "tasks refused", -ENOTSUP},
    {-EPERM, -EPERM, false, false, "", "tasks refused", -ENOTSUP},
    /* A shortage is an error. */
    {-EMFILE, 0, true, true, "", "tasks refused", -EMFILE},
    {0, -ENOMEM, true, true, "q", "walk refused", -ENOMEM},
};

CASE(a_pin_is_no_help_on_an_older_kernel)
{
    struct reader reader;
    struct buf why = {0};

    pin_results[PIN_TASKS] = pin_results[PIN_WALK] = -ENOENT;
    may_load = lacks_rights = false;
    reader_init(&reader);
    ck_assert_int_eq(reader_probe(&reader, &why), -ENOTSUP);
    ck_assert_str_eq(buf_text(&why), "kernel too old");
    reader_fini(&reader);
    buf_fini(&why);
}

LOOP(ways_are_found, COUNT_OF(probes))
{
    static const char letters[WAYS + 1] = {
        [WAY_PINNED_ID_WALK] = 'p',
        [WAY_PINNED_TASK_ITER] = 'q',
        [WAY_TASK_ITER] = 's',
        [WAY_ID_WALK] = 'w',
    };
    char open[WAYS + 1] = "";
    struct reader reader;
    struct buf why = {0};
    size_t count = 0;

    pin_results[PIN_TASKS] = probes[_i].tasks;
    pin_results[PIN_WALK] = probes[_i].walk;
    may_load = probes[_i].may_load;
    lacks_rights = !may_load;
    suits_walk = probes[_i].suits_walk;
    reader_init(&reader);
    ck_assert_int_eq(reader_probe(&reader, &why), probes[_i].result);
    for (enum reader_way way = 0; way < WAYS; way++) {
        if (reader.open[way])
            open[count++] = letters[way];
    }
    ck_assert_str_eq(open, probes[_i].open);
    ck_assert_str_eq(buf_text(&why), probes[_i].why);
    reader_fini(&reader);
    buf_fini(&why);
}

/* --- the choice --- */

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

LOOP(cheapest_way_is_chosen, COUNT_OF(choices))
{
    struct reader reader;
    const struct pass pass = {.threads = choices[_i].threads,
                              .host = {choices[_i].tasks, choices[_i].processes},
                              .listed = {choices[_i].tasks, choices[_i].processes}};

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

/* A container with few tasks of a large host's, and one with many. */
CASE(a_container_is_not_as_large_as_its_host)
{
    struct pass pass = {.threads = true, .host = {50000, 9000}, .listed = {20, 10}};
    struct reader reader;

    reader_init(&reader);
    reader.open[WAY_PINNED_TASK_ITER] = reader.open[WAY_TASK_ITER] = true;
    ck_assert_int_eq(reader_choose(&reader, &pass), WAY_NONE);
    pass.listed = (struct host_size){pass.host.tasks / 10 + 1000, 1};
    ck_assert_int_eq(reader_choose(&reader, &pass), WAY_PINNED_TASK_ITER);
    reader_fini(&reader);
}

/* What is loaded after a pass is to serve for many, unless there will be none. */
CASE(nothing_is_loaded_for_the_last_pass)
{
    struct pass pass = {.again = true, .host = {16000, 90}, .listed = {16000, 90}};
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
CASE(a_refused_program_is_avoided_alone)
{
    struct pass pass = {.threads = true, .again = true, .host = {16000, 90}, .listed = {16000, 90}};
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

CASE(a_shortage_is_an_error)
{
    const struct pass pass = {.threads = true, .host = {16000, 90}, .listed = {16000, 90}};
    struct records records = {0};
    struct reader reader;

    reader_init(&reader);
    reader.open[WAY_ID_WALK] = reader.open[WAY_TASK_ITER] = true;
    reader.never_procfs = true;
    ck_assert_int_eq(reader_load(&reader, &pass), -EMFILE);
    ck_assert_uint_eq(loads, 1);
    ck_assert_int_eq(reader_read(&reader, &pass, &records), -EMFILE);
    ck_assert_uint_eq(loads, 2);
    records_fini(&records);
    reader_fini(&reader);
}

CASE(a_shortage_is_called_by_its_name)
{
    const struct source_options options = {.name = "bpf"};
    struct source *source;
    struct buf why = {0};

    may_load = lacks_descriptors = true;
    ck_assert_int_eq(source_open(&options, &source, &why), -EMFILE);
    ck_assert_str_eq(buf_text(&why), "source bpf: Too many open files");
    lacks_descriptors = false;
    buf_fini(&why);
}

CASE(a_program_that_found_no_descriptors_is_loaded_later)
{
    struct bpf_source source = {0};

    may_load = true;
    reader_init(&source.reader);
    source.reader.never_procfs = true;
    for (unsigned i = 1; i < 3; i++) {
        ck_assert_int_eq(bpf_load_program(&source, PROGRAM_TEXTS, true, 1), -EMFILE);
        ck_assert_uint_eq(loads, i);
    }
    reader_fini(&source.reader);
}
