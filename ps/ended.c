/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/ended.h"

#include <errno.h>

#include "lib/ended/ended.h"
#include "ps/i18n.h"
#include "ps/pause.h"

static int scan(struct source *source, struct ended *ended, bool threads, struct snapshot *snapshot)
{
    const struct scan_request request = {
        .rows = threads ? ROWS_PROCESSES | ROWS_THREADS : ROWS_PROCESSES,
        .need = ENDED_NEED,
        .again = true,
    };
    int result = ended_begin(ended);

    if (result == 0)
        result = source_scan(source, &request, snapshot);
    return result == 0 ? ended_update(ended, snapshot) : result;
}

/* Leaves those rows that are selected. */
static void select_rows(const struct selection *selection, struct snapshot *snapshot)
{
    size_t count = 0;

    for (size_t i = 0; i < snapshot->count; i++)
        if (selection_match(selection, &snapshot->tasks[i]))
            snapshot->tasks[count++] = snapshot->tasks[i];
    snapshot->count = count;
}

/* Two scans with the time between them. */
static int watch(struct source *source, struct watched_thread *watched, struct ended *ended,
                 const struct ps_options *options, struct snapshot *snapshot)
{
    const bool threads = options->rows == SHOW_THREADS;
    int result = scan(source, ended, threads, snapshot);

    patience_rest(watched);
    if (result < 0)
        return result;
    pause_for((int64_t)options->ended_ns);
    result = scan(source, ended, threads, snapshot);
    patience_rest(watched);
    pause_release_interrupt();
    return result;
}

static int list(const struct ended *ended, const struct ps_options *options,
                struct snapshot *snapshot)
{
    int result;

    /* The clocks of the scan stay. */
    snapshot->count = 0;
    result = ended_put_rows(ended, snapshot);
    select_rows(&options->selection, snapshot);
    return result;
}

static struct ended_options options_of(const struct ps_options *options)
{
    const struct source_options source = {.name = options->source};

    return (struct ended_options){
        .threads = options->rows == SHOW_THREADS,
        .snapshots_only = !source_may_use_bpf(&source),
        .settle = true,
    };
}

int ended_read(struct source *source, struct watched_thread *watched,
               const struct ps_options *options, struct snapshot *snapshot)
{
    const struct ended_options how = options_of(options);
    struct buf why = {0};
    struct ended *ended;
    int result = ended_open(&how, &ended, &why);

    buf_fini(&why);
    if (result < 0)
        return result;
    result = watch(source, watched, ended, options, snapshot);
    if (result == 0)
        result = list(ended, options, snapshot);
    ended_close(ended);
    return result;
}

void ended_put_info(struct buf *out)
{
    struct buf why = {0};
    struct ended *ended;

    /* Only for want of memory. */
    if (ended_open(&(struct ended_options){0}, &ended, &why) < 0) {
        buf_fini(&why);
        out->failed = true;
        return;
    }
    out->failed |= why.failed;
    if (ended_is_counted(ended))
        buf_puts(out, _("ended tasks: counted by the kernel\n"));
    else
        buf_printf(out, _("ended tasks: inferred; %s\n"), buf_text(&why));
    ended_close(ended);
    buf_fini(&why);
}
