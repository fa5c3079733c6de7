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

static struct reader reader;
static struct buf why;

static void set_up(void)
{
    reader_init(&reader);
}

static void tear_down(void)
{
    reader_fini(&reader);
    buf_fini(&why);
}

FIXTURE(set_up, tear_down);

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
    pin_results[PIN_TASKS] = pin_results[PIN_WALK] = -ENOENT;
    may_load = lacks_rights = false;
    ck_assert_int_eq(reader_probe(&reader, &why), -ENOTSUP);
    ck_assert_str_eq(buf_text(&why), "kernel too old");
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
    size_t count = 0;

    pin_results[PIN_TASKS] = probes[_i].tasks;
    pin_results[PIN_WALK] = probes[_i].walk;
    may_load = probes[_i].may_load;
    lacks_rights = !may_load;
    suits_walk = probes[_i].suits_walk;
    ck_assert_int_eq(reader_probe(&reader, &why), probes[_i].result);
    for (enum reader_way way = 0; way < WAYS; way++) {
        if (reader.open[way])
            open[count++] = letters[way];
    }
    ck_assert_str_eq(open, probes[_i].open);
    ck_assert_str_eq(buf_text(&why), probes[_i].why);
}

/* --- the choice --- */

static void open_ways(const char *letters)
{
    reader.open[WAY_PINNED_ID_WALK] = strchr(letters, 'p');
    reader.open[WAY_PINNED_TASK_ITER] = strchr(letters, 'q');
    reader.open[WAY_TASK_ITER] = strchr(letters, 's');
    reader.open[WAY_ID_WALK] = strchr(letters, 'w');
}

/* The choice of a way, by what is open, wanted, loaded and there. */
static const struct {
    const char *open; /* p, q: pinned id walk, task iterator; w, s: our own */
    bool threads, procfs;
    uint32_t tasks, processes;
    enum reader_way way;
    unsigned passes;
    enum {
        NONE,
        LOADED,
        REFUSED
    } iter, walk; /* their programs, if they are not just open */
    bool again, last;
    uint32_t listed; /* of the tasks, where these are not all to be seen */
} choices[] = {
    {"", true, true, 16000, 90, .way = WAY_NONE},
    {"sw", true, true, 100, 90, .way = WAY_NONE},
    {"sw", true, false, 100, 90, .way = WAY_ID_WALK},
    {"s", true, false, 100, 90, .way = WAY_TASK_ITER},
    {"s", true, true, 16000, 90, .way = WAY_TASK_ITER},
    {"sw", true, true, 1000, 90, .way = WAY_ID_WALK},
    {"sw", true, true, 64000, 90, .way = WAY_ID_WALK},
    {"sw", true, true, 1000, 90, .way = WAY_TASK_ITER, .iter = LOADED}, /* what is there */
    {"q", true, true, 100, 90, .way = WAY_PINNED_TASK_ITER},
    {"qsw", true, true, 1000, 90, .way = WAY_PINNED_TASK_ITER},
    {"pqsw", true, true, 1000, 90, .way = WAY_PINNED_ID_WALK},
    {"pqsw", false, true, 1000, 90, .way = WAY_PINNED_ID_WALK},
    {"q", false, true, 12000, 12000, .way = WAY_PINNED_TASK_ITER},
    {"sw", false, true, 12000, 12000, .way = WAY_ID_WALK},
    {"sw", false, true, 200, 100, .way = WAY_NONE},
    {"sw", false, true, 20000, 90, .way = WAY_NONE},
    {"sw", false, true, 64000, 90, .way = WAY_ID_WALK},
    {"sw", false, true, 16000, 2000, .way = WAY_ID_WALK}, /* files take longer */
    {"psw", false, true, 16000, 90, .way = WAY_PINNED_ID_WALK},
    /* A reader that has made a pass will make more. */
    {"sw", false, true, 10000, 90, .way = WAY_NONE},
    {"sw", false, true, 10000, 90, .way = WAY_ID_WALK, .passes = 1},
    {"s", true, true, 300, 90, .way = WAY_TASK_ITER, .passes = 1},
    {"sw", true, true, 150, 90, .way = WAY_NONE, .passes = 1},
    {"qsw", false, true, 150, 90, .way = WAY_PINNED_TASK_ITER, .passes = 1},
    /* What is loaded after a pass is to serve for many, unless there will be none. */
    {"w", false, true, 16000, 90, .way = WAY_NONE, .again = true},
    {"w", false, true, 16000, 90, .way = WAY_ID_WALK, .again = true, .passes = 1},
    {"w", false, true, 16000, 90, .way = WAY_NONE, .again = true, .passes = 1, .last = true},
    {"w", false, true, 16000, 90, .way = WAY_ID_WALK, .again = true, .passes = 1, .last = true,
     .walk = LOADED},
    /* What another pass needs of the same way is not refused with it. */
    {"sw", true, true, 16000, 90, .way = WAY_ID_WALK, .again = true},
    {"sw", true, true, 16000, 90, .way = WAY_TASK_ITER, .again = true, .walk = REFUSED},
    {"sw", true, true, 16000, 90, .way = WAY_NONE, .again = true, .walk = REFUSED, .iter = REFUSED},
    {"sw", true, true, 16000, 90, .way = WAY_ID_WALK, .walk = REFUSED, .iter = REFUSED},
    /* A container with few tasks of a large host's, and one with many. */
    {"qs", true, true, 50000, 9000, .way = WAY_NONE, .listed = 20},
    {"qs", true, true, 50000, 9000, .way = WAY_PINNED_TASK_ITER, .listed = 6000},
};

LOOP(cheapest_way_is_chosen, COUNT_OF(choices))
{
    const struct host_size host = {choices[_i].tasks, choices[_i].processes};
    const struct pass pass = {
        .threads = choices[_i].threads,
        .again = choices[_i].again,
        .last = choices[_i].last,
        .host = host,
        .listed = choices[_i].listed ? (struct host_size){choices[_i].listed, 1} : host};

    open_ways(choices[_i].open);
    reader.passes = choices[_i].passes;
    reader.never_procfs = !choices[_i].procfs;
    reader.refused[PROGRAM_ITER] = choices[_i].iter == REFUSED;
    reader.refused[PROGRAM_WALK_FULL] = choices[_i].walk == REFUSED;
    if (choices[_i].iter == LOADED)
        reader.programs[PROGRAM_ITER] = dup(STDIN_FILENO);
    if (choices[_i].walk == LOADED)
        reader.programs[PROGRAM_WALK_FULL] = dup(STDIN_FILENO);
    ck_assert_int_eq(reader_choose(&reader, &pass), choices[_i].way);
}

CASE(a_shortage_is_an_error)
{
    const struct pass pass = {.threads = true, .host = {16000, 90}, .listed = {16000, 90}};
    struct records records = {0};

    open_ways("sw");
    reader.never_procfs = true;
    ck_assert_int_eq(reader_load(&reader, &pass), -EMFILE);
    ck_assert_uint_eq(loads, 1);
    ck_assert_int_eq(reader_read(&reader, &pass, &records), -EMFILE);
    ck_assert_uint_eq(loads, 2);
    records_fini(&records);
}

CASE(a_shortage_is_called_by_its_name)
{
    const struct source_options options = {.name = "bpf"};
    struct source *source;

    may_load = lacks_descriptors = true;
    ck_assert_int_eq(source_open(&options, &source, &why), -EMFILE);
    ck_assert_str_eq(buf_text(&why), "source bpf: Too many open files");
    lacks_descriptors = false;
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
