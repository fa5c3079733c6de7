/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Administrators who load and unload pins at the same time, while a user opens whatever is there
 * and keeps it: once all is unloaded, nothing of that works any more.
 *
 *   pin_race [PAIRS]
 *
 * Has a /run of its own. Exits with 77 where it cannot run.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/source/bpf/admin/pin_admin.h"
#include "lib/source/bpf/support.h"
#include "lib/source/bpf/wire.h"
#include "tests/bpf/private_run.h"
#include "tests/bpf/run_walk.h"
#include "tests/common/child.h"
#include "tests/common/may_load.h"
#include "tests/common/verdict.h"
#include "tests/common/wait.h"

/* Any pair could show that load and unload do not exclude each other. */
#define PAIRS 50

/* How many descriptors the collector keeps of each pair. */
#define KEPT_MAX 48

/* --- the user ---------------------------------------------------------------------------- */

struct kept {
    enum pin pin;
    int fd;
};

static bool still_works(const struct kept *kept)
{
    static char bytes[65536];

    return kept->pin == PIN_WALK ? run_walk(kept->fd) == WIRE_WALKED
                                 : read(kept->fd, bytes, sizeof(bytes)) > 0;
}

/* The kind of the first that still works, or -1; closes all. */
static int check_all(const struct kept *kept, size_t count)
{
    int found = -1;

    for (size_t i = 0; i < count; i++) {
        if (found < 0 && still_works(&kept[i]))
            found = (int)kept[i].pin;
        close(kept[i].fd);
    }
    return found;
}

/* Opens what there is until a byte, or the end, can be read from `orders`. */
static size_t collect(int orders, struct kept *kept)
{
    size_t count = 0;

    for (enum pin pin = 0;; pin = (pin + 1) % PINS) {
        char order;
        int fd = count < KEPT_MAX ? pin_open(pin, NULL) : -1;

        if (fd >= 0)
            kept[count++] = (struct kept){pin, fd};
        if (read(orders, &order, 1) >= 0 || errno != EAGAIN)
            return count;
    }
}

/*
 * Answers each byte in `orders`, and then starts again. Ends when its parent has, by writing to
 * nobody: a signal at the parent's death would be forgotten when it becomes another user.
 */
static noreturn void run_collector(int orders, int answers)
{
    struct kept kept[KEPT_MAX];

    private_run_become_user();
    for (;;) {
        size_t count = collect(orders, kept);
        int found = check_all(kept, count);

        if (write(answers, &found, sizeof(found)) != sizeof(found) ||
            write(answers, &count, sizeof(count)) != sizeof(count))
            exit(EXIT_FAILURE);
    }
}

struct collector {
    int orders, answers;
};

static struct collector start_collector(void)
{
    int orders[2], answers[2];
    pid_t child;

    if (pipe2(orders, O_CLOEXEC) < 0 || pipe2(answers, O_CLOEXEC) < 0 ||
        fcntl(orders[0], F_SETFL, O_NONBLOCK) < 0)
        fail("pipes to the collector: %s", strerror(errno));
    child = fork();
    if (child < 0)
        fail("fork of the collector: %s", strerror(errno));
    if (child == 0) {
        close(orders[1]);
        close(answers[0]);
        run_collector(orders[0], answers[1]);
    }
    close(orders[0]);
    close(answers[1]);
    return (struct collector){orders[1], answers[0]};
}

/* How many descriptors the collector has kept; fails if any still works. */
static size_t ask_collector(const struct collector *collector)
{
    size_t count;
    int found;

    if (write(collector->orders, "", 1) != 1 ||
        read(collector->answers, &found, sizeof(found)) != sizeof(found) ||
        read(collector->answers, &count, sizeof(count)) != sizeof(count))
        fail("the collector does not answer");
    if (found >= 0)
        fail("the pin %s still works for who kept it, expected none of %zu", pin_name(found),
             count);
    return count;
}

/* --- the administrators ------------------------------------------------------------------ */

static void check_done(int result, const struct buf *why, const char *what)
{
    if (result < 0)
        fail("%s: %s %s", what, strerror(-result), buf_text(why));
}

static pid_t start(int (*act)(struct buf *why), const char *what)
{
    pid_t child = fork();

    if (child < 0)
        fail("fork for %s: %s", what, strerror(errno));
    if (child == 0) {
        struct buf why = {0};

        check_done(act(&why), &why, what);
        _exit(EXIT_SUCCESS);
    }
    return child;
}

/* One pair, and then the removal of what it left. How many things the collector has kept of it. */
static size_t race(struct collector *collector)
{
    struct buf why = {0};
    const pid_t loader = start(private_run_load, "load beside unload");
    const pid_t unloader = start(pin_unload, "unload beside load");

    child_reap(loader, "load beside unload");
    child_reap(unloader, "unload beside load");
    check_done(pin_unload(&why), &why, "unload");
    buf_fini(&why);
    if (access(PIN_PARENT, F_OK) == 0)
        fail("%s is left after unload", PIN_PARENT);
    return ask_collector(collector);
}

int main(int argc, char **argv)
{
    const long pairs = argc > 1 ? strtol(argv[1], NULL, 10) : PAIRS;
    struct collector collector;
    size_t kept = 0;
    struct buf why = {0};

    if (!support_has_same_figures(&why) || !may_load(PROGRAM_ITER, &why) || !private_run_mount()) {
        const int status = skip(why.len ? buf_text(&why) : "no mount namespaces here");

        buf_fini(&why);
        return status;
    }
    collector = start_collector();
    for (long i = 0; i < pairs; i++)
        kept += race(&collector);
    /* Without any nothing was tried. */
    WAIT_UNTIL (kept > 0, "nothing is kept of what was taken back")
        kept += race(&collector);
    buf_fini(&why);
    printf("%zu things kept, none of use\n", kept);
    return EXIT_SUCCESS;
}
