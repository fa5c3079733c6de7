/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Command lines and environments of many rows, read by texts.bpf.c. */
#include <errno.h>
#include <string.h>

#include "lib/source/bpf/bpf.h"
#include "lib/source/bpf/support.h"
#include "lib/task/fields.h"

_Static_assert(sizeof(struct wire_text_page) == WIRE_PAGE_SIZE, "it fits the argument of a run");

/* Whether a run reached at least one of its texts, and all that it reached are in the page. */
static bool is_valid(const struct wire_text_page *page)
{
    bool valid = page->done > 0 && page->done <= page->count;

    for (uint32_t i = 0; valid && i < page->done; i++) {
        const struct wire_text *text = &page->texts[i];

        valid = text->at <= sizeof(page->bytes) && text->len <= sizeof(page->bytes) - text->at;
    }
    return valid;
}

/*
 * The text that procfs would show: `*len` bytes in the page; NULL if it must be read from procfs.
 */
static const char *find_text(const struct wire_text_page *page, size_t index, size_t *len)
{
    const struct wire_text *text = &page->texts[index];
    const char *bytes = page->bytes + text->at;

    *len = text->len;
    if (text->kind == WIRE_TEXT_WHOLE)
        return bytes;
    if (text->kind != WIRE_TEXT_TITLE)
        return NULL;
    *len = strnlen(bytes, text->len) + 1;
    /* Includes the NUL. Without one the title may continue beyond what was read. */
    return *len <= text->len ? bytes : NULL;
}

/* With this many rows the program saves what loading it costs, as in pass.h. */
#define ROWS_MIN 800

struct filling {
    const struct fill *fill;
    size_t rows[WIRE_TEXTS]; /* of the next run: indexes in the snapshot */
    size_t count;
};

static int put_environ(struct snapshot *snapshot, struct task *task, const char *bytes, size_t len)
{
    struct task_details *details = snapshot_add_details(snapshot, task);

    if (!details)
        return -ENOMEM;
    return len > 0 ? task_field_keep(task_field_find(NEED_ENVIRON), details, &snapshot->arena,
                                     bytes, len)
                   : 0;
}

static int put_cmdline(struct snapshot *snapshot, struct task *task, const char *bytes, size_t len)
{
    task->cmdline = arena_copy(&snapshot->arena, bytes, len);
    task->cmdline_len = (uint32_t)len;
    return task->cmdline ? 0 : -ENOMEM;
}

static int put(const struct filling *filling, struct task *task, const char *bytes, size_t len)
{
    int result = filling->fill->group == NEED_ENVIRON
                     ? put_environ(filling->fill->snapshot, task, bytes, len)
                     : put_cmdline(filling->fill->snapshot, task, bytes, len);

    if (result == 0)
        task->have |= filling->fill->group;
    return result;
}

static struct task *row_at(const struct filling *filling, size_t index)
{
    return &filling->fill->snapshot->tasks[filling->rows[index]];
}

/* Whether the guard allows a read that may block now. */
static bool is_allowed(const struct filling *filling)
{
    const struct fill *fill = filling->fill;

    return source_allows(&fill->source->base, SOURCE_MANY, fill->group) != 0;
}

/* Returns as bpf_run(). */
static int run(struct filling *filling)
{
    struct bpf_source *source = filling->fill->source;
    struct wire_text_page *page = source->pages[PROGRAM_TEXTS];
    size_t done = 0;
    int result = 0;

    page->environ = filling->fill->group == NEED_ENVIRON;
    while (result == 0 && done < filling->count) {
        page->count = (uint32_t)(filling->count - done);
        for (size_t i = 0; i < page->count; i++)
            page->texts[i].tid = (uint32_t)row_at(filling, done + i)->tid;
        if (!is_allowed(filling))
            return 1;
        result = bpf_run(source, PROGRAM_TEXTS, sizeof(*page));
        if (result != 0 || !is_valid(page))
            return result == 0 ? 1 : result;
        for (size_t i = 0; result == 0 && i < page->done; i++) {
            size_t len;
            const char *bytes = find_text(page, i, &len);

            if (bytes)
                result = put(filling, row_at(filling, done + i), bytes, len);
        }
        done += page->done;
    }
    filling->count = 0;
    return result;
}

static int fill_rows(const struct fill *fill)
{
    const struct snapshot *snapshot = fill->snapshot;
    struct filling filling = {.fill = fill};
    int result = 0;

    for (size_t i = 0; result == 0 && i < snapshot->count; i++) {
        if (fill_missing(fill, &snapshot->tasks[i]))
            filling.rows[filling.count++] = i;
        if (filling.count == WIRE_TEXTS)
            result = run(&filling);
    }
    if (result == 0)
        result = run(&filling);
    return result < 0 ? result : 0;
}

int fill_texts(const struct fill *fill)
{
    const int result =
        fill_begin(fill, ROWS_MIN, PROGRAM_TEXTS, support_sees_all, sizeof(struct wire_text_page));

    return result > 0 ? fill_rows(fill) : result;
}
