/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the pinned walk makes of callers who mean it harm, or to whom it is closed.
 *
 *   hostile          runs it with pages that no reader of ours would pass
 *   hostile hold     opens it, says "ready", waits for a line, and then expects to be refused
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

#include "lib/source/bpf/load.h"
#include "lib/source/bpf/pin.h"
#include "lib/source/bpf/records.h"

#define PATTERN     0xa5
#define RANDOM_RUNS 1000
#define VISITS_MAX  1024

static struct wire_page page;
static struct harvest harvest;

static void die(const char *what, long long figure)
{
    printf("FAILED: %s (%lld)\n", what, figure);
    exit(EXIT_FAILURE);
}

/* Always the same numbers, so that a failure comes again. */
static uint64_t random_number(void)
{
    static uint64_t state = 88172645463325252;

    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static bool is_untouched(size_t from)
{
    const unsigned char *bytes = (const unsigned char *)page.records;

    for (size_t i = from; i < sizeof(page.records); i++) {
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
            die("an address of the kernel", (long long)*word);
    }
}

/* No record has an address in it; signal masks may look like one, and are passed over. */
static void check_addresses(void)
{
    for (size_t i = 0; i < harvest.task_count; i++)
        check_words(harvest.tasks[i].task, harvest.tasks[i].task + 1);
    for (size_t i = 0; i < harvest.group_count; i++) {
        check_words(harvest.groups[i], &harvest.groups[i]->rss_limit);
        check_words(&harvest.groups[i]->total, &harvest.groups[i]->sig_group);
    }
}

/* Runs the program over a page that was filled in but for the records; what it says. */
static int run(int program)
{
    int answer;

    memset(page.records, PATTERN, sizeof(page.records));
    answer = load_run(program, &page);
    if (answer == WIRE_LOST && page.used > 0)
        die("records of nothing", page.used);
    if (answer != WIRE_WALKED) {
        if (!is_untouched(0))
            die("written to a page that was refused", answer);
        return answer;
    }
    if (!records_are_ours(&page.header))
        die("not our header", page.header.version);
    if (page.used > sizeof(page.records) || !is_untouched(page.used))
        die("more was written than was said", page.used);
    if (page.visited > VISITS_MAX)
        die("a run without bounds", page.visited);
    harvest_clear(&harvest);
    if (records_add(page.records, page.used, &harvest) < 0)
        die("records that are none", page.used);
    check_addresses();
    return answer;
}

static void expect(int program, uint32_t group, uint32_t thread, int answer)
{
    int got;

    memset(&page, 0, sizeof(page));
    page.group = group;
    page.thread = thread;
    got = run(program);
    if (got != answer) {
        printf("group %" PRIu32 " thread %" PRIu32 ": ", group, thread);
        die("answered otherwise", got);
    }
}

static void try_places(int program)
{
    uint32_t self = (uint32_t)getpid();
    uint32_t parent = (uint32_t)getppid();

    expect(program, 0, 0, WIRE_WALKED);
    expect(program, self, 0, WIRE_WALKED);
    expect(program, self, self, WIRE_WALKED);
    expect(program, parent, 0, WIRE_WALKED);
    expect(program, parent, self, WIRE_LOST);
    expect(program, self, parent, WIRE_LOST);
    expect(program, UINT32_MAX, 0, WIRE_LOST);
    expect(program, 0x80000000, 0x80000000, WIRE_LOST);
    expect(program, INT32_MAX, INT32_MAX, WIRE_LOST);
    expect(program, self, UINT32_MAX, WIRE_LOST);
}

static void try_garbage(int program)
{
    for (int i = 0; i < RANDOM_RUNS; i++) {
        uint64_t *words = (uint64_t *)(void *)&page;

        for (size_t j = 0; j < offsetof(struct wire_page, records) / sizeof(*words); j++)
            words[j] = random_number();
        /* Half of them from a task that is there, or all would be lost. */
        if (i % 2) {
            page.group = (uint32_t)getpid();
            page.thread = i % 4 == 1 ? page.group : 0;
        }
        if (run(program) > WIRE_LOST)
            die("answered otherwise", i);
    }
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
    if (answer != WIRE_CLOSED && answer != WIRE_ELSEWHERE)
        die("not refused", answer);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    struct buf why;
    int program;

    buf_init(&why);
    harvest_init(&harvest);
    program = pin_open(PIN_WALK, &why);
    if (program < 0) {
        printf("cannot open the walk: %s %s\n", strerror(-program), why.len ? buf_text(&why) : "");
        return EXIT_FAILURE;
    }
    if (strcmp(what, "hold") == 0) {
        expect(program, 0, 0, WIRE_WALKED);
        puts("ready");
        fflush(stdout);
        getchar();
    }
    if (*what) {
        expect_refusal(program);
    } else {
        try_places(program);
        try_garbage(program);
        try_sizes(program);
    }
    harvest_fini(&harvest);
    buf_fini(&why);
    close(program);
    return EXIT_SUCCESS;
}
