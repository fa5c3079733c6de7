/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Once it has grown to its usual size a refresh allocates nothing: the scan, the join with the one
 * before, the order, and the frame; but for the record of the former sample. Allocations are
 * counted by functions in the place of the library's own. gettext(3) is a stand-in: newer ones
 * allocate while they look a message up.
 */
#include <fcntl.h>
#include <libintl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/query/delta.h"
#include "lib/source/source.h"
#include "lib/text/names.h"
#include "tests/unit/run.h"
#include "top/model/model.h"
#include "top/run.h"
#include "top/screens/screens.h"
#include "top/update/update.h"
#include "top/work/detail_loader.h"
#include "top/work/scanner.h"

#define EXIT_SKIP 77

#if defined(__SANITIZE_ADDRESS__) || !defined(__GLIBC__)

/* A sanitizer has functions of its own there, and other libraries other names. */
int main(void)
{
    return EXIT_SKIP;
}

#else

/*
 * How often it is tried, and how many in a row must succeed. A new task may take memory: only
 * refreshes before which none was made count, and where there are too few of those it is left out.
 */
#define TRIES     2000
#define STEADY    5
#define QUIET_MIN 50

/* The record of the sample before, which looking back keeps. */
#define RECORDS   1

static size_t allocations;

/* glibc's, by the names that remain when others take their places. */
void *libc_malloc(size_t size) __asm__("__libc_malloc");
void *libc_calloc(size_t count, size_t size) __asm__("__libc_calloc");
void *libc_realloc(void *memory, size_t size) __asm__("__libc_realloc");

void *malloc(size_t size)
{
    allocations++;
    return libc_malloc(size);
}

void *calloc(size_t nmemb, size_t size)
{
    allocations++;
    return libc_calloc(nmemb, size);
}

void *realloc(void *ptr, size_t size)
{
    allocations++;
    return libc_realloc(ptr, size);
}

#undef gettext
#undef dcgettext

char *gettext(const char *msgid)
{
    char *same; /* no longer const */

    memcpy(&same, &msgid, sizeof(same));
    return same;
}

char *dcgettext(const char *domainname, const char *msgid, int category)
{
    return gettext(msgid);
}

static struct source *source;
static struct detail_loader *details;
static struct delta delta;
static struct sample samples[2]; /* top has two as well */
static struct name_cache *names;
static struct model model;
static struct frame frame;

static void setup(void)
{
    const struct source_options options = {.name = "task"};
    const struct event size = {.kind = EVENT_SIZE, .as.size = {50, 150}};
    struct buf why = {0};

    ck_assert_int_eq(source_open(&options, &source, &why), 0);
    ck_assert_int_eq(detail_loader_open(&options, visible_details_list, &details, &why), 0);
    buf_fini(&why);
    names = name_cache_new();
    ck_assert_ptr_nonnull(names);
    sample_init(&samples[0]);
    sample_init(&samples[1]);
    frame_init(&frame);
    model_init(&model, names, true);
    update(&model, &size);
}

static void teardown(void)
{
    model_fini(&model);
    frame_fini(&frame);
    sample_fini(&samples[0]);
    sample_fini(&samples[1]);
    delta_fini(&delta);
    name_cache_free(names);
    detail_loader_close(details);
    source_close(source);
}

FIXTURE(setup, teardown);

/* Without assertions, which allocate themselves. False when something went wrong. */
static bool refresh(struct sample *sample)
{
    const struct event event = {.kind = EVENT_SAMPLE, .as.sample = sample};
    struct scan_request request = {.again = true};
    struct pollfd ready = {.fd = detail_loader_fd(details), .events = POLLIN};
    int64_t due_ns;

    sample->request = sample_request_of(&model);
    request.rows = sample->request.rows;
    request.need = sample->request.need;
    if (source_scan(source, &request, &sample->snapshot) < 0 ||
        delta_update(&delta, &sample->snapshot, &sample->interval_ns) < 0)
        return false;
    update(&model, &event);
    while (detail_loader_load(details, &model, &due_ns) >= 0 && detail_loader_is_loading(details))
        poll(&ready, 1, -1);
    screen_view(&model, &frame);
    return !frame.failed && !model.failed && frame.line_count > 3;
}

/* Tasks ever made on this host. */
static uint64_t count_forks(void)
{
    static char text[1 << 16];
    const int fd = open("/proc/stat", O_RDONLY | O_CLOEXEC);
    const ssize_t len = read(fd, text, sizeof(text) - 1);
    const char *line;

    close(fd);
    text[len > 0 ? len : 0] = '\0';
    line = strstr(text, "\nprocesses ");
    return line ? strtoull(line + strlen("\nprocesses "), NULL, 10) : 0;
}

static void press(int key)
{
    const struct event event = {.kind = EVENT_KEY, .as.key = key};

    update(&model, &event);
}

static const char *const screens[] = {"", "H", "HM", "HN", "T", "Hc"};

LOOP(refreshes_allocate_only_a_record, COUNT_OF(screens))
{
    size_t steady = 0, quiet = 0;
    uint64_t forks = count_forks(); /* before the last refresh */

    for (const char *key = screens[_i]; *key; key++)
        press(*key);
    for (int i = 0; i < TRIES && steady < STEADY; i++) {
        const uint64_t forks_now = count_forks();
        const size_t before = allocations;
        const bool worked = refresh(&samples[i % 2]);
        const size_t after = allocations;

        ck_assert(worked);
        if (i > 0 && count_forks() == forks) {
            steady = after - before <= RECORDS ? steady + 1 : 0;
            quiet++;
        }
        forks = forks_now;
    }
    ck_assert_uint_gt(allocations, 0); /* they are counted */
    if (steady < STEADY && quiet < QUIET_MIN)
        printf("left out: refreshes of screen \"%s\": tasks are made all the time\n", screens[_i]);
    else
        ck_assert_uint_eq(steady, STEADY);
}
#endif
