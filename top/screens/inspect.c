/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/screens/screens.h"

#include <stdio.h>
#include <string.h>

#include "lib/text/escape.h"
#include "lib/text/i18n.h"
#include "top/view/view.h"

/* Lines above the text: a title, two lines of keys, the state. */
#define HEAD_LINES 4

/* Cells by which Left and Right scroll. */
#define STEP_CELLS 8

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

/* Draws the first line: `what`, then the PID and name of the task. */
static void put_title(const struct inspection *inspection, const char *what, struct frame *frame)
{
    frame_put_line(frame, LOOK_PLAIN, what);
    frame_printf(frame, LOOK_BOLD, _("PID %d, %s"), (int)inspection->task.tid, inspection->name);
}

static const struct inspect_entry *shown_entry(const struct model *model)
{
    return inspect_entry_at(&model->inspect_entries, model->inspection.entry);
}

/*
 * The content of a file or the output of a command about one task, the entry of model::inspection.
 * Sets the effects that start work/inspector.h, which reads it; its output arrives as events.
 */
static void inspect_open(struct model *model, struct effects *effects)
{
    struct inspection *inspection = &model->inspection;
    const struct inspect_entry *entry = shown_entry(model);

    if (!sample_find_same(model->sample, &inspection->task)) {
        model_set_message(model, _("No such process or thread: %d"), (int)inspection->task.tid);
        return;
    }
    inspection_clear(inspection);
    model->screen = SCREEN_INSPECT_VIEW;
    if (entry->kind == INSPECT_DEMO) {
        const char *text = _(demo_text);

        if (!inspect_text_add(inspection, text, strlen(text)))
            model->failed = true;
        return;
    }
    inspection->running = true;
    effects->action = ACTION_INSPECT;
    effects->pid = inspection->task.tid;
    effects->shown = inspection->task;
    snprintf(effects->name, sizeof(effects->name), "%s", inspection->name);
    effects->entry = inspection->entry;
}

void inspect_take(struct model *model, const char *bytes, size_t len)
{
    struct inspection *inspection = &model->inspection;

    if (!inspection->running)
        return; /* output that arrives after the user has left the screen */
    if (!inspect_text_add(inspection, bytes, len))
        model->failed = true;
}

void inspect_end(struct model *model, const char *why)
{
    model->inspection.running = false;
    if (why && *why)
        model_set_message(model, "%s", why);
}

static void locate_from(struct model *model, size_t line)
{
    struct inspection *inspection = &model->inspection;
    size_t found = inspect_text_find(inspection, inspection->wanted, line);

    if (found < inspection->line_count)
        inspection->first_line = found;
    else
        model_set_message(model, _("\"%s\" not found"), inspection->wanted);
}

static void locate(struct model *model, const struct answer *answer)
{
    struct inspection *inspection = &model->inspection;

    snprintf(inspection->wanted, sizeof(inspection->wanted), "%s", answer->text);
    if (*answer->text)
        locate_from(model, inspection->first_line);
}

static const struct question question_locate = {
    .name = "inspect-locate",
    .text = N_("Locate string "),
    .act = locate,
};

static void ask_for_text(struct model *model)
{
    prompt_open(&model->prompt, &question_locate, model->inspection.task.tid);
}

static void locate_again(struct model *model)
{
    if (model->inspection.wanted[0])
        locate_from(model, model->inspection.first_line + 1);
    else
        model_set_message(model, _("Locate next inactive, use \"L\""));
}

static size_t page_lines(const struct model *model)
{
    return model_rows_below(model, HEAD_LINES);
}

