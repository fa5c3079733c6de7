/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/reader.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/resources.h"
#include "lib/source/bpf/object.h"
#include "lib/source/bpf/pass.h"
#include "lib/source/bpf/pin.h"
#include "lib/source/bpf/support.h"
#include "lib/text/debug.h"

/*
 * A program that scans twice will continue: what it loads then is used for at least this many
 * passes.
 */
#define PASSES_TO_COME 20

/* After this many passes, pins that could not be used are looked up again. */
#define PINS_AGAIN 8

/*
 * The minimum that loading must save per scan, as in pass.h: on a small host nobody would notice
 * less.
 */
#define WORTH_LOADING 1000

/* Several times the CPU time of a usual load, and of the procfs scan that it replaces. */
#define LOAD_LIMIT_NS (100 * NS_PER_MS)

/* Reads an iterator and closes it; `fd` may be an error. */
static int read_iterator(struct reader *reader, int fd, const struct pass *pass,
                         struct records *records)
{
    int result;

    if (fd < 0)
        return fd;
    result = task_iter_read(&reader->stream, fd, pass->budget, records);
    close(fd);
    return result;
}

static int read_pinned_id_walk(struct reader *reader, const struct pass *pass,
                               struct records *records)
{
    int fd = pin_open(PIN_WALK, NULL);
    int result;

    if (fd < 0)
        return fd;
    result = id_walk_read(&reader->id_walk, fd, pass, records);
    close(fd);
    return result;
}

/* Without a pin with status, one without it is used: status is then read from procfs. */
static int read_pinned_task_iter(struct reader *reader, const struct pass *pass,
                                 struct records *records)
{
    int fd = pass->status ? pin_open(PIN_STATUS, NULL) : -ENOENT;

    return read_iterator(reader, fd < 0 ? pin_open(PIN_TASKS, NULL) : fd, pass, records);
}

static enum program task_iter_program(const struct pass *pass)
{
    return pass->status ? PROGRAM_ITER_STATUS : PROGRAM_ITER;
}

static int read_task_iter(struct reader *reader, const struct pass *pass, struct records *records)
{
    const int link = reader->programs[task_iter_program(pass)];

    return read_iterator(reader, object_open_iterator(link), pass, records);
}

static enum program id_walk_program(const struct pass *pass)
{
    if (pass->status || pass->again)
        return PROGRAM_WALK_FULL;
    return pass_is_bare(pass) ? PROGRAM_WALK_BARE : PROGRAM_WALK;
}

static int read_id_walk(struct reader *reader, const struct pass *pass, struct records *records)
{
    const int program = reader->programs[id_walk_program(pass)];

    return id_walk_read(&reader->id_walk, program, pass, records);
}

static const struct way {
    const char *name;                                 /* for --debug */
    enum program (*program)(const struct pass *pass); /* the program it keeps loaded; NULL: none */
    int (*read)(struct reader *reader, const struct pass *pass, struct records *records);
} ways[WAYS] = {
    [WAY_PINNED_ID_WALK] = {"pinned id walk", NULL, read_pinned_id_walk},
    [WAY_PINNED_TASK_ITER] = {"pinned task iterator", NULL, read_pinned_task_iter},
    [WAY_TASK_ITER] = {"task iterator", task_iter_program, read_task_iter},
    [WAY_ID_WALK] = {"id walk", id_walk_program, read_id_walk},
};

void reader_init(struct reader *reader)
{
    *reader = (struct reader){0};
    for (int i = 0; i < PROGRAMS; i++)
        reader->programs[i] = -1;
}

void reader_fini(struct reader *reader)
{
    for (int i = 0; i < PROGRAMS; i++) {
        if (reader->programs[i] >= 0)
            close(reader->programs[i]);
    }
    id_walk_fini(&reader->id_walk);
    stream_fini(&reader->stream);
    reader_init(reader);
}

/*
 * Sets *open to whether a pin exists and can be opened. 0, also if it does not exist; -ENOTSUP,
 * with a line in `why`, if it may not be used; or -errno.
 */
