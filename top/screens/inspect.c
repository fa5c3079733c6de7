/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/screens/inspect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "lib/base/array.h"
#include "lib/text/character.h"
#include "lib/text/escape.h"
#include "top/base/i18n.h"

/* Title, two lines about keys, state. */
#define HEAD_LINES 4

/* The cells by which Left and Right scroll, and the width of a tab. */
#define STEP_CELLS 8
#define TAB_CELLS  8

/* clang-format off */
static const struct inspect_entry demo_entries[] = {
    {INSPECT_DEMO, N_("Open Files"), "lsof -P -p %d 2>&1"},
    {INSPECT_DEMO, N_("NUMA Info"), "/proc/%d/numa_maps"},
    {INSPECT_DEMO, N_("Log"), "tail -n 100 /var/log/syslog"},
};
/* clang-format on */

#define DEMO_ENTRIES (sizeof(demo_entries) / sizeof(demo_entries[0]))

static const char demo_text[] =
    N_("This is what the output of a command, or a file, would look like. Nothing was\n"
       "read and nothing was run: the configuration file has no entries yet.\n"
       "\n"
       "An entry is a line at the end of that file, in three parts with a tab between\n"
       "them: \"pipe\" or \"file\", the name to choose it by, and the command or the path.\n"
       "In the third part %d stands for the PID:\n"
       "\n"
       "  pipe\tOpen Files\tlsof -P -p %d\n"
       "  file\tLimits\t/proc/%d/limits\n"
       "  pipe\tEnvironment\ttr '\\0' '\\n' </proc/%d/environ\n"
       "\n"
       "A command is run by sh and may be a pipeline; it gets no input, and what it says\n"
       "on its error output is shown, too.\n");

const struct inspect_entry *inspect_entry_at(const struct model *model, size_t index)
{
    const struct inspect_entries *entries = &model->inspect_entries;

    return entries->count ? &entries->list[index] : &demo_entries[index];
}

size_t inspect_entry_count(const struct model *model)
{
    return model->inspect_entries.count ? model->inspect_entries.count : DEMO_ENTRIES;
}

const char *inspect_entry_name(const struct inspect_entry *entry)
{
    return entry->kind == INSPECT_DEMO ? _(entry->name) : entry->name;
}

static void clear(struct inspection *inspection)
{
    buf_clear(&inspection->text);
    inspection->line_count = 0;
    inspection->first_line = inspection->first_cell = 0;
    inspection->running = inspection->cut = inspection->failed = false;
    inspection->show_source = false;
    inspection->wanted[0] = '\0';
}

void inspect_begin(struct model *model, pid_t pid)
{
    struct inspection *inspection = &model->inspection;
    const struct task *task = model_find_task(model, pid);

    if (!task) {
        model_set_message(model, _("There is no task %d to look at"), (int)pid);
        return;
    }
    clear(inspection);
    inspection->pid = pid;
    inspection->entry = 0;
    snprintf(inspection->name, sizeof(inspection->name), "%s", task->comm ? task->comm : "");
    model->screen = SCREEN_INSPECT_CHOICE;
}

static bool add_line(struct inspection *inspection, size_t offset)
{
    const size_t count = inspection->line_count + 1;

    if (ARRAY_RESERVE(&inspection->lines, &inspection->line_capacity, count) < 0)
        return false;
    inspection->lines[inspection->line_count++] = offset;
    return true;
}

void inspect_take(struct model *model, const char *bytes, size_t len)
{
    struct inspection *inspection = &model->inspection;
    struct buf *text = &inspection->text;
    const char *end = bytes + len;

    if (!inspection->running)
        return; /* the user has left the screen */
    while (bytes < end && !inspection->cut) {
        const char *newline = memchr(bytes, '\n', (size_t)(end - bytes));
        size_t piece = (size_t)((newline ? newline + 1 : end) - bytes);
        bool begins = !text->len || text->data[text->len - 1] == '\n';

        if (text->len + piece > INSPECT_BYTES_MAX ||
            (begins && inspection->line_count == INSPECT_LINES_MAX)) {
            inspection->cut = true;
            break;
        }
        if (begins && !add_line(inspection, text->len))
            model->failed = true;
        buf_put(text, bytes, piece);
        bytes += piece;
    }
    if (text->failed)
        model->failed = true;
}

