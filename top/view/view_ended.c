/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/base/units.h"
#include "top/base/i18n.h"
#include "top/view/view.h"

static void put_count(struct frame *frame, uint64_t count, const char *label)
{
    if (count == ENDED_NOT_KNOWN)
        frame_puts(frame, LOOK_FIGURE, " - ");
    else
        frame_printf(frame, LOOK_FIGURE, " %ju ", (uintmax_t)count);
    frame_puts(frame, LOOK_PLAIN, label);
}

static void put_rate(struct frame *frame, double rate, bool known, const char *label)
{
    if (known)
        frame_printf(frame, LOOK_FIGURE, " %.1f ", rate);
    else
        frame_puts(frame, LOOK_FIGURE, " - ");
    frame_puts(frame, LOOK_PLAIN, label);
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
    put_rate(frame, (double)ended->forks / seconds, watched && ended->forks != ENDED_NOT_KNOWN,
             _("forks/s,"));
    put_rate(frame, model_cpu_percent(model, ended->cpu_ns, ended->interval_ns), watched,
             _("%CPU unseen"));
    if (watched && !ended->counted)
        frame_puts(frame, LOOK_PLAIN, _(", inferred"));
}
