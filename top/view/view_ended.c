/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/base/units.h"
#include "top/base/i18n.h"
#include "top/view/view_summary.h"

static void put_count(struct frame *frame, uint64_t count, const char *label)
{
    if (count == ENDED_NOT_KNOWN)
        frame_puts(frame, LOOK_FIGURE, " - ");
    else
        frame_printf(frame, LOOK_FIGURE, " %ju ", (uintmax_t)count);
    frame_puts(frame, LOOK_PLAIN, label);
}

static void put_figure(struct frame *frame, double figure, int decimals, const char *label)
{
    frame_printf(frame, LOOK_FIGURE, " %.*f ", decimals, figure);
    frame_puts(frame, LOOK_PLAIN, label);
}

/* So many in that time; large ones without a fraction, or the line has no room for all. */
static void put_rate(struct frame *frame, uint64_t count, double seconds, const char *label)
{
    const double rate = (double)count / seconds;

    if (count == ENDED_NOT_KNOWN)
        put_count(frame, count, label);
    else
        put_figure(frame, rate, rate < 100, label);
}

/* A line of the summary. */
void view_ended(const struct model *model, struct frame *frame)
{
    const struct ended_sample *ended = &model->sample->ended;
    const bool watched = ended->watched;
    const double seconds = (double)ended->interval_ns / (double)NS_PER_S;

    frame_puts(frame, LOOK_PLAIN, _("Ended:"));
    put_count(frame, watched ? ended->processes : ENDED_NOT_KNOWN, _("processes,"));
    put_count(frame, watched ? ended->threads : ENDED_NOT_KNOWN, _("threads,"));
    put_rate(frame, watched ? ended->forks : ENDED_NOT_KNOWN, seconds, _("forks/s,"));
    if (watched && ended->execs != ENDED_NOT_KNOWN)
        put_rate(frame, ended->execs, seconds, _("execs/s,"));
    if (watched)
        put_figure(frame, model_cpu_percent(model, ended->cpu_ns, ended->interval_ns), 1,
                   _("%CPU unseen"));
    else
        put_count(frame, ENDED_NOT_KNOWN, _("%CPU unseen"));
    if (watched && !ended->counted)
        frame_puts(frame, LOOK_PLAIN, _(", inferred"));
}
