/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/screens/detail_pane.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/units.h"
#include "lib/text/escape.h"
#include "lib/text/i18n.h"
#include "lib/text/names.h"
#include "lib/text/signals.h"

/* The longest text of the pane; its end says how many elements are left out. */
#define TEXT_LIMIT (128 * BYTES_PER_KIB)

/* The kernel's first real-time signal; the C library reserves some of these. */
#define REALTIME_FIRST 32

bool detail_part_add(struct detail_parts *parts, size_t offset, size_t bytes)
{
    if (ARRAY_RESERVE(&parts->list, &parts->capacity, parts->count + 1) < 0)
        return false;
    parts->list[parts->count++] = (struct detail_part){offset, bytes};
    return true;
}

void detail_add_element(struct writing *writing, const char *text, size_t len)
{
    struct detail_pane *pane = writing->pane;
    size_t offset;

    if (writing->left_out > 0 || pane->text.len + len > TEXT_LIMIT) {
        writing->left_out++;
        return;
    }
    if (pane->elements.count)
        buf_puts(&pane->text, writing->between);
    offset = pane->text.len;
    escape_put(&pane->text, text, len, ESCAPE_UNLIMITED);
    writing->failed |= !detail_part_add(&pane->elements, offset, pane->text.len - offset);
}

/* The columns of the task's namespaces. */
static const char *const namespace_codes[] = {
    "cgroupns", "ipcns", "mntns", "netns", "pidns", "timens", "userns", "utsns",
};

#define NAMESPACES ARRAY_COUNT(namespace_codes)

/* Adds the parts of a raw text between dividers as elements; leaves out empty ones. */
static void add_pieces(struct writing *writing, const char *text, size_t len, char divider)
{
    const char *end = text + len;

    while (text < end) {
        const char *stop = memchr(text, divider, (size_t)(end - text));

        if (!stop)
            stop = end;
        if (stop > text)
            detail_add_element(writing, text, (size_t)(stop - text));
        text = stop + 1;
    }
}

static void write_namespaces(struct writing *writing, const struct task *task)
{
    for (size_t i = 0; i < NAMESPACES; i++) {
        const struct column *column = column_find(namespace_codes[i]);
        const struct value value = column_value(column, task, &writing->model->context);
        char text[64];

        if (value.kind != VALUE_UINT || !value.as.u)
            continue;
        snprintf(text, sizeof(text), "%.*s: %ju", (int)(strlen(column->code) - strlen("ns")),
                 column->code, (uintmax_t)value.as.u);
        detail_add_element(writing, text, strlen(text));
    }
}

/* "100 users": the GID, and the name if it is known. */
static void write_groups(struct writing *writing, const struct task *task)
{
    const char *rest = task->status ? task->status->groups : "";
    struct buf text = {0};

    while (*rest) {
        char *end;
        unsigned long gid = strtoul(rest, &end, 10);
        const char *name = name_cache_group(writing->model->context.names, (gid_t)gid);

        if (end == rest)
            break;
        buf_truncate(&text, 0);
        buf_printf(&text, name ? "%lu %s" : "%lu", gid, name);
        detail_add_element(writing, buf_text(&text), buf_len(&text));
        rest = *end ? end + 1 : end;
    }
    writing->failed |= text.failed;
    buf_fini(&text);
}

static void write_capabilities(struct writing *writing, const struct task *task)
{
    const struct column *column = column_find("pcaps");
    struct value value = column_value(column, task, &writing->model->context);

    if (value.kind == VALUE_TEXT)
        add_pieces(writing, value.as.text, value.len, ',');
}

static void write_command_line(struct writing *writing, const struct task *task)
{
    add_pieces(writing, task->cmdline ? task->cmdline : "", task->cmdline_len, '\0');
}

static void write_environment(struct writing *writing, const struct task *task)
{
    if (task->details)
        add_pieces(writing, task->details->environ, task->details->environ_len, '\0');
}

/* Writes a remark, which cannot be selected, if there are no elements. */
static void remark(struct detail_pane *pane, const char *text)
{
    if (!pane->text.len)
        buf_puts(&pane->text, text);
}

static void write_messages(struct writing *writing)
{
    for (size_t i = 0; i < writing->model->log.count; i++) {
        const char *text = model_message_at(writing->model, i);

        detail_add_element(writing, text, strlen(text));
    }
    remark(writing->pane, _("none yet"));
}

/* "x412 cc1 (by cc) 2.50 s" */
static void add_past(struct writing *writing, const struct ended_past *past)
{
    const struct task_ended ended = {.count = past->count, .by = past->names.by};
    const double seconds = (double)past->cpu_ns / (double)NS_PER_S;
    struct buf text = {0};

    ended_put_name(&text, past->names.comm, &ended);
    buf_printf(&text, " %.2f s", seconds);
    detail_add_element(writing, buf_text(&text), buf_len(&text));
    writing->failed |= text.failed;
    buf_fini(&text);
}