static int find_pin(enum pin pin, bool *open, struct buf *why)
{
    const int fd = pin_open(pin, why);

    *open = fd >= 0;
    if (fd >= 0)
        close(fd);
    if (fd >= 0 || fd == -ENOENT)
        return 0;
    return is_shortage(fd) ? fd : -ENOTSUP;
}

/*
 * Finds the pins. 0; -ENOTSUP, with a line in `why`, if there are pins but none may be used; or
 * -errno. Beside an iterator that may not be used the id walk is not looked for: whoever made that
 * pin may have made the other.
 */
static int find_pins(struct reader *reader, bool suits_walk, struct buf *why)
{
    int result = find_pin(PIN_TASKS, &reader->open[WAY_PINNED_TASK_ITER], why);

    if (result < 0 || !suits_walk)
        return result;
    result = find_pin(PIN_WALK, &reader->open[WAY_PINNED_ID_WALK], why);
    return result == -ENOTSUP && reader_has_pin(reader) ? 0 : result;
}

int reader_probe(struct reader *reader, struct buf *why)
{
    const bool suits_walk = support_has_id_walk();
    struct buf ignored = {0};
    int result = find_pins(reader, suits_walk, why);
    bool may_load;

    if (result < 0 && result != -ENOTSUP)
        return result;
    memcpy(reader->pinned, reader->open, sizeof(reader->pinned));
    may_load = support_may_load(result < 0 ? &ignored : why);
    buf_fini(&ignored);
    reader->open[WAY_TASK_ITER] = may_load;
    reader->open[WAY_ID_WALK] = may_load && suits_walk;
    if (!may_load && !reader_has_pin(reader)) {
        if (result == 0 && support_lacks_rights())
            buf_puts(why, ", or a pin that an administrator has made (dotproc-bpf load)");
        return -ENOTSUP;
    }
    buf_clear(why);
    return 0;
}

/* The program that a way keeps loaded, or PROGRAM_NONE. */
static enum program program_of(enum reader_way way, const struct pass *pass)
{
    return ways[way].program ? ways[way].program(pass) : PROGRAM_NONE;
}

static bool must_load(const struct reader *reader, enum reader_way way, const struct pass *pass)
{
    const enum program program = program_of(way, pass);

    return program != PROGRAM_NONE && reader->programs[program] < 0;
}

static bool may_take(const struct reader *reader, enum reader_way way, const struct pass *pass)
{
    const enum program program = program_of(way, pass);

    return reader->open[way] && (program == PROGRAM_NONE || !reader->refused[program]);
}

/* The cost of a pass in this way, plus what loading must save. */
static double price(const struct reader *reader, enum reader_way way, const struct pass *pass)
{
    const double sum = cost_of_pass(way, pass);

    if (!must_load(reader, way, pass))
        return sum;
    return sum + WORTH_LOADING +
           cost_of_load(way) / (reader->passes > 0 && !pass->last ? PASSES_TO_COME : 1);
}

enum reader_way reader_choose(const struct reader *reader, const struct pass *pass)
{
    enum reader_way best = WAY_NONE;
    double least = cost_of_procfs(pass);

    if (reader->slow)
        return WAY_NONE;
    for (enum reader_way way = 0; way < WAYS; way++) {
        double sum = price(reader, way, pass);

        if (may_take(reader, way, pass) &&
            (sum < least || (best == WAY_NONE && reader->never_procfs))) {
            least = sum;
            best = way;
        }
    }
    return best;
}

static bool is_temporary(int error)
{
    return is_shortage(error) || error == -EAGAIN;
}

int reader_load_program(struct reader *reader, enum program program)
{
    int *fd = &reader->programs[program];
    int result;

    if (*fd >= 0)
        return 0;
    result = reader->never_procfs ? load_program(program, fd)
                                  : load_program_within(program, LOAD_LIMIT_NS, fd);
    if (result < 0) {
        *fd = -1;
        reader->refused[program] = !is_temporary(result);
    }
    return result;
}

