/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <string.h>

#include "lib/base/units.h"
#include "lib/text/escape.h"
#include "lib/text/i18n.h"
#include "top/view/view_summary.h"

/*
 * A figure between a label and its unit. The unit may be cut at the right edge; a figure that does
 * not fit is left out.
 */
static void put_figure(struct frame *frame, const char *label, const char *figure, const char *unit)
{
    if (frame_room(frame) < escape_width(label, strlen(label)) + strlen(figure))
        return;
    frame_puts(frame, LOOK_PLAIN, label);
    frame_puts(frame, LOOK_FIGURE, figure);
    frame_puts(frame, LOOK_PLAIN, unit);
}

static void put_count(struct frame *frame, uint64_t count, const char *unit)
{
    char figure[32] = " - ";

    if (count != ENDED_NOT_KNOWN)
        snprintf(figure, sizeof(figure), " %ju ", (uintmax_t)count);
    put_figure(frame, "", figure, unit);
}

/* "new 61/s" */
static void put_rate(struct frame *frame, const char *label, uint64_t count, double seconds)
{
    char figure[32] = " -";

    if (count != ENDED_NOT_KNOWN)
        snprintf(figure, sizeof(figure), " %.0f", (double)count / seconds);
    put_figure(frame, label, figure, "/s");
}

void view_ended(const struct model *model, struct frame *frame)
{
    const struct ended_sample *ended = &model->sample->ended;
    const bool watched = ended->watched;
    const uint64_t processes = watched ? ended->processes : ENDED_NOT_KNOWN;
    const uint64_t threads = watched ? ended->threads : ENDED_NOT_KNOWN;
    const double seconds = (double)ended->interval_ns / (double)NS_PER_S;
    char cpu[32] = " - ";

    frame_puts(frame, LOOK_PLAIN,
               watched && !ended->counted ? _("Ended (estimated):") : _("Ended:"));
    put_count(frame, processes, processes == 1 ? _("proc,") : _("procs,"));
    put_count(frame, threads, threads == 1 ? _("thread,") : _("threads,"));
    if (watched)
        snprintf(cpu, sizeof(cpu), " %.1f ",
                 model_cpu_percent(model, ended->cpu_ns, ended->interval_ns));
    put_figure(frame, "", cpu, "%CPU");
    put_rate(frame, _("  new"), watched ? ended->forks : ENDED_NOT_KNOWN, seconds);
    if (watched && ended->execs != ENDED_NOT_KNOWN)
        put_rate(frame, _("  exec"), ended->execs, seconds);
}