void inspect_end(struct model *model, const char *why)
{
    model->inspection.running = false;
    if (why && *why)
        model_set_message(model, "%s", why);
}

static size_t line_end(const struct inspection *inspection, size_t index)
{
    size_t end =
        index + 1 < inspection->line_count ? inspection->lines[index + 1] : inspection->text.len;

    while (end > inspection->lines[index] && inspection->text.data[end - 1] == '\n')
        end--;
    return end;
}

/* Appends one character; returns its bytes and adds its cells to *cells. */
static size_t put_character(struct buf *out, const char *text, size_t len, size_t *cells)
{
    unsigned char byte = (unsigned char)*text;
    size_t spaces = TAB_CELLS - *cells % TAB_CELLS;
    mbstate_t state;
    wchar_t wide;
    size_t bytes;
    int width;

    if (byte == '\t') {
        buf_fill(out, ' ', spaces);
        *cells += spaces;
        return 1;
    }
    if (byte < ' ' || byte == 0x7f) {
        buf_printf(out, "^%c", byte ^ 0x40);
        *cells += 2;
        return 1;
    }
    memset(&state, 0, sizeof(state));
    bytes = mbrtowc(&wide, text, len, &state);
    width = bytes > 0 && bytes <= len ? wcwidth(wide) : -1;
    if (width < 0 || character_is_invisible((uint32_t)wide)) {
        buf_printf(out, "<%02X>", byte);
        *cells += 4;
        return 1;
    }
    buf_put(out, text, bytes);
    *cells += (size_t)width;
    return bytes;
}

void inspect_put_line(const struct inspection *inspection, size_t index, size_t cells,
                      struct buf *out)
{
    size_t at = inspection->lines[index], end = line_end(inspection, index);
    size_t used = 0;
    struct buf text = {0};

    while (at < end && used < cells)
        at += put_character(&text, inspection->text.data + at, end - at, &used);
    /* Of what is left nothing is to be replaced, but there may be too many accents. */
    escape_put(out, buf_text(&text), text.len, ESCAPE_UNLIMITED);
    out->failed |= text.failed;
    buf_fini(&text);
}

size_t inspect_page(size_t rows)
{
    return rows > HEAD_LINES ? rows - HEAD_LINES : 1;
}

static void choose(struct model *model, struct effects *effects)
{
    struct inspection *inspection = &model->inspection;
    const struct inspect_entry *entry = inspect_entry_at(model, inspection->entry);

    clear(inspection);
    inspection->running = true;
    model->screen = SCREEN_INSPECT_VIEW;
    if (entry->kind == INSPECT_DEMO) {
        inspect_take(model, _(demo_text), strlen(_(demo_text)));
        inspection->running = false;
        return;
    }
    effects->action = ACTION_INSPECT;
    effects->pid = inspection->pid;
    effects->value = (int)inspection->entry;
}

static void leave(struct model *model)
{
    clear(&model->inspection);
    model->screen = SCREEN_TASKS;
}

static void step_entry(struct model *model, int by)
{
    size_t count = inspect_entry_count(model);

    model->inspection.entry = (model->inspection.entry + count + (size_t)by) % count;
}

static void first_entry(struct model *model)
{
    model->inspection.entry = 0;
}

static void last_entry(struct model *model)
{
    model->inspection.entry = inspect_entry_count(model) - 1;
}

static const struct binding choice_keys[] = {
    {.key = PRESS_LEFT, .act_on = step_entry, .argument = -1},
    {.key = PRESS_RIGHT, .act_on = step_entry, .argument = 1},
    {.key = PRESS_HOME, .act = first_entry},
    {.key = PRESS_END, .act = last_entry},
    {.key = PRESS_ENTER, .outside = true, .act_outside = choose},
    {.key = 'q', .act = leave},
    {.key = PRESS_ESCAPE, .act = leave},
    {.key = 0},
};

const struct screen inspect_choice_screen = {choice_keys, .view = inspect_view_choice};

