/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/bottom.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/text/escape.h"
#include "top/base/i18n.h"
#include "top/model/model.h"

/* The most that is shown: as much as is read of any file. */
#define TEXT_LIMIT ((size_t)128 * 1024)

/* Fields that have the task's namespaces. */
static const char *const namespace_codes[] = {
    "cgroupns", "ipcns", "mntns", "netns", "pidns", "timens", "userns", "utsns",
};

#define NAMESPACES (sizeof namespace_codes / sizeof namespace_codes[0])

void bottom_fini(struct bottom *bottom)
{
    buf_fini(&bottom->text);
    free(bottom->elements.list);
    free(bottom->lines.list);
    *bottom = (struct bottom){.kind = BOTTOM_NONE};
}

void bottom_close(struct model *model)
{
    model->bottom.kind = BOTTOM_NONE;
    model->bottom.selected = model->bottom.skip = 0;
}

void bottom_toggle(struct model *model, enum bottom_kind kind)
{
    const struct window *window = model->window;
    struct bottom *bottom = &model->bottom;

    if (bottom->kind == kind) {
        bottom_close(model);
        return;
    }
    bottom->kind = kind;
    bottom->selected = bottom->skip = 0;
    bottom->tid = 0;
    if (kind != BOTTOM_MESSAGES && window->first_row < window->order_count) {
        const struct task *task = window->order[window->first_row];

        bottom->tid = task->tid;
        snprintf(bottom->name, sizeof bottom->name, "%s", task->comm ? task->comm : "");
    }
}

/* The line that has this byte of the text in it. */
static size_t line_of(const struct bottom *bottom, size_t offset)
{
    size_t line = 0;

    while (line + 1 < bottom->lines.count && bottom->lines.list[line + 1].offset <= offset)
        line++;
    return line;
}

/* The first and the last line of the selected element. */
struct extent {
    size_t first, last;
};

static struct extent selected_lines(const struct bottom *bottom)
{
    const struct bottom_part *element = &bottom->elements.list[bottom->selected - 1];

    return (struct extent){line_of(bottom, element->offset),
                           line_of(bottom, element->offset + element->bytes - 1)};
}

/* False where nothing more of the selected element lies in this direction. */
static bool scroll_within(struct bottom *bottom, int direction, size_t room)
{
    const struct extent lines = selected_lines(bottom);

    if (direction > 0 && lines.last >= bottom->skip + room)
        bottom->skip += room;
    else if (direction < 0 && lines.first < bottom->skip)
        bottom->skip -= room < bottom->skip ? room : bottom->skip;
    else
        return false;
    return true;
}

/* As little as needed; of what is higher than the room its near end is shown. */
static void scroll_to_selected(struct bottom *bottom, int direction, size_t room)
{
    const struct extent lines = selected_lines(bottom);
    const bool is_high = lines.last - lines.first >= room;

    if (lines.first >= bottom->skip && lines.last < bottom->skip + room)
        return;
    if (is_high == (direction > 0) || lines.last < room)
        bottom->skip = lines.first;
    else
        bottom->skip = lines.last - room + 1;
}

void bottom_select(struct bottom *bottom, int direction, size_t room)
{
    const size_t places = bottom->elements.count + 1; /* with that where none is selected */

    if (bottom->kind == BOTTOM_NONE || (bottom->selected && scroll_within(bottom, direction, room)))
        return;
    bottom->selected = (bottom->selected + (direction > 0 ? 1 : places - 1)) % places;
    if (bottom->selected)
        scroll_to_selected(bottom, direction, room);
    else
        bottom->skip = 0;
}

static need_t namespaces_need(void)
{
    need_t need = 0;

    for (size_t i = 0; i < NAMESPACES; i++) {
        const struct column *column = column_find(namespace_codes[i]);

        need |= column ? column->need : 0;
    }
    return need;
}

need_t bottom_need(enum bottom_kind kind)
{
    switch (kind) {
    case BOTTOM_NONE:
    case BOTTOM_MESSAGES:
        break;
    case BOTTOM_CAPABILITIES:
    case BOTTOM_GROUPS:
        return NEED_STATUS;
    case BOTTOM_CGROUPS:
        return NEED_CGROUP;
    case BOTTOM_COMMAND_LINE:
        return NEED_CMDLINE;
    case BOTTOM_ENVIRONMENT:
        return NEED_ENVIRON;
    case BOTTOM_NAMESPACES:
        return namespaces_need();
    }
    return 0;
}

