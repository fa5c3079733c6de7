/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/reading.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "lib/ended/ended.h"
#include "lib/text/escape.h"
#include "lib/text/i18n.h"

/* --- a pause that ^C ends --- */

/* SIGINT; an empty set if it is ignored. */
static sigset_t interrupt(void)
{
    struct sigaction action;
    sigset_t set;

    sigemptyset(&set);
    if (sigaction(SIGINT, NULL, &action) == 0 && action.sa_handler != SIG_IGN)
        sigaddset(&set, SIGINT);
    return set;
}

/* Threads created later block it, too. */
void exited_tasks_hold_interrupt(void)
{
    const sigset_t set = interrupt();

    sigprocmask(SIG_BLOCK, &set, NULL);
}

/* One that came with that which ended the pause is no wish to end the program. */
static void release_interrupt(void)
{
    const sigset_t set = interrupt();
    const struct timespec no_time = {0};

    while (sigtimedwait(&set, NULL, &no_time) > 0)
        continue;
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

/* Each text on the terminal overwrites the last, and blanks overwrite the last one at the end. */
static void show_progress(int64_t waited_ns, int64_t whole_ns, bool done)
{
    char text[128];
    int len;

    if (!isatty(STDERR_FILENO))
        return;
    len = snprintf(text, sizeof(text), _("%lld of %lld s; ^C shows what there is"),
                   (long long)(waited_ns / NS_PER_S), (long long)(whole_ns / NS_PER_S));
    if (done)
        fprintf(stderr, "\r%*s\r", len, "");
    else
        fprintf(stderr, "\r%s", text);
}

/* Waits for a second or what is left of the time. False after ^C. */
static bool wait_a_little(int64_t left_ns)
{
    const struct timespec pause = timespec_of(left_ns < NS_PER_S ? left_ns : NS_PER_S);
    const sigset_t set = interrupt();

    return sigtimedwait(&set, NULL, &pause) < 0;
}

/* Pauses until ^C at most. Meanwhile, a terminal on standard error shows the seconds. */
static void pause_for(int64_t ns)
{
    const int64_t begun_ns = clock_ns(CLOCK_MONOTONIC);
    int64_t waited_ns = 0;

    do {
        show_progress(waited_ns, ns, false);
        if (!wait_a_little(ns - waited_ns))
            break;
        waited_ns = clock_ns(CLOCK_MONOTONIC) - begun_ns;
    } while (waited_ns < ns);
    show_progress(waited_ns, ns, true);
}

/* --- two scans --- */

/* The watchdog is for reads of tasks, not for the loading of BPF that may follow. */
static int scan(struct source *source, struct watched_thread *watched, struct ended *ended,
                const struct ps_options *options, struct snapshot *snapshot)
{
    const bool threads = options->rows == SHOW_THREADS;
    const struct scan_request request = {
        .rows = threads ? ROWS_THREADS : ROWS_PROCESSES,
        .need = threads ? ENDED_NEED | NEED_GROUP_CPU : ENDED_NEED,
        .again = true,
    };
    int result = ended_begin(ended);

    if (result == 0)
        result = source_scan(source, &request, snapshot);
    read_guard_rest(&watched->guard);
    if (result == 0)
        result = ended_update(ended, snapshot);
    return result;
}

/* Whether rows are selected by what only BPF counts: names and users. */
static bool lacks_names(const struct ended *ended, const struct ps_options *options)
{
    return !ended_is_counted(ended) && !(options->selection.rules & SELECT_ALL);
}

/* Two scans with the time between them. */
static int watch(struct source *source, struct watched_thread *watched, struct ended *ended,
                 const struct ps_options *options, struct snapshot *snapshot)
{
    int result = scan(source, watched, ended, options, snapshot);

    if (result == 0 && lacks_names(ended, options))
        result = -ENOTSUP;
    if (result < 0)
        return result;
    pause_for((int64_t)options->ended_ns);
    release_interrupt();
    result = scan(source, watched, ended, options, snapshot);
    return result == 0 && lacks_names(ended, options) ? -ENODATA : result;
}

int exited_tasks_read(struct source *source, struct watched_thread *watched,
                      const struct ps_options *options, struct snapshot *snapshot)
{
    const struct source_options from = {.name = options->source};
    const struct ended_options how = {
        .threads = options->rows == SHOW_THREADS,
        .snapshots_only = !source_may_use_bpf(&from),
    };
    struct buf why = {0};
    struct ended *ended;
    int result = ended_open(&how, &ended, &why);

    buf_fini(&why);
    if (result < 0)
        return result;
    result = watch(source, watched, ended, options, snapshot);
    snapshot->count = 0; /* its clocks stay */
    if (result == 0)
        result = ended_put_rows(ended, snapshot);
    if (result == 0 && ended_interval_ns(ended) == 0) /* BPF has failed meanwhile */
        result = -ENODATA;
    ended_close(ended);
    return result;
}

int exited_tasks_check(const struct source *source, struct buf *why)
{
    if (source->live)
        return 0;
    buf_puts(why, _("--ended needs the procfs of the running kernel"));
    return -EINVAL;
}

/* As ended_open(), where the source can be read. */
static int try(const struct source_options *options, struct ended **ended, struct buf *why)
{
    struct source *source;
    int result = source_open(options, &source, why);

    if (result < 0)
        return result;
    result = exited_tasks_check(source, why);
    source_close(source);
    if (result < 0)
        return result;
    return ended_open(&(struct ended_options){.snapshots_only = !source_may_use_bpf(options)},
                      ended, why);
}

void exited_tasks_put_info(struct buf *out, const struct source_options *source)
{
    struct buf why = {0}, escaped = {0};
    struct ended *ended = NULL;
    const int result = try(source, &ended, &why);

    out->failed |= why.failed || result == -ENOMEM;
    escape_put(&escaped, buf_text(&why), buf_len(&why), ESCAPE_UNLIMITED);
    out->failed |= escaped.failed;
    if (result < 0)
        buf_printf(out, _("exited tasks: %s\n"),
                   escaped.len > 0 ? buf_text(&escaped) : strerror(-result));
    else if (ended_is_counted(ended))
        buf_puts(out, _("exited tasks: counted by BPF\n"));
    else
        buf_printf(out, _("exited tasks: estimated; %s\n"), buf_text(&escaped));
    ended_close(ended);
    buf_fini(&why);
    buf_fini(&escaped);
}

const char *exited_tasks_error(int result)
{
    if (result == -ENODATA)
        return _("--ended: BPF failed before the time was over");
    if (result == -ENOTSUP)
        return _("--ended: names and users of exited tasks are unknown without BPF");
    return strerror(-result);
}