/* Loads the program that a way keeps loaded. */
static int load(struct reader *reader, enum reader_way way, const struct pass *pass)
{
    const enum program program = program_of(way, pass);

    return program == PROGRAM_NONE ? 0 : reader_load_program(reader, program);
}

/*
 * Reads in this way, and disables it if that fails, unless the error may be temporary; all ways if
 * it took longer than procfs would, even if it came to its end.
 */
static int read_by(struct reader *reader, enum reader_way way, const struct pass *pass,
                   struct records *records)
{
    int result = ways[way].read(reader, pass, records);

    if (result == 0)
        result = records_sort(records);
    if (result == -ETIME || (result == 0 && pass->budget && budget_is_spent(pass->budget)))
        reader->slow = true;
    else if (result < 0 && !is_temporary(result))
        reader->open[way] = false;
    return result;
}

int reader_load(struct reader *reader, const struct pass *pass)
{
    int result = -ENOTSUP;

    for (int i = 0; i < WAYS && result < 0 && !is_shortage(result); i++) {
        const enum reader_way way = reader_choose(reader, pass);

        if (way == WAY_NONE)
            break;
        result = load(reader, way, pass);
    }
    return result;
}

/* 0; or -errno, with `records` empty. */
static int try_way(struct reader *reader, enum reader_way way, const struct pass *pass,
                   struct records *records)
{
    const int64_t start_ns = debug_start_ns(DEBUG_BPF);
    int result = load(reader, way, pass);

    records_clear(records);
    records->expected = pass->host.tasks;
    if (pass->budget)
        budget_begin(pass->budget, cost_of_procfs(pass) / COST_OF_ROW, COST_OF_ROW);
    if (result == 0)
        result = read_by(reader, way, pass, records);
    DEBUG(BPF, "pass %u by %s: %s, %zu tasks in %lld us, longest run %lld us",
          (unsigned)pass->number, ways[way].name, result == 0 ? "done" : strerror(-result),
          records->task_count, debug_us(start_ns), records->longest_us);
    if (result < 0)
        records_clear(records);
    return result;
}

bool reader_has_pin(const struct reader *reader)
{
    return reader->open[WAY_PINNED_ID_WALK] || reader->open[WAY_PINNED_TASK_ITER];
}

/* Looks up pins again: an administrator may have replaced them, which revoked the old ones. */
static void find_new_pins(struct reader *reader)
{
    static const enum pin pins[WAYS] = {
        [WAY_PINNED_ID_WALK] = PIN_WALK,
        [WAY_PINNED_TASK_ITER] = PIN_TASKS,
    };

    if (reader->passes % PINS_AGAIN != 0)
        return;
    for (enum reader_way way = 0; way < WAYS; way++)
        if (reader->pinned[way] && !reader->open[way])
            find_pin(pins[way], &reader->open[way], NULL);
}

int reader_read(struct reader *reader, const struct pass *wanted, struct records *records)
{
    struct pass pass = *wanted;
    struct budget budget = {0};
    int result = -ENOTSUP;

    records_clear(records);
    find_new_pins(reader);
    pass.number = reader->passes;
    pass.budget = reader->no_limit ? NULL : &budget;
    if (!pass_read_size(&pass))
        return 0;
    for (int i = 0; i < WAYS && result < 0 && !is_shortage(result); i++) {
        enum reader_way way = reader_choose(reader, &pass);

        if (way == WAY_NONE) {
            DEBUG(BPF, "pass %u by procfs", (unsigned)pass.number);
            break;
        }
        result = try_way(reader, way, &pass, records);
    }
    reader->passes++;
    return is_shortage(result) ? result : 0;
}

bool reader_is_slow(void)
{
    const struct pass pass = {.threads = true, .memory = true, .rss = true};
    struct records records = {0};
    struct buf why = {0};
    struct reader reader;
    bool slow;

    reader_init(&reader);
    reader.never_procfs = true;
    if (reader_probe(&reader, &why) == 0)
        reader_read(&reader, &pass, &records);
    slow = reader.slow;
    reader_fini(&reader);
    records_fini(&records);
    buf_fini(&why);
    return slow;
}
