/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/reader.h"

#include <errno.h>
#include <unistd.h>

#include "lib/source/bpf/object.h"
#include "lib/source/bpf/pin.h"
#include "lib/source/bpf/support.h"

/*
 * What each way costs, in microseconds of CPU time: Linux 6.18, a virtual machine of 2025, medians
 * with 1,000 to 64,000 idle threads. Only the proportions matter. With nothing loaded, loading is
 * worth it for a scan of threads from about 700 tasks on, for one of processes from about as many
 * processes, and for a group count from 14,000 tasks on.
 *
 * Procfs takes a file or two for each row, and the kernel walks over a process's threads twice:
 * when /proc is listed, and when it sums them up (lib/source/proc/large_groups.h). A group count
 * saves both walks, but none of the files.
 */
#define PROCFS_ROW         6.0
#define PROCFS_SUMMED_TASK 0.18

/* A program that scans twice will continue: what it loads then serves at least this many passes. */
#define PASSES_TO_COME 20

/* What loading must save each scan, since on a small host nobody would notice. */
#define WORTH_LOADING 1000

static int reserve(const struct pass *pass, struct records *records)
{
    const struct host_size *host = &pass->host;

    return records_reserve(records, pass->threads ? host->tasks : host->processes, host->processes);
}

/* Reads by an id walk. */
static int walk_ids(struct reader *reader, int program, const struct pass *pass,
                    struct records *records)
{
    int result = reserve(pass, records);

    return result < 0 ? result : id_walk_read(&reader->id_walk, program, pass, records);
}

/* Reads an iterator, which is closed, too; `fd` may be an error. */
static int read_iterator(struct reader *reader, int fd, const struct pass *pass,
                         struct records *records)
{
    int result;

    if (fd < 0)
        return fd;
    result = reserve(pass, records);
    if (result == 0)
        result = task_iter_read(&reader->stream, fd, records);
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
    result = walk_ids(reader, fd, pass, records);
    close(fd);
    return result;
}

/* If there is no pin with status one without it does: status is then read from procfs. */
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
    if (pass->status)
        return PROGRAM_WALK_STATUS;
    if (pass->again)
        return PROGRAM_WALK_DELTA;
    return pass_is_bare(pass) ? PROGRAM_WALK_BARE : PROGRAM_WALK;
}

static int read_id_walk(struct reader *reader, const struct pass *pass, struct records *records)
{
    return walk_ids(reader, reader->programs[id_walk_program(pass)], pass, records);
}

/* It is for one scan of processes and has only sums of their times. */
static bool suits_group_count(const struct pass *pass)
{
    return !pass->threads && pass->times && !pass->usage && !pass->again;
}

static int read_group_count(struct reader *reader, const struct pass *pass, struct records *records)
{
    return group_count_read(&reader->group_count, pass, records);
}

/* What a way costs and how it is taken. */
static const struct way {
    double load;                                      /* once */
    double pass;                                      /* each */
    double task;                                      /* each, when threads are wanted */
    double summed_task;                               /* each, when only sums are wanted */
    double process;                                   /* each, besides its tasks */
    bool (*suits)(const struct pass *pass);           /* NULL: any pass */
    enum program (*program)(const struct pass *pass); /* that stays loaded; NULL: none */
    int (*read)(struct reader *reader, const struct pass *pass, struct records *records);
} ways[WAYS] = {
    [WAY_PINNED_ID_WALK] = {.pass = 5,
                            .task = 0.12,
                            .summed_task = 0.05,
                            .read = read_pinned_id_walk},
    [WAY_PINNED_TASK_ITER] = {.pass = 5,
                              .task = 0.35,
                              .summed_task = 0.35,
                              .read = read_pinned_task_iter},
    [WAY_TASK_ITER] = {.load = 3500,
                       .task = 0.35,
                       .summed_task = 0.35,
                       .program = task_iter_program,
                       .read = read_task_iter},
    [WAY_ID_WALK] = {.load = 3000,
                     .task = 0.12,
                     .summed_task = 0.05,
                     .program = id_walk_program,
                     .read = read_id_walk},
    [WAY_GROUP_COUNT] = {.load = 1000,
                         .summed_task = 0.04,
                         .process = PROCFS_ROW,
                         .suits = suits_group_count,
                         .read = read_group_count},
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
    group_count_fini(&reader->group_count);
    reader_init(reader);
}

