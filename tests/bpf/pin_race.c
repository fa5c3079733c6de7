/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Administrators who load and unload pins at the same time, while a user opens whatever there is
 * and keeps it: once all is unloaded, nothing of that works any more.
 *
 *   pin_race [PAIRS]
 *
 * Has a /run of its own. Exits with 77 where it cannot run.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/source/bpf/admin/pin_admin.h"
#include "lib/source/bpf/ended_hooks.h"
#include "lib/source/bpf/support.h"
#include "lib/source/bpf/wire.h"
#include "tests/bpf/private_run.h"
#include "tests/bpf/run_walk.h"
#include "tests/common/verdict.h"

#define PAIRS 1000

/* As many as there is time for: if they did not exclude each other, each pair could show it. */
#define PAIRS_LEAST 100

/* What the reader keeps of each pair. */
#define KEPT_MAX 48

/* --- the reader -------------------------------------------------------------------------- */

struct kept {
    enum pin pin;
    int fd;
};

static bool tells_something(const struct kept *kept)
{
    static char bytes[65536];

    return kept->pin == PIN_WALK ? run_walk(kept->fd) == WIRE_WALKED
                                 : read(kept->fd, bytes, sizeof(bytes)) > 0;
}

/* The first that can still be read; closes all. -1: none. */
static int check_all(const struct kept *kept, size_t count)
{
    int found = -1;

    for (size_t i = 0; i < count; i++) {
        if (found < 0 && tells_something(&kept[i]))
            found = (int)kept[i].pin;
        close(kept[i].fd);
    }
    return found;
}

/* Opens what there is until a byte can be read from `orders`. */
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

/* Answers each byte in `orders`, and then starts again. */
static noreturn void run_reader(int orders, int answers)
{
    struct kept kept[KEPT_MAX];

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    private_run_become_user();
    for (;;) {
        size_t count = collect(orders, kept);
        int found = check_all(kept, count);

        if (write(answers, &found, sizeof(found)) != sizeof(found) ||
            write(answers, &count, sizeof(count)) != sizeof(count))
            exit(EXIT_FAILURE);
    }
}

struct reader {
    int orders, answers;
};

static struct reader start_reader(void)
{
    int orders[2], answers[2];

    if (pipe2(orders, O_CLOEXEC) < 0 || pipe2(answers, O_CLOEXEC) < 0 ||
        fcntl(orders[0], F_SETFL, O_NONBLOCK) < 0)
        die("pipe failed", errno);
    if (fork() == 0) {
        close(orders[1]);
        close(answers[0]);
        run_reader(orders[0], answers[1]);
    }
    close(orders[0]);
    close(answers[1]);
    return (struct reader){orders[1], answers[0]};
}

/* How many things the reader had kept, none of which works. */
static size_t ask_reader(const struct reader *reader)
{
    size_t count;
    int found;

    if (write(reader->orders, "", 1) != 1 ||
        read(reader->answers, &found, sizeof(found)) != sizeof(found) ||
        read(reader->answers, &count, sizeof(count)) != sizeof(count))
        die("the reader has gone", errno);
    if (found >= 0)
        die("somebody still reads by a pin of this kind", found);
    return count;
}

/* --- the administrators ------------------------------------------------------------------ */

static int run_load(struct buf *why)
{
    struct buf ignored = {0};
    const bool ended = ended_hooks_are_supported(&ignored);

    buf_fini(&ignored);
    return pin_load(&(const struct pin_rights){.mode = 0444}, ended, why);
}

static void check_done(int result, const struct buf *why, const char *what)
{
    if (result == 0)
        return;
    printf("%s\n", buf_text(why));
    die(what, result);
}

static pid_t start(int (*act)(struct buf *why), const char *what)
{
    pid_t child = fork();

    if (child == 0) {
        struct buf why = {0};

        check_done(act(&why), &why, what);
        fflush(stdout);
        _exit(EXIT_SUCCESS);
    }
    return child;
}

static bool ends_well(pid_t child)
{
    int status;

    return waitpid(child, &status, 0) == child && status == 0;
}

/* One pair, and then the removal of what it left. */
static void race(void)
{
    struct buf why = {0};
    pid_t loader = start(run_load, "load fails beside unload");
    pid_t unloader = start(pin_unload, "unload fails beside load");
    bool loads = ends_well(loader);

    if (!ends_well(unloader) || !loads)
        die("one of the two failed", loads);
    check_done(pin_unload(&why), &why, "unload fails");
    buf_fini(&why);
    if (access(PIN_PARENT, F_OK) == 0)
        die("pins are left behind", 0);
}

int main(int argc, char **argv)
{
    const long pairs = argc > 1 ? strtol(argv[1], NULL, 10) : PAIRS;
    const int64_t start_ns = clock_ns(CLOCK_MONOTONIC);
    struct reader reader;
    size_t kept = 0;
    struct buf why = {0};
    long i;

    if (!support_has_same_figures(&why) || !support_may_load(&why))
        return skip(buf_text(&why));
    if (!private_run_mount())
        return skip("no mount namespaces here");
    reader = start_reader();
    for (i = 0; i < pairs && (i < PAIRS_LEAST || is_patient(start_ns)); i++) {
        race();
        kept += ask_reader(&reader);
    }
    buf_fini(&why);
    printf("%ld pairs, %zu things kept, nothing of use\n", i, kept);
    return EXIT_SUCCESS;
}