static void locate_from(struct model *model, size_t line)
{
    struct inspection *inspection = &model->inspection;
    size_t len = strlen(inspection->wanted);

    inspection->failed = false;
    for (; len && line < inspection->line_count; line++) {
        size_t start = inspection->lines[line];

        if (memmem(inspection->text.data + start, line_end(inspection, line) - start,
                   inspection->wanted, len)) {
            inspection->first_line = line;
            return;
        }
    }
    inspection->failed = true;
    model_set_message(model, _("\"%s\" not found"), inspection->wanted);
}

static void locate(struct model *model, const char *text)
{
    struct inspection *inspection = &model->inspection;

    snprintf(inspection->wanted, sizeof(inspection->wanted), "%s", text);
    if (*text)
        locate_from(model, inspection->first_line);
}

/* Stops at the last page. A search can go beyond it: from there it does not scroll down further. */
static void scroll(struct model *model, int direction, size_t lines)
{
    struct inspection *inspection = &model->inspection;
    size_t page = inspect_page(model->rows);
    size_t last = inspection->line_count > page ? inspection->line_count - page : 0;

    if (direction < 0)
        inspection->first_line -= lines < inspection->first_line ? lines : inspection->first_line;
    else if (inspection->first_line + lines <= last)
        inspection->first_line += lines;
    else if (inspection->first_line < last)
        inspection->first_line = last;
}

static const struct question question_locate = {
    .name = "inspect-locate",
    .text = N_("Locate string "),
    .take = locate,
};

static void ask_for_text(struct model *model)
{
    prompt_open(&model->prompt, &question_locate, model->inspection.pid);
}

static void locate_again(struct model *model)
{
    if (model->inspection.wanted[0])
        locate_from(model, model->inspection.first_line + 1);
}

static void scroll_line(struct model *model, int direction)
{
    scroll(model, direction, 1);
}

static void scroll_page(struct model *model, int direction)
{
    scroll(model, direction, inspect_page(model->rows));
}

static void scroll_to_end(struct model *model, int direction)
{
    model->inspection.first_line = 0;
    if (direction > 0)
        scroll(model, 1, model->inspection.line_count);
}

static void scroll_cells(struct model *model, int direction)
{
    struct inspection *inspection = &model->inspection;

    if (direction < 0)
        inspection->first_cell -=
            inspection->first_cell < STEP_CELLS ? inspection->first_cell : STEP_CELLS;
    else if (inspection->first_cell < INSPECT_BYTES_MAX)
        inspection->first_cell += STEP_CELLS;
}

/* Leaves the screen, and stops a running inspection. */
static void stop(struct model *model, struct effects *effects)
{
    if (model->inspection.running)
        effects->action = ACTION_INSPECT_STOP;
    leave(model);
}

static void choose_another(struct model *model, struct effects *effects)
{
    stop(model, effects);
    model->screen = SCREEN_INSPECT_CHOICE;
}

static const struct binding view_keys[] = {
    {.key = PRESS_UP, .act_on = scroll_line, .argument = -1},
    {.key = PRESS_DOWN, .act_on = scroll_line, .argument = 1},
    {.key = PRESS_PAGE_UP, .act_on = scroll_page, .argument = -1},
    {.key = 'b', .act_on = scroll_page, .argument = -1},
    {.key = PRESS_PAGE_DOWN, .act_on = scroll_page, .argument = 1},
    {.key = ' ', .act_on = scroll_page, .argument = 1},
    {.key = PRESS_HOME, .act_on = scroll_to_end, .argument = -1},
    {.key = 'g', .act_on = scroll_to_end, .argument = -1},
    {.key = PRESS_END, .act_on = scroll_to_end, .argument = 1},
    {.key = 'G', .act_on = scroll_to_end, .argument = 1},
    {.key = PRESS_LEFT, .act_on = scroll_cells, .argument = -1},
    {.key = PRESS_RIGHT, .act_on = scroll_cells, .argument = 1},
    {.key = 'L', .act = ask_for_text},
    {.key = '/', .act = ask_for_text},
    {.key = '&', .act = locate_again},
    {.key = 'n', .act = locate_again},
    {.key = '=', .toggle = {OF_MODEL(inspection.show_source)}},
    {.key = PRESS_ENTER, .act_outside = choose_another},
    {.key = 'q', .act_outside = stop},
    {.key = PRESS_ESCAPE, .act_outside = stop},
    {.key = 0},
};

const struct screen inspect_screen = {view_keys, .wheel = scroll, .view = inspect_view};
