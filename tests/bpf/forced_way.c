/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bpf/forced_way.h"

#include <errno.h>
#include <string.h>

#include "lib/source/bpf/object.h"
#include "lib/source/bpf/pin.h"
#include "tests/common/may_load.h"
#include "tests/common/take_over.h"
#include "tests/common/verdict.h"
#include "tests/common/wait.h"

static const char *const names[WAYS] = {
    [WAY_PINNED_ID_WALK] = "pinned-id-walk",
    [WAY_PINNED_TASK_ITER] = "pinned-task-iter",
    [WAY_TASK_ITER] = "task-iter",
    [WAY_ID_WALK] = "id-walk",
};

static struct reader own;
static enum reader_way own_way;
static const struct records *last;

/* --- errors, which the reader keeps to itself --- */

/* -errno of the current pass, and of loading a program for it; 0: none. */
static int error, load_error;

static int note(int result)
{
    if (result < 0)
        error = result;
    return result;
}

static int note_load(int result)
{
    if (result < 0)
        load_error = result;
    return note(result);
}

TAKE_OVER(int, load_program, enum program program, int *fd)
{
    return note_load(__real_load_program(program, fd));
}

TAKE_OVER(int, pin_open, enum pin pin, struct buf *why)
{
    return note(__real_pin_open(pin, why));
}

TAKE_OVER(int, object_open_iterator, int link)
{
    return note(__real_object_open_iterator(link));
}

TAKE_OVER(int, task_iter_read, struct stream *stream, int fd, struct budget *budget,
          struct records *records)
{
    return note(__real_task_iter_read(stream, fd, budget, records));
}

TAKE_OVER(int, id_walk_read, struct id_walk *walk, int program, const struct pass *pass,
          struct records *records)
{
    return note(__real_id_walk_read(walk, program, pass, records));
}

/* --- passes --- */

static noreturn void fail_pass(void)
{
    fail("expected a pass by %s, and it failed: %s", names[own_way],
         error < 0 ? strerror(-error) : "that way was not taken");
}

static bool read_pass(const struct pass *wanted, struct records *records);

TAKE_OVER(int, reader_read, struct reader *reader, const struct pass *wanted,
          struct records *records)
{
    (void)reader;
    if (!read_pass(wanted, records))
        fail_pass();
    last = records;
    return 0;
}

static bool try_pass(const struct pass *wanted, struct records *records)
{
    error = load_error = 0;
    return __real_reader_read(&own, wanted, records) == 0 && records->scope != SCOPE_NONE;
}

/* False if a pass returns no records. It is repeated if new tasks outgrew its memory. */
static bool read_pass(const struct pass *wanted, struct records *records)
{
    bool good;

    WAIT_UNTIL ((good = try_pass(wanted, records)) || error != -EAGAIN, "error %d", error)
        continue;
    return good;
}

/* Makes a pass of each kind that tests ask for, so that all programs are loaded. */
static bool try_out(struct buf *why)
{
    static const struct pass passes[] = {
        {.threads = false},
        {.threads = true, .memory = true},
        {.threads = true, .status = true},
        {.threads = true, .again = true},
    };
    struct records records = {0};
    bool good = true;

    for (size_t i = 0; good && i < sizeof(passes) / sizeof(passes[0]); i++)
        good = read_pass(&passes[i], &records);
    records_fini(&records);
    if (!good && !is_refusal(load_error))
        fail_pass();
    if (!good)
        buf_printf(why, "the kernel takes no programs: %s", strerror(-load_error));
    return good;
}

/* --- for tests --- */

enum reader_way forced_way_find(const char *name)
{
    enum reader_way way = 0;

    while (way < WAYS && strcmp(name, names[way]) != 0)
        way++;
    return way;
}

bool forced_way_open(enum reader_way way, struct buf *why)
{
    reader_init(&own);
    own_way = way;
    if (reader_probe(&own, why) < 0)
        return false;
    for (enum reader_way other = 0; other < WAYS; other++)
        own.open[other] = own.open[other] && other == way;
    own.never_procfs = own.no_limit = true;
    if (own.open[way])
        return try_out(why);
    buf_printf(why, "%s is not open here", names[way]);
    return false;
}

void forced_way_close(void)
{
    reader_fini(&own);
    last = NULL;
}

const struct records *forced_way_records(void)
{
    return last;
}