/* Whether a pin exists, in *open. 0 if it does not or can be opened, or -errno. */
static int find_pin(enum pin pin, bool *open, struct buf *why)
{
    const int fd = pin_open(pin, why);

    *open = fd >= 0;
    if (fd >= 0)
        close(fd);
    if (fd >= 0 || fd == -ENOENT)
        return 0;
    return fd == -EMFILE || fd == -ENFILE || fd == -ENOMEM ? fd : -ENOTSUP;
}

int reader_probe(struct reader *reader, struct buf *why)
{
    bool suits_walk = support_has_id_walk();
    bool may_load;
    int result = find_pin(PIN_TASKS, &reader->open[WAY_PINNED_TASK_ITER], why);

    if (result < 0)
        return result;
    if (suits_walk)
        result = find_pin(PIN_WALK, &reader->open[WAY_PINNED_ID_WALK], why);
    if (result < 0 && result != -ENOTSUP)
        return result;
    buf_clear(why);
    may_load = support_may_load(why);
    reader->open[WAY_TASK_ITER] = may_load;
    reader->open[WAY_ID_WALK] = may_load && suits_walk;
    reader->open[WAY_GROUP_COUNT] = may_load && (suits_walk || support_has_group_count());
    if (!reader->open[WAY_PINNED_ID_WALK] && !reader->open[WAY_PINNED_TASK_ITER] && !may_load)
        return -ENOTSUP;
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

    return program == PROGRAM_NONE ? ways[way].load > 0 : reader->programs[program] < 0;
}

static bool may_take(const struct reader *reader, enum reader_way way, const struct pass *pass)
{
    return reader->open[way] && (!ways[way].suits || ways[way].suits(pass));
}

/* The cost of a pass that way, plus what loading must save. */
static double price(const struct reader *reader, enum reader_way way, const struct pass *pass)
{
    const struct way *costs = &ways[way];
    const double sum = costs->pass +
                       pass->host.tasks * (pass->threads ? costs->task : costs->summed_task) +
                       pass->host.processes * costs->process;

    if (!must_load(reader, way, pass))
        return sum;
    return sum + WORTH_LOADING +
           costs->load / (reader->passes > 0 && !pass->last ? PASSES_TO_COME : 1);
}

static double price_of_procfs(const struct pass *pass)
{
    const struct host_size *host = &pass->host;

    return pass->threads ? host->tasks * PROCFS_ROW
                         : host->processes * PROCFS_ROW + host->tasks * PROCFS_SUMMED_TASK;
}

enum reader_way reader_choose(const struct reader *reader, const struct pass *pass)
{
    enum reader_way best = WAY_NONE;
    double least = price_of_procfs(pass);

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

/* Loads the program that a way keeps loaded. */
static int load(struct reader *reader, enum reader_way way, const struct pass *pass)
{
    const enum program program = program_of(way, pass);
    int fd = -1;
    int result;

    if (program == PROGRAM_NONE || reader->programs[program] >= 0)
        return 0;
    result = load_program(program, &fd);
    reader->programs[program] = result < 0 ? -1 : fd;
    return result;
}

/* Closes a way that failed, unless the error may be temporary. */
static int note_failure(struct reader *reader, enum reader_way way, int result)
{
    if (result < 0 && result != -ENOMEM && result != -EAGAIN)
        reader->open[way] = false;
    return result;
}

int reader_load(struct reader *reader, const struct pass *pass)
{
    int result = -ENOTSUP;

    for (int i = 0; i < WAYS && result < 0; i++) {
        enum reader_way way = reader_choose(reader, pass);

        if (way == WAY_NONE)
            break;
        result = note_failure(reader, way, load(reader, way, pass));
    }
    return result;
}

/* 0 or -errno, and then `records` is empty. */
static int try_way(struct reader *reader, enum reader_way way, const struct pass *pass,
                   struct records *records)
{
    int result = load(reader, way, pass);

    records_clear(records);
    records->expected = pass->host.tasks;
    if (result == 0)
        result = ways[way].read(reader, pass, records);
    if (result == 0)
        result = records_sort(records);
    if (result < 0)
        records_clear(records);
    return note_failure(reader, way, result);
}

int reader_read(struct reader *reader, const struct pass *wanted, struct records *records)
{
    struct pass pass = *wanted;
    int result = -ENOTSUP;

    records_clear(records);
    pass.number = reader->passes;
    if (!host_size_read(&pass.host))
        return 0;
    for (int i = 0; i < WAYS && result < 0 && result != -ENOMEM; i++) {
        enum reader_way way = reader_choose(reader, &pass);

        if (way == WAY_NONE)
            break;
        result = try_way(reader, way, &pass, records);
    }
    reader->passes++;
    return result == -ENOMEM ? result : 0;
}