static bool add_part(struct bottom_parts *parts, size_t offset, size_t bytes)
{
    if (parts->count == parts->capacity) {
        size_t capacity = parts->capacity ? parts->capacity * 2 : 64;
        struct bottom_part *grown = reallocarray(parts->list, capacity, sizeof *grown);

        if (!grown)
            return false;
        parts->list = grown;
        parts->capacity = capacity;
    }
    parts->list[parts->count++] = (struct bottom_part){offset, bytes};
    return true;
}

/* Elements are added one by one, with `between` in front of all but the first. */
struct writing {
    struct bottom *bottom;
    const char *between;
    bool failed;
};

static void add_element(struct writing *writing, const char *text, size_t len)
{
    struct bottom *bottom = writing->bottom;
    size_t offset;

    if (bottom->text.len + len > TEXT_LIMIT)
        return;
    if (bottom->elements.count)
        buf_puts(&bottom->text, writing->between);
    offset = bottom->text.len;
    escape_put(&bottom->text, text, len, ESCAPE_UNLIMITED);
    writing->failed |= !add_part(&bottom->elements, offset, bottom->text.len - offset);
}

/* Raw text that one kind of byte divides; empty pieces are left out. */
static void add_pieces(struct writing *writing, const char *text, size_t len, char divider)
{
    const char *end = text + len;

    while (text < end) {
        const char *stop = memchr(text, divider, (size_t)(end - text));

        if (!stop)
            stop = end;
        if (stop > text)
            add_element(writing, text, (size_t)(stop - text));
        text = stop + 1;
    }
}

static void write_namespaces(struct writing *writing, const struct model *model,
                             const struct task *task)
{
    for (size_t i = 0; i < NAMESPACES; i++) {
        const struct column *column = column_find(namespace_codes[i]);
        struct value value;
        char text[64];

        if (!column)
            continue;
        value = column->value(task, &model->context);
        if (value.kind != VALUE_UINT || !value.as.u)
            continue;
        snprintf(text, sizeof text, "%.*s: %ju", (int)(strlen(column->code) - strlen("ns")),
                 column->code, (uintmax_t)value.as.u);
        add_element(writing, text, strlen(text));
    }
}

/* "100 users": by number, and by name where it has one. */
static void write_groups(struct writing *writing, const struct model *model,
                         const struct task *task)
{
    const char *rest = task->status ? task->status->groups : "";
    struct buf text = {0};

    while (*rest) {
        char *end;
        unsigned long gid = strtoul(rest, &end, 10);
        const char *name = name_cache_group(model->context.names, (gid_t)gid);

        if (end == rest)
            break;
        buf_clear(&text);
        buf_printf(&text, name ? "%lu %s" : "%lu", gid, name);
        add_element(writing, buf_text(&text), text.len);
        rest = *end ? end + 1 : end;
    }
    writing->failed |= text.failed;
    buf_fini(&text);
}

static void write_capabilities(struct writing *writing, const struct model *model,
                               const struct task *task)
{
    const struct column *column = column_find("pcaps");
    struct value value = column->value(task, &model->context);

    if (value.kind == VALUE_TEXT)
        add_pieces(writing, value.as.text, value.len, ',');
}

static void write_task(struct writing *writing, const struct model *model, const struct task *task)
{
    switch (writing->bottom->kind) {
    case BOTTOM_NONE:
    case BOTTOM_MESSAGES:
        break;
    case BOTTOM_CAPABILITIES:
        write_capabilities(writing, model, task);
        break;
    case BOTTOM_CGROUPS:
        if (task->details)
            add_pieces(writing, task->details->cgroup, strlen(task->details->cgroup), ',');
        break;
    case BOTTOM_COMMAND_LINE:
        add_pieces(writing, task->cmdline ? task->cmdline : "", task->cmdline_len, '\0');
        break;
    case BOTTOM_ENVIRONMENT:
        if (task->details)
            add_pieces(writing, task->details->environ, task->details->environ_len, '\0');
        break;
    case BOTTOM_GROUPS:
        write_groups(writing, model, task);
        break;
    case BOTTOM_NAMESPACES:
        write_namespaces(writing, model, task);
        break;
    }
}