static void write_ended(struct writing *writing)
{
    const struct model *model = writing->model;
    struct ended_table table = {0};

    if (model_looks_back(model)) {
        remark(writing->pane, _("Not while looking back: Esc shows the present"));
        return;
    }
    if (ended_history_list(&model->ended_history, writing->pane->name, &table) < 0)
        writing->failed = true;
    for (size_t i = 0; i < table.count; i++)
        add_past(writing, &table.rows[i]);
    ended_table_fini(&table);
    if (!model->settings.ended)
        remark(writing->pane, _("not recorded; D turns it on"));
    else
        remark(writing->pane, model_watches_ended(model)
                                  ? _("nothing yet")
                                  : _("Exited tasks: not with -p, nor in a recorded procfs"));
}

/* Of the real-time signals it lists the first and the last: the others are RTMIN+1 and so on. */
static void write_signals(struct writing *writing)
{
    char text[32];

    for (int number = 1; number <= SIGRTMAX; number++) {
        const char *name = signal_name(number);

        if (!name || (number >= REALTIME_FIRST && number != SIGRTMIN && number != SIGRTMAX))
            continue;
        snprintf(text, sizeof(text), "%d %s", number, name);
        detail_add_element(writing, text, strlen(text));
    }
}

static const struct kind {
    const char *title;   /* marked for translation */
    const char *between; /* separates elements */
    /* One of the two; the second one writes the kinds that are not about a task. */
    void (*write)(struct writing *writing, const struct task *task);
    void (*write_of_all)(struct writing *writing);
    need_t need;
} kinds[] = {
    [DETAIL_NONE] = {NULL, "", NULL, NULL, 0},
    [DETAIL_CAPABILITIES] = {N_("permitted capabilities"), ",", write_capabilities,
                             .need = NEED_STATUS},
    [DETAIL_CGROUPS] = {N_("control groups"), ", ", cgroup_text_write, .need = NEED_CGROUP},
    [DETAIL_COMMAND_LINE] = {N_("command line"), " ", write_command_line, .need = NEED_CMDLINE},
    [DETAIL_ENDED] = {N_("exited in the last minute, most CPU time first"), ", ",
                      .write_of_all = write_ended},
    [DETAIL_ENVIRONMENT] = {N_("environment"), " ", write_environment, .need = NEED_ENVIRON},
    [DETAIL_GROUPS] = {N_("supplementary groups"), ", ", write_groups, .need = NEED_STATUS},
    [DETAIL_MESSAGES] = {N_("the last messages, newest first"), "; ",
                         .write_of_all = write_messages},
    [DETAIL_NAMESPACES] = {N_("namespaces"), ", ", write_namespaces, .need = NEED_NAMESPACES},
    [DETAIL_SIGNALS] = {N_("signals: numbers and names are answers"), ", ",
                        .write_of_all = write_signals},
    [DETAIL_WAIT] = {N_("wait reason"), "\n", wait_text_write, .need = NEED_WAIT_FILE},
};

need_t detail_text_need(enum detail_kind kind)
{
    return kinds[kind].need;
}

const char *detail_text_title(enum detail_kind kind)
{
    return _(kinds[kind].title);
}

bool detail_text_is_of_task(enum detail_kind kind)
{
    return kinds[kind].write;
}

static void write_of_task(struct writing *writing, const struct task *task)
{
    const enum detail_kind kind = writing->pane->kind;

    if (!task) {
        remark(writing->pane, model_has_exited(writing->model, &writing->pane->task)
                                  ? _("the task has exited")
                                  : _("no row in this sample"));
    } else if (detail_text_need(kind) & ~task->have || (kind == DETAIL_WAIT && !writing->report)) {
        remark(writing->pane,
               model_looks_back(writing->model) ? _("not read then") : _("reading ..."));
    } else {
        kinds[kind].write(writing, task);
        remark(writing->pane, _("none, or permission denied"));
    }
}

bool detail_text_write(struct model *model)
{
    struct detail_pane *pane = &model->detail;
    struct writing writing = {.model = model, .pane = pane, .between = kinds[pane->kind].between};

    if (model->sample && model->sample->report_tid == pane->task.tid)
        writing.report = &model->sample->report;
    buf_clear(&pane->text);
    pane->elements.count = 0;
    if (kinds[pane->kind].write_of_all)
        kinds[pane->kind].write_of_all(&writing);
    else
        write_of_task(&writing, sample_find_same(model->sample, &pane->task));
    if (writing.left_out > 0) {
        buf_puts(&pane->text, "\n...");
        buf_printf(&pane->text, _(", %u more"), (unsigned)writing.left_out);
    }
    return !writing.failed && !pane->text.failed;
}