/* Stops at the last page. A search may have gone beyond it: then scrolling down stops there. */
static void scroll(struct model *model, int direction, size_t lines)
{
    struct inspection *inspection = &model->inspection;
    size_t lowest = inspection->line_count;

    model_limit_first(&lowest, inspection->line_count, page_lines(model));
    if (inspection->first_line > lowest)
        lowest = inspection->first_line;
    model_scroll_lines(&inspection->first_line, direction, lines);
    if (inspection->first_line > lowest)
        inspection->first_line = lowest;
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

/* Leaves the screen, and stops an inspection that is still running. */
static void stop(struct model *model, struct effects *effects)
{
    if (model->inspection.running)
        effects->action = ACTION_INSPECT_STOP;
    inspection_clear(&model->inspection);
    model_leave_screen(model);
}

static void choose_another(struct model *model, struct effects *effects)
{
    stop(model, effects);
    model->screen = SCREEN_INSPECT_CHOICE;
}

static const struct binding keys[] = {
    SCROLL_KEYS,
    {.key = 'b', .act_on = screen_scroll_page, .argument = -1},
    {.key = ' ', .act_on = screen_scroll_page, .argument = 1},
    {.key = 'g', .act_on = screen_scroll_to_end, .argument = -1},
    {.key = 'G', .act_on = screen_scroll_to_end, .argument = 1},
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

/* The command or file that the output comes from. */
static void view_source(const struct model *model, struct frame *frame)
{
    const char *const kinds[] = {
        [INSPECT_PIPE] = _("pipe"), [INSPECT_FILE] = _("file"), [INSPECT_DEMO] = _("demo")};
    const struct inspect_entry *entry = shown_entry(model);

    frame_put_title(frame, "%s: ", kinds[entry->kind]);
    buf_clear(&frame->scratch);
    inspect_put_source(entry, model->inspection.task.tid, &frame->scratch);
    frame_put_scratch(frame, LOOK_REVERSE);
}

/* How much output there is, and which part of it is shown. */
static void view_extent(const struct model *model, struct frame *frame)
{
    const struct inspection *inspection = &model->inspection;
    size_t page = page_lines(model);
    size_t left = inspection->line_count - inspection->first_line;
    size_t shown = page < left ? page : left;

    frame_put_title(frame, _("%s: lines %zu-%zu of %zu, columns from %zu, %zu bytes"),
                    inspect_entry_name(shown_entry(model)), shown ? inspection->first_line + 1 : 0,
                    inspection->first_line + shown, inspection->line_count,
                    inspection->first_cell + 1, inspection->text.len);
    if (inspection->cut)
        frame_puts(frame, LOOK_REVERSE, _(", cut"));
    else if (inspection->running)
        frame_puts(frame, LOOK_REVERSE, _(", more to come; ^C stops it"));
}

static void view_state(const struct model *model, struct frame *frame)
{
    if (model->prompt.question || model->message[0])
        view_message(model, frame);
    else if (model->inspection.show_source)
        view_source(model, frame);
    else
        view_extent(model, frame);
}

/*
 * The line from the first visible cell on; a wide character that the edge would cut becomes a
 * blank.
 */
static void view_line(const struct inspection *inspection, size_t index, struct frame *frame)
{
    struct buf *line = &frame->scratch;
    size_t first = inspection->first_cell;
    const char *text;
    size_t cells;

    frame_next_line(frame);
    buf_clear(line);
    inspect_text_put_line(inspection, index, first + frame->cols, line);
    frame->failed |= line->failed;
    text = buf_text(line);
    cells = escape_skip(&text, strlen(text), first);
    if (*text && cells < first) {
        cells += escape_skip(&text, strlen(text), first - cells + 1);
        frame_gap(frame, LOOK_PLAIN, cells - first);
    }
    frame_puts(frame, LOOK_PLAIN, text);
}

static void view(const struct model *model, struct frame *frame)
{
    const struct inspection *inspection = &model->inspection;

    put_title(inspection, _("Inspection of "), frame);
    frame_put_line(frame, LOOK_PLAIN,
                   _("Arrows, PgUp, PgDn, g and G scroll; L looks for a text, & again"));
    frame_put_line(frame, LOOK_PLAIN,
                   _("= what was read or run; Enter chooses another, q or Escape goes back"));
    view_state(model, frame);
    for (size_t i = inspection->first_line;
         i < inspection->line_count && frame->line_count < model->rows; i++)
        view_line(inspection, i, frame);
}

const struct screen_ops inspect_screen = {keys, scroll, page_lines, .view = view};

/* The choice of an entry. */

void inspect_choice_open(struct model *model, pid_t pid)
{
    struct inspection *inspection = &model->inspection;
    const struct task *task = model_find_task(model, pid);

    if (!task) {
        model_set_message(model, _("No such process or thread: %d"), (int)pid);
        return;
    }
    inspection_clear(inspection);
    inspection->task = task_identity_of(task);
    inspection->entry = 0;
    snprintf(inspection->name, sizeof(inspection->name), "%s", task_name(task));
    model->screen = SCREEN_INSPECT_CHOICE;
}

static void step_entry(struct model *model, int by)
{
    size_t count = inspect_entry_count(&model->inspect_entries);

    model->inspection.entry = (model->inspection.entry + count + (size_t)by) % count;
}

static void first_entry(struct model *model)
{
    model->inspection.entry = 0;
}

static void last_entry(struct model *model)
{
    model->inspection.entry = inspect_entry_count(&model->inspect_entries) - 1;
}

static const struct binding choice_keys[] = {
    {.key = PRESS_LEFT, .act_on = step_entry, .argument = -1},
    {.key = PRESS_RIGHT, .act_on = step_entry, .argument = 1},
    {.key = PRESS_HOME, .act = first_entry},
    {.key = PRESS_END, .act = last_entry},
    {.key = PRESS_ENTER, .outside = true, .act_outside = inspect_open},
    {.key = 'q', .act = model_leave_screen},
    {.key = PRESS_ESCAPE, .act = model_leave_screen},
    {.key = 0},
};

static void view_choice(const struct model *model, struct frame *frame)
{
    const struct inspect_entries *entries = &model->inspect_entries;

    put_title(&model->inspection, _("Inspect "), frame);
    frame_put_line(frame, LOOK_PLAIN,
                   _("Left and Right choose, Enter shows it, q or Escape goes back"));
    frame_next_line(frame);
    for (size_t i = 0; i < inspect_entry_count(entries); i++) {
        const char *name = inspect_entry_name(inspect_entry_at(entries, i));

        /* Skips entries before the selected one that would leave too little room for it. */
        if (i < model->inspection.entry && escape_width(name, strlen(name)) > frame_room(frame) / 2)
            continue;
        frame_puts(frame, i == model->inspection.entry ? LOOK_REVERSE : LOOK_PLAIN, name);
        frame_gap(frame, LOOK_PLAIN, 2);
    }
    if (model->message[0])
        frame_put_line(frame, LOOK_REVERSE, model->message);
}

const struct screen_ops inspect_choice_screen = {choice_keys, .view = view_choice};