/* A remark in place of elements: it cannot be selected. */
static void remark(struct bottom *bottom, const char *text)
{
    if (!bottom->text.len)
        buf_puts(&bottom->text, text);
}

static void write_elements(struct writing *writing, const struct model *model)
{
    struct bottom *bottom = writing->bottom;
    const struct task *task;

    if (bottom->kind == BOTTOM_MESSAGES) {
        for (size_t i = 0; i < model->log.count; i++)
            add_element(writing, message_log_at(&model->log, i),
                        strlen(message_log_at(&model->log, i)));
        remark(bottom, _("none yet"));
        return;
    }
    task = model_find_task(model, bottom->tid);
    if (!task) {
        remark(bottom, _("the task has gone"));
    } else if (bottom_need(bottom->kind) & ~task->have) {
        remark(bottom, _("reading ..."));
    } else {
        write_task(writing, model, task);
        remark(bottom, _("none, or not to be seen"));
    }
}

static const char *between(enum bottom_kind kind)
{
    switch (kind) {
    case BOTTOM_COMMAND_LINE:
    case BOTTOM_ENVIRONMENT:
        return " ";
    case BOTTOM_MESSAGES:
        return "; ";
    default:
        return ", ";
    }
}

/* Cuts the text where the screen ends; it is escaped already, so its bytes stay what they are. */
static bool break_lines(struct bottom *bottom, size_t cols)
{
    struct buf line = {0};
    size_t at = 0;
    bool done = true;

    while (done && at < bottom->text.len) {
        size_t left = bottom->text.len - at;
        size_t most = left < cols * MB_LEN_MAX ? left : cols * MB_LEN_MAX;

        buf_clear(&line);
        escape_put(&line, bottom->text.data + at, most, cols);
        /* A screen that is too narrow for this character. */
        if (!line.len)
            break;
        done = !line.failed && add_part(&bottom->lines, at, line.len);
        at += line.len;
    }
    buf_fini(&line);
    return done;
}

void bottom_refresh(struct model *model)
{
    struct bottom *bottom = &model->bottom;
    struct writing writing = {.bottom = bottom, .between = between(bottom->kind)};

    if (bottom->kind == BOTTOM_NONE)
        return;
    buf_clear(&bottom->text);
    bottom->elements.count = bottom->lines.count = 0;
    write_elements(&writing, model);
    if (writing.failed || bottom->text.failed || !break_lines(bottom, model->cols))
        model->failed = true;
    if (bottom->selected > bottom->elements.count)
        bottom->selected = bottom->skip = 0;
}

size_t bottom_height(const struct bottom *bottom, size_t rows, size_t kept)
{
    const size_t wanted = 1 + bottom->lines.count;
    size_t most = rows > kept ? rows - kept : 0;

    if (bottom->kind == BOTTOM_NONE)
        return 0;
    if (most < rows / 2)
        most = rows / 2;
    return wanted < most ? wanted : most;
}

size_t bottom_first_line(const struct bottom *bottom, size_t room)
{
    const size_t most = bottom->lines.count > room ? bottom->lines.count - room : 0;
    size_t first = bottom->skip;

    if (bottom->selected) {
        const struct extent lines = selected_lines(bottom);

        /* The screen has become smaller, or what is said has become more. */
        if (lines.last < first || lines.first >= first + room)
            first = lines.first;
    }
    return first < most ? first : most;
}

void bottom_put_title(const struct bottom *bottom, struct buf *out)
{
    static const char *const titles[] = {
        [BOTTOM_CAPABILITIES] = N_("permitted capabilities"),
        [BOTTOM_CGROUPS] = N_("control groups"),
        [BOTTOM_COMMAND_LINE] = N_("command line"),
        [BOTTOM_ENVIRONMENT] = N_("environment"),
        [BOTTOM_GROUPS] = N_("supplementary groups"),
        [BOTTOM_NAMESPACES] = N_("namespaces"),
    };

    if (bottom->kind == BOTTOM_MESSAGES)
        buf_puts(out, _("the last messages, newest first"));
    else
        buf_printf(out, _("%s of PID %d, %s"), _(titles[bottom->kind]), (int)bottom->tid,
                   bottom->name);
}
