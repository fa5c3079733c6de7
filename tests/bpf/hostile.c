/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The pinned id walk, called by hostile programs, or by those to which it is closed.
 *
 *   hostile          runs it with pages that our reader would never pass
 *   hostile refused  expects to be refused, in a pid namespace of its own
 */
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/bpf.h>

#include "lib/source/bpf/object.h"
#include "lib/source/bpf/pin.h"
#include "lib/source/bpf/records.h"
#include "tests/common/verdict.h"
#include "tests/common/wait.h"

#define PATTERN     0xa5
#define RANDOM_RUNS 1000

static struct wire_page page;
static struct records records;

/* Always the same numbers, so that a failure can be repeated. */
static uint64_t random_number(void)
{
    static uint64_t state = 88172645463325252;

    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static bool is_untouched(size_t from, size_t end)
{
    const unsigned char *bytes = (const unsigned char *)page.records;

    for (size_t i = from; i < end; i++) {
        if (bytes[i] != PATTERN)
            return false;
    }
    return true;
}

/*
 * From where an x86-64 with page tables of five levels has addresses; all others begin higher.
 * Without small negative numbers, and without a -1 of 32 bits behind a positive number.
 */
static bool is_kernel_address(uint64_t word)
{
    return word >= UINT64_C(0xff00000000000000) && word < UINT64_C(0xffffffffff000000) &&
           (word < UINT64_C(0xffffffff00000000) || word >= UINT64_C(0xffffffff80000000));
}

static void check_words(const void *from, const void *to)
{
    uint64_t word;

    for (const char *at = from; at < (const char *)to; at += sizeof(word)) {
        memcpy(&word, at, sizeof(word));
        if (is_kernel_address(word))
            fail("%#jx returned, expected no address of the kernel", (uintmax_t)word);
    }
}

/*
 * No record contains an address. What may look like one is not checked: limits, signal masks,
 * digests, ids of groups, statuses, and names up to their end.
 */
static void check_addresses(void)
{
    for (size_t i = 0; i < records.task_count; i++) {
        struct wire_task task = *records.tasks[i].task;

        task.digest = task.egid = 0;
        memset(task.comm, 0, strnlen(task.comm, sizeof(task.comm)));
        check_words(&task, &task + 1);
    }
    for (size_t i = 0; i < records.group_count; i++) {
        struct wire_group group = *records.groups[i];

        group.rss_limit = group.sig_group = group.sig_ignored = group.sig_caught = 0;
        memset(group.name, 0, strnlen(group.name, sizeof(group.name)));
        memset(group.work, 0, strnlen(group.work, sizeof(group.work)));
        check_words(&group, &group + 1);
    }
    for (size_t i = 0; i < records.sums_count; i++)
        check_words(&records.sums[i], &records.sums[i] + 1);
}

/* The first of the `count` cached tasks of a page. */
static struct wire_cached *cached_of(uint32_t count)
{
    return (struct wire_cached *)(void *)(page.records + sizeof(page.records)) - count;
}

/*
 * Runs the program on a page that is complete but for its records, and puts `count` cached tasks at
 * its end. Returns the program's answer.
 */
static int run_with_cached(int program, const struct wire_cached *cached, uint32_t count)
{
    const size_t room = sizeof(page.records) - count * sizeof(*cached);
    int answer;

    memset(page.records, PATTERN, room);
    if (count > 0)
        memcpy(cached_of(count), cached, count * sizeof(*cached));
    answer = object_run(program, &page, sizeof(page));
    if (answer != WIRE_WALKED) {
        if (!is_untouched(0, room))
            fail("a page is changed that was refused with %d", answer);
        return answer;
    }
    if (!records_header_is_ours(&page.header))
        fail("a header of version %u, expected ours, %d", page.header.version, WIRE_VERSION);
    if (page.used > room || !is_untouched(page.used, room))
        fail("more is written than the %u bytes that the page says, of %zu", page.used, room);
    if (count > 0 && memcmp(cached_of(count), cached, count * sizeof(*cached)) != 0)
        fail("the %u cached tasks are overwritten", count);
    /* No more tasks than a run compares. */
    if (page.visited > WIRE_CACHED_MAX)
        fail("a run visited %u tasks, expected %d at most", page.visited, WIRE_CACHED_MAX);
    records_clear(&records);
    if (records_parse(page.records, page.used, &records) < 0)
        fail("%u bytes of records cannot be parsed", page.used);
    check_addresses();
    return answer;
}

static void expect_answer(int program, int expected)
{
    const int answer = run_with_cached(program, NULL, 0);

    if (answer != expected)
        fail("the walk answers %d, expected %d", answer, expected);
}

/* A run from the id `next` on. */
static void expect_walk(int program, uint32_t next)
{
    memset(&page, 0, sizeof(page));
    page.next = next;
    page.end = UINT32_MAX;
    expect_answer(program, WIRE_WALKED);
    if (!page.done && page.next <= next)
        fail("a walk from %u on is to go on at %u, expected a later id", next, page.next);
}

static void try_ids(int program)
{
    static const uint32_t nowhere[] = {UINT32_C(1) << 24, INT32_MAX, 0x80000000, UINT32_MAX - 1};

    expect_walk(program, 0);
    if (records.task_count == 0)
        fail("no task in a walk from the first id on");
    expect_walk(program, (uint32_t)getpid());
    if (records.task_count == 0 || records.tasks[0].task->tid != (uint32_t)getpid())
        fail("a walk from our id on, %d, does not begin with our task", (int)getpid());
    for (size_t i = 0; i < sizeof(nowhere) / sizeof(nowhere[0]); i++) {
        expect_walk(program, nowhere[i]);
        if (!page.done || page.used > 0)
            fail("%u bytes from id %u on%s, expected none and the end", page.used, nowhere[i],
                 page.done ? "" : ", and no end");
    }
}

/* Fills all of a page but its records. */
static void fill_at_random(void)
{
    uint64_t word;

    for (size_t at = 0; at < offsetof(struct wire_page, records); at += sizeof(word)) {
        word = random_number();
        memcpy((char *)&page + at, &word, sizeof(word));
    }
}

static void try_garbage(int program)
{
    for (int i = 0; i < RANDOM_RUNS; i++) {
        uint32_t start;

        fill_at_random();
        /* Half of them start at an existing task, or all would end at once. Some also end there. */
        if (i % 2)
            page.next = (uint32_t)getpid();
        if (i % 4 == 1)
            page.end = page.next;
        start = page.next;
        expect_answer(program, WIRE_WALKED);
        if (page.end <= start && page.used > 0)
            fail("%u bytes of a walk from %u to %u, expected none", page.used, start, page.end);
    }
}

/* Whether the task `cached` is unchanged, and then has no record. */
static bool is_same(int program, const struct wire_cached *cached)
{
    /* The first ended long ago: it is to be skipped. */
    const struct wire_cached list[] = {{cached->tid - 1, 1, 1}, *cached, {cached->tid + 1, 1, 1}};

    memset(&page, 0, sizeof(page));
    page.flags = WIRE_DIGESTS;
    page.next = cached->tid;
    page.end = cached->tid + 1;
    page.cached_count = 3;
    if (run_with_cached(program, list, 3) != WIRE_WALKED || page.next != page.end)
        fail("a walk to %u has come to %u", page.end, page.next);
    if ((page.same[0] & ~UINT32_C(2)) != 0)
        fail("the bits %#x of unchanged tasks, expected 2 at most", page.same[0]);
    if (records.task_count != !page.same[0])
        fail("%zu records of a task that is %s", records.task_count,
             page.same[0] ? "unchanged, expected none" : "not unchanged, expected 1");
    return page.same[0];
}

static bool is_same_again(int program, struct wire_cached *cached)
{
    const struct wire_task *record;

    *cached = (struct wire_cached){.tid = (uint32_t)getppid()};
    if (is_same(program, cached))
        fail("task %u is recognised by its number alone", cached->tid);
    record = records.tasks[0].task;
    cached->digest = record->digest;
    cached->runtime = record->runtime;
    return is_same(program, cached);
}

/* Our parent waits for us, so it changes rarely, if at all. */
static void try_cached(int program)
{
    struct wire_cached cached = {0};

    WAIT_UNTIL (is_same_again(program, &cached), "task %u, which is idle, has changed", cached.tid)
        continue;
    cached.digest++;
    if (is_same(program, &cached))
        fail("task %u is unchanged by another digest, %#x", cached.tid, cached.digest);
    cached.digest--;
    cached.runtime--;
    if (is_same(program, &cached))
        fail("task %u is unchanged although it has run, from %ju ns on", cached.tid,
             (uintmax_t)cached.runtime);
}

static long run_sized(int program, const void *memory, uint32_t size)
{
    union bpf_attr attr;

    memset(&attr, 0, sizeof(attr));
    attr.test.prog_fd = (uint32_t)program;
    attr.test.ctx_in = (uint64_t)(uintptr_t)memory;
    attr.test.ctx_size_in = size;
    return syscall(SYS_bpf, BPF_PROG_TEST_RUN, &attr, sizeof(attr)) < 0 ? -errno
                                                                        : (long)attr.test.retval;
}

static void try_sizes(int program)
{
    static const uint32_t sizes[] = {0,     1,         sizeof(struct wire_header), sizeof(page) - 1,
                                     65536, UINT32_MAX};
    static char large[65536];
    long result;

    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        result = run_sized(program, large, sizes[i]);
        if (result != -EINVAL)
            fail("%ld for a page of %u bytes, expected -EINVAL", result, sizes[i]);
    }
    result = run_sized(program, (const void *)1, sizeof(page));
    if (result != -EFAULT)
        fail("%ld for a page that is not there, expected -EFAULT", result);
}

static void expect_refusal(int program)
{
    memset(&page, 0, sizeof(page));
    expect_answer(program, WIRE_ELSEWHERE);
}

int main(int argc, char **argv)
{
    const bool refused = argc == 2 && strcmp(argv[1], "refused") == 0;
    struct buf why = {0};
    int program;

    if (argc > 1 && !refused)
        fail("usage: hostile [refused]");
    program = pin_open(PIN_WALK, &why);
    if (program < 0)
        fail("opening the walk: %s %s", strerror(-program), buf_text(&why));
    if (refused) {
        expect_refusal(program);
    } else {
        try_ids(program);
        try_cached(program);
        try_garbage(program);
        try_sizes(program);
    }
    records_fini(&records);
    buf_fini(&why);
    close(program);
    return EXIT_SUCCESS;
}
