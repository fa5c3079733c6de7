/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/update/commands.h"

#include <signal.h>

#include "lib/text/escape.h"
#include "lib/text/i18n.h"
#include "lib/text/names.h"
#include "top/screens/detail_pane.h"

/* Room for the answer after the question. */
#define ANSWER_CELLS 10

/* The forms of the question, longest first. */
enum form {
    FORM_FULL,
    FORM_SHORT,
    FORM_SHORTEST,
    FORMS,
};

static bool is_one_of_many(const struct task *task)
{
    return task->kind == TASK_THREAD && task->process->nlwp > 1;
}

static void put_user(const struct model *model, const struct task *task, struct buf *out)
{
    char number[USER_NUMBER_SIZE];

    if (task->have & NEED_OWNER)
        buf_printf(out, _(", user %s"),
                   name_cache_user_or_number(model->context.names, task->euid, number));
}

static void put_thread(const struct model *model, const struct task *task, enum form form,
                       struct buf *out)
{
    const struct task *leader = model_find_task(model, task->tgid);
    const char *name = leader && leader->comm ? leader->comm : "-";
    const int count = (int)task->process->nlwp, tgid = (int)task->tgid;

    if (form == FORM_FULL) {
        buf_printf(out, _("%s, thread of %s %d"), task->comm, name, tgid);
        put_user(model, task, out);
        buf_printf(out, _("; signals all %d threads"), count);
    } else if (form == FORM_SHORT) {
        buf_printf(out, _("%s; all %d threads of %s %d"), task->comm, count, name, tgid);
    } else {
        buf_printf(out, _("all %d threads of %d"), count, tgid);
    }
}

static void put_form(const struct model *model, const struct task *task, enum form form,
                     struct buf *out)
{
    buf_printf(out, _("Signal for PID %d ("), (int)model->prompt.pid);
    if (is_one_of_many(task)) {
        put_thread(model, task, form, out);
    } else {
        buf_puts(out, task->comm);
        if (form == FORM_FULL)
            put_user(model, task, out);
    }
    buf_puts(out, form == FORM_FULL ? _(") [15 TERM, ? lists] ") : ") [15 TERM] ");
}

/* As in stock top, with the task's name added. */
static void put_as_stock(const struct model *model, const struct task *task, struct buf *out)
{
    const int pid = (int)model->prompt.pid;

    if (!task)
        buf_printf(out, _("Send pid %d signal [%d/sigterm] "), pid, SIGTERM);
    else if (is_one_of_many(task))
        buf_printf(out, _("Send pid %d (%s; all %d threads of %d) signal [%d/sigterm] "), pid,
                   task->comm, (int)task->process->nlwp, (int)task->tgid, SIGTERM);
    else
        buf_printf(out, _("Send pid %d (%s) signal [%d/sigterm] "), pid, task->comm, SIGTERM);
}

void signal_question_put(const struct model *model, const struct task *task, struct buf *out)
{
    const size_t start = out->len;

    if (!model->settings.status || !task) {
        put_as_stock(model, task, out);
        return;
    }
    for (enum form form = FORM_FULL; form < FORMS; form++) {
        buf_truncate(out, start);
        put_form(model, task, form, out);
        if (escape_width(buf_text(out) + start, out->len - start) + ANSWER_CELLS <= model->cols)
            break;
    }
}

void signal_question_list(struct model *model)
{
    detail_pane_toggle(model, DETAIL_SIGNALS);
}
