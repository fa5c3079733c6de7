/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The pinned id walk, called by hostile programs, or by those to which it is closed.
 *
 *   hostile          runs it with pages that our reader would never pass
 *   hostile refused  expects to be refused
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
#include "lib/source/bpf/parse.h"
#include "lib/source/bpf/pin.h"
#include "tests/common/verdict.h"

#define PATTERN     0xa5
#define RANDOM_RUNS 1000
#define SAME_TRIES  1000

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

/* The kernel's half of the addresses, without small negative numbers. */
static bool is_kernel_address(uint64_t word)
{
    return word >= UINT64_C(0xffff800000000000) && word < UINT64_C(0xffffffffff000000) &&
           (word < UINT64_C(0xffffffff00000000) || word >= UINT64_C(0xffffffff80000000));
}

static void check_words(const void *from, const void *to)
{
    for (const uint64_t *word = from; word < (const uint64_t *)to; word++) {
        if (is_kernel_address(*word))
            die("an address of the kernel was returned", (long long)*word);
    }
}

/*
 * No record contains an address. Signal masks and digests may look like one: they are not checked.
 */
static void check_addresses(void)
{
    for (size_t i = 0; i < records.task_count; i++) {
        struct wire_task task = *records.tasks[i].task;

        task.digest = 0;
        check_words(&task, &task + 1);
    }
    for (size_t i = 0; i < records.group_count; i++) {
        check_words(records.groups[i], &records.groups[i]->rss_limit);
        check_words(&records.groups[i]->total, &records.groups[i]->sig_group);
    }
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
            die("written to a page that was refused", answer);
        return answer;
    }
    if (!parse_header_is_ours(&page.header))
        die("the header is not ours", page.header.version);
    if (page.used > room || !is_untouched(page.used, room))
        die("more was written than was said", page.used);
    if (count > 0 && memcmp(cached_of(count), cached, count * sizeof(*cached)) != 0)
        die("written over what is cached", count);
    /* No more tasks than a run compares. */
    if (page.visited > WIRE_CACHED_MAX)
        die("a run visited more than it may", page.visited);
    records_clear(&records);
    if (parse_records(page.records, page.used, &records) < 0)
        die("records cannot be parsed", page.used);
    check_addresses();
    return answer;
}

static int run(int program)
{
    return run_with_cached(program, NULL, 0);
}

/* A run from the id `next` on, which must succeed. */
static void expect_walk(int program, uint32_t next)
{
    int got;

    memset(&page, 0, sizeof(page));
    page.next = next;
    page.end = UINT32_MAX;
    got = run(program);
    if (got != WIRE_WALKED)
        die("the walk returned an unexpected status", got);
    if (!page.done && page.next <= next)
        die("the walk does not continue", page.next);
}

static void try_ids(int program)
{
    static const uint32_t nowhere[] = {UINT32_C(1) << 24, INT32_MAX, 0x80000000, UINT32_MAX - 1};

    expect_walk(program, 0);
    expect_walk(program, (uint32_t)getpid());
    for (size_t i = 0; i < sizeof(nowhere) / sizeof(nowhere[0]); i++) {
        expect_walk(program, nowhere[i]);
        if (!page.done || page.used > 0)
            die("records where there are no tasks", nowhere[i]);
    }
}

static void try_garbage(int program)
{
    for (int i = 0; i < RANDOM_RUNS; i++) {
        uint64_t *words = (uint64_t *)(void *)&page;

        for (size_t j = 0; j < offsetof(struct wire_page, records) / sizeof(*words); j++)
            words[j] = random_number();
        /* Half of them start at an existing task, or all would end at once. */
        if (i % 2)
            page.next = (uint32_t)getpid();
        if (run(program) != WIRE_WALKED)
            die("the walk returned an unexpected status", i);
        if (i % 2 && page.end <= page.next && page.used > 0)
            die("records from behind the end", page.used);
    }
}

/* Whether the task `cached` is reported as unchanged, and without a record. */
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
        die("did not walk to the end", page.next);
    if ((page.same[0] & ~UINT32_C(2)) != 0)
        die("another task is said to be unchanged", page.same[0]);
    if (records.task_count != !page.same[0])
        die("a task is unchanged and has a record, or neither", page.same[0]);
    return page.same[0];
}

/* Our parent waits for us, so it changes rarely, if at all. */
static void try_cached(int program)
{
    struct wire_cached cached = {0};

    for (int i = 0; i < SAME_TRIES; i++) {
        const struct wire_task *record;

        cached.tid = (uint32_t)getppid();
        if (is_same(program, &cached))
            die("a task is recognised by its number alone", cached.tid);
        record = records.tasks[0].task;
        cached.digest = record->digest;
        cached.runtime = record->runtime;
        if (is_same(program, &cached))
            break;
        if (i == SAME_TRIES - 1)
            die("an idle task is never said to be unchanged", cached.tid);
    }
    cached.digest++;
    if (is_same(program, &cached))
        die("said to be unchanged with another digest", cached.digest);
    cached.digest--;
    cached.runtime--;
    if (is_same(program, &cached))
        die("said to be unchanged after it has run", (long long)cached.runtime);
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

    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        if (run_sized(program, large, sizes[i]) != -EINVAL)
            die("a page of another size was taken", sizes[i]);
    }
    if (run_sized(program, (const void *)1, sizeof(page)) != -EFAULT)
        die("a page that is not there was taken", 0);
}

static void expect_refusal(int program)
{
    int answer;

    memset(&page, 0, sizeof(page));
    answer = run(program);
    if (answer != WIRE_REVOKED && answer != WIRE_ELSEWHERE)
        die("the walk was not refused", answer);
}

int main(int argc, char **argv)
{
    const bool refused = argc > 1 && strcmp(argv[1], "refused") == 0;
    struct buf why = {0};
    int program;

    program = pin_open(PIN_WALK, &why);
    if (program < 0) {
        printf("cannot open the walk: %s %s\n", strerror(-program), why.len ? buf_text(&why) : "");
        return EXIT_FAILURE;
    }
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
